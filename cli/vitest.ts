import { cpus } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Adapter, Level, Report } from '../model/vocabulary.ts';
import { failureText, plain } from '../reports/index.ts';
import { usualReach } from '../scenarios/index.ts';
import { type Finished, type RunOptions, runAdapter } from './adapter-run.ts';
import { folderName } from './address.ts';
import { type Known, knownBy } from './baseline/apply.ts';
import { exitCodes } from './exit.ts';
import type { ReporterName } from './reporters.ts';
import { type Selected, selectedBy } from './selection.ts';
import { adapterOf, mannerOf } from './targets.ts';

/** What of a run's options a test suite can set; each means what it means on the command line. */
export type ConformanceOptions = {
  readonly requirements?: readonly string[];
  readonly skip?: readonly string[];
  readonly profile?: string;
  readonly level?: Level;
  readonly programs?: readonly string[];
  readonly interruptions?: RunOptions['interruptions'];
  readonly seed?: number;
  readonly reach?: RunOptions['reach'];
  readonly baseline?: string;
  /** Plans side by side. The other files of a test suite want processors too: half of what the command line takes. */
  readonly workers?: number;
  /** Where histories, counterexamples and reports go; a folder of the target's name in `.killpoint` where it is left out. */
  readonly out?: string;
  readonly reporters?: readonly ReporterName[];
};

/** An adapter by its address, or the adapter itself with the name that its reports give it. */
export type Tested = string | { readonly name: string; readonly adapter: Adapter };

/**
 * Runs the conformance of a target inside a vitest suite, a test for each requirement. One that fails carries the trace of its smallest
 * counterexample and the command that shows it again; what is inconclusive, unsupported or known to the baseline is skipped with its
 * reason. The last test is about the run itself: it fails where an interruption did not land, nothing passed, a requirement was asked for
 * by its full id and not decided, or the baseline is stale.
 */
export const conformance = (tested: Tested, options: ConformanceOptions = {}): void => {
  const address = typeof tested === 'string' ? tested : tested.name;
  const run = runOptions(address, options);
  const chosen = { selected: selectedBy(run), known: knownBy(run, [address]) };
  describe(`killpoint ${address}`, () => {
    let finished: Finished | undefined;
    const halt = new AbortController();
    beforeAll(async () => {
      finished = await ranFor({ tested, run, halt }, chosen);
    }, 0);
    afterAll(() => halt.abort());
    for (const { id } of chosen.selected.requirements)
      test(id, ({ skip }) => {
        const reason = decided(whole(finished), id, run.out);
        if (reason !== undefined) skip(reason);
      });
    test('the run itself', () => mustBeSound(whole(finished).report));
  });
};

/** A requirement that the target fails. Its stack is its message: the place in our code where it was thrown tells nobody anything. */
class RequirementFailed extends Error {
  override readonly name = 'RequirementFailed';
  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}

const runOptions = (address: string, options: ConformanceOptions): RunOptions => ({
  requirement: options.requirements ?? [],
  skip: options.skip ?? [],
  program: options.programs ?? [],
  ...(options.profile === undefined ? {} : { profile: options.profile }),
  ...(options.level === undefined ? {} : { level: options.level }),
  ...(options.seed === undefined ? {} : { seed: options.seed }),
  ...(options.baseline === undefined ? {} : { baseline: options.baseline }),
  interruptions: options.interruptions ?? 'quick',
  reach: options.reach ?? usualReach,
  workers: options.workers ?? cpus().length,
  out: options.out ?? join('.killpoint', folderName(plain(address))),
  reporter: options.reporters ?? ['json', 'html'],
  failOn: ['fail'],
  ...{ validate: false, callLimit: 30 },
  ...{ smallest: false, dryRun: false, x: false, lastFailed: false, updateBaseline: false },
});

type Asked = { readonly tested: Tested; readonly run: RunOptions; readonly halt: AbortController };

const ranFor = async (
  { tested, run, halt }: Asked,
  chosen: { readonly selected: Selected; readonly known: Known | undefined },
): Promise<Finished> => {
  const target =
    typeof tested === 'string'
      ? { address: tested, adapter: await adapterOf(tested, mannerOf(run)) }
      : { address: tested.name, adapter: tested.adapter };
  const nobody = { signal: halt.signal, received: () => undefined, code: () => undefined };
  const finished = await runAdapter(target, run, { ...chosen, halt: nobody });
  if (finished.failure !== undefined) throw finished.failure;
  return finished;
};

const whole = (finished: Finished | undefined): Finished => {
  if (finished === undefined) throw new Error('expected the run to be over; it failed before its first test');
  return finished;
};

/** Throws where the requirement fails; returns why it says nothing, where it does. */
const decided = ({ report, histories }: Finished, id: string, folder: string): string | undefined => {
  const result = report.results.find(({ requirement }) => requirement === id);
  if (result === undefined) return 'this run did not judge it';
  if (result.baseline !== undefined) return plain(`${result.baseline.mark}: ${result.baseline.reason}`);
  if (result.status === 'fail')
    throw new RequirementFailed(failureText(report, id, { histories, folder }) ?? result.message);
  return result.status === 'pass' ? undefined : plain(`${result.status}: ${result.message}`);
};

/** A failed requirement has a test of its own that fails. */
const mustBeSound = ({ exit, stale = [] }: Report): void => {
  if (exit.code === exitCodes.ok || (exit.code === exitCodes.failed && stale.length === 0)) return;
  throw new RequirementFailed(plain(`exit ${exit.code}: ${exit.because}`));
};
