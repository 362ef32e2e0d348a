import { join } from 'node:path';
import type { Plan } from '../model/vocabulary.ts';
import { plain } from '../reports/index.ts';
import { dryRun, UsageError } from '../scenarios/index.ts';
import { assignmentFor, type Chosen, type RunOptions, runAdapter } from './adapter-run.ts';
import { folderName } from './address.ts';
import { attachedAddress, attachProgram } from './attach.ts';
import { knownBy } from './baseline/apply.ts';
import { exitCodes } from './exit.ts';
import { failedBefore, selectedBy } from './selection.ts';
import { interruption } from './signals.ts';
import { adapterOf, mannerOf } from './targets.ts';

/** Runs the conformance of each target and returns the exit code: the first failing target's, else the last that is not 0. */
export const runTargets = async (targets: readonly string[], options: RunOptions): Promise<number> => {
  if (options.smallest && options.interruptions !== 'all')
    throw new UsageError(
      '--smallest leaves plans of --interruptions all out; without that there is nothing to leave out',
    );
  if (options.shard !== undefined && typeof options.interruptions === 'object' && options.seed === undefined)
    throw new UsageError('the shards of random:N have to draw alike: give all of them the same --seed');
  if (options.costs !== undefined && options.shard === undefined)
    throw new UsageError('--costs says how a run is divided; without --shard it is not');
  const selected = selectedBy(options);
  const [attached] = targets.flatMap((address) => attachedAddress(address) ?? []);
  if (attached !== undefined) return attachProgram(attached, selected, options);
  const known = knownBy(options, targets);
  const halt = interruption();
  const codes: number[] = [];
  for (const address of targets) {
    if (halt.received() !== undefined) break;
    const folder = targets.length === 1 ? options.out : join(options.out, folderName(address));
    const own = options.lastFailed
      ? await failedBefore(selected, { folder, address, program: options.program })
      : selected;
    codes.push(await runTarget(address, { ...options, out: folder }, { selected: own, known, halt }));
  }
  return halt.code() ?? codes.find((code) => code === exitCodes.failed) ?? codes.find(isNotOk) ?? exitCodes.ok;
};

const isNotOk = (code: number): boolean => code !== exitCodes.ok;

const runTarget = async (address: string, options: RunOptions, chosen: Chosen): Promise<number> => {
  const target = { address, adapter: await adapterOf(address, mannerOf(options)) };
  if (options.dryRun) {
    const { assignment, teller } = await assignmentFor(target, options, chosen);
    const surveyed = await dryRun(assignment).finally(teller.end);
    return chosen.halt.code() ?? sayPlans(surveyed, options.workers);
  }
  const { report } = await runAdapter(target, options, chosen);
  return report.exit.code;
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
