import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { History, Plan, Reach, Report } from '../model/vocabulary.ts';
import { plain } from '../reports/index.ts';
import {
  Archive,
  type Assignment,
  conformance,
  dryRun,
  ProtocolBroken,
  type Saved,
  TargetUnavailable,
  UsageError,
  unsoundness,
} from '../scenarios/index.ts';
import { attachedAddress, attachProgram } from './attach.ts';
import { type BaselineOptions, type Known, knownBy, withBaseline } from './baseline/apply.ts';
import { exitCodes, exitOf } from './exit.ts';
import { ownVersion } from './places.ts';
import { tellerFor } from './progress.ts';
import { type ReporterName, writeReports } from './reporters.ts';
import { failedBefore, type Selected, type Selecting, selectedBy } from './selection.ts';
import { codeOfSignal, type Interruption, interruption } from './signals.ts';
import { adapterOf, mannerOf, type Speaking } from './targets.ts';

/** The options of `killpoint run`, as they were parsed. */
export type RunOptions = Speaking &
  Selecting &
  BaselineOptions & {
    readonly smallest: boolean;
    readonly budget?: number;
    readonly reach: readonly Reach[];
    readonly seed?: number;
    readonly dryRun: boolean;
    readonly workers: number;
    readonly x: boolean;
    readonly failOn: readonly string[];
    readonly reporter: readonly ReporterName[];
    readonly out: string;
  };

/** Runs the conformance of each target and returns the exit code: the first failing target's, else the last that is not 0. */
export const runTargets = async (targets: readonly string[], options: RunOptions): Promise<number> => {
  if (options.smallest && options.interruptions !== 'all')
    throw new UsageError(
      '--smallest leaves plans of --interruptions all out; without that there is nothing to leave out',
    );
  const selected = selectedBy(options);
  const [attached] = targets.flatMap((address) => attachedAddress(address) ?? []);
  if (attached !== undefined) return attachProgram(attached, selected, options);
  const known = knownBy(options, targets);
  const halt = interruption();
  const codes: number[] = [];
  for (const address of targets) {
    if (halt.received() !== undefined) break;
    const folder = targets.length === 1 ? options.out : join(options.out, address.replaceAll(/[^\w.-]+/g, '_'));
    const own = options.lastFailed
      ? await failedBefore(selected, { folder, address, program: options.program })
      : selected;
    codes.push(await runTarget(address, { ...options, out: folder }, { selected: own, known, halt }));
  }
  return halt.code() ?? codes.find((code) => code === exitCodes.failed) ?? codes.find(isNotOk) ?? exitCodes.ok;
};

const isNotOk = (code: number): boolean => code !== exitCodes.ok;

type Chosen = {
  readonly selected: Selected;
  readonly known: Known | undefined;
  readonly halt: Interruption;
};

const runTarget = async (address: string, options: RunOptions, chosen: Chosen): Promise<number> => {
  const { selected, known, halt } = chosen;
  const adapter = await adapterOf(address, mannerOf(options));
  const folder = resolve(options.out);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const teller = tellerFor(process.stderr);
  const assignment: Assignment = {
    address,
    adapter,
    ...selected,
    archive: new Archive(folder, adapter),
    killpoint: ownVersion(),
    workers: options.workers,
    isBrief: options.x,
    interruptions: selected.only === undefined ? depthOf(options) : 'quick',
    budgetMs: options.budget,
    reach: options.reach,
    signal: halt.signal,
    onProgress: teller.tell,
  };
  if (options.dryRun) {
    const surveyed = await dryRun(assignment).finally(teller.end);
    return halt.code() ?? sayPlans(surveyed, options.workers);
  }
  const { report, saved, failure } = await conformance(assignment).finally(teller.end);
  const judged = withBaseline(report, known);
  const finished: Report = {
    ...judged,
    exit: exitCodeOf({ report: judged, failure, options, signal: halt.received(), saved }),
  };
  const histories = await failingHistories(finished, assignment.archive);
  await writeReports(finished, { folder, shown: options.out, reporters: options.reporter, histories });
  return finished.exit.code;
};

/** So many failing cases of a requirement are shown with what happened in them. */
const SHOWN_OF_EACH = 10;

const failingHistories = async (report: Report, archive: Archive): Promise<ReadonlyMap<string, History>> => {
  const files = report.results.flatMap(({ cases }) =>
    cases
      .filter(({ status }) => status === 'fail')
      .slice(0, SHOWN_OF_EACH)
      .map(({ history }) => history),
  );
  const read = async (file: string): Promise<readonly [string, History]> => [file, await archive.history(file)];
  return new Map(await Promise.all([...new Set(files)].map(read)));
};

/** Draws of a seed that was not given are another one's each time; the report says which. */
const depthOf = ({ interruptions, smallest, seed = Date.now() % 1e9 }: RunOptions): Assignment['interruptions'] => {
  if (typeof interruptions === 'object') return { count: interruptions.draws, seed };
  return smallest && interruptions === 'all' ? 'smallest' : interruptions;
};

/** An interrupted case takes about three undisturbed ones: a successor boots, and its lease has to run out. */
const INTERRUPTED = 3;

const sayPlans = ({ plans, eachMs }: { plans: readonly Plan[]; eachMs: number }, workers: number): number => {
  const minutes = (plans.length * eachMs * INTERRUPTED) / workers / 60_000;
  process.stdout.write(
    `${plans.map(({ id }) => plain(id)).join('\n')}\n${plans.length} plans, about ${minutes.toFixed(1)} minutes\n`,
  );
  return exitCodes.ok;
};

const exitCodeOf = (end: {
  report: Report;
  failure: unknown;
  options: RunOptions;
  signal: NodeJS.Signals | undefined;
  saved: readonly Saved[];
}): Report['exit'] => {
  const { report, failure, options, signal, saved } = end;
  if (signal !== undefined)
    return {
      code: codeOfSignal(signal),
      because: `${signal} came before all cases were run; what is here is finished`,
    };
  if (failure instanceof TargetUnavailable) return { code: exitCodes.unavailable, because: failure.message };
  if (failure instanceof ProtocolBroken) return { code: exitCodes.protocol, because: failure.message };
  if (failure !== undefined)
    return {
      code: exitCodes.bug,
      because: `killpoint itself failed: ${failure instanceof Error ? failure.stack : String(failure)}`,
    };
  const byName = options.requirement.filter((glob) => !glob.includes('*'));
  const { level, failOn, lastFailed: isRerun } = options;
  return exitOf(report, { byName, level, failOn, unsound: unsoundness(saved), isRerun });
};
