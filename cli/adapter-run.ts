import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Adapter, History, Reach, Report } from '../model/vocabulary.ts';
import {
  Archive,
  type Assignment,
  conformance,
  ProtocolBroken,
  readCosts,
  type Saved,
  type Shard,
  TargetUnavailable,
  unsoundness,
} from '../scenarios/index.ts';
import { type BaselineOptions, type Known, partWithBaseline, withBaseline } from './baseline/apply.ts';
import { heldBesideReference } from './beside-reference.ts';
import { evidenceOf } from './evidence.ts';
import { exitCodes, exitOf } from './exit.ts';
import { leaveForOthers } from './leavings.ts';
import { ownVersion } from './places.ts';
import { type Teller, tellerFor } from './progress.ts';
import { type ReporterName, writeReports } from './reporters.ts';
import type { Selected, Selecting } from './selection.ts';
import { codeOfSignal, type Interruption } from './signals.ts';
import type { Speaking } from './targets.ts';

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
    readonly shard?: Pick<Shard, 'index' | 'of'>;
    readonly costs?: string;
  };

/** What is run of all that there is, what is known of its target, and how its user ends it. */
export type Chosen = {
  readonly selected: Selected;
  readonly known: Known | undefined;
  readonly halt: Interruption;
};

/** A target that was opened, and the address that its reports name. */
export type OpenedTarget = { readonly address: string; readonly adapter: Adapter };

/** A run that is over: its report with the exit code in it, and the histories by the files that the report names. */
export type Finished = {
  readonly report: Report;
  readonly histories: ReadonlyMap<string, History>;
  readonly failure: unknown;
};

/** Runs the conformance of one target and writes its reports, and what later commands need, into the folder of the options. */
export const runAdapter = async (target: OpenedTarget, options: RunOptions, chosen: Chosen): Promise<Finished> => {
  const { known, halt } = chosen;
  const { assignment, teller } = await assignmentFor(target, options, chosen);
  const done = await conformance(assignment).finally(teller.end);
  const { report, saved, failure } = done;
  const judged = options.shard === undefined ? withBaseline(report, known) : partWithBaseline(report, known);
  const finished: Report = {
    ...judged,
    exit: exitCodeOf({ report: judged, failure, options, signal: halt.received(), saved }),
  };
  const { archive, signal } = assignment;
  const told = await heldBesideReference(finished, { folder: archive.folder, signal });
  const evidence = await evidenceOf(told, archive);
  await writeReports(told, {
    folder: archive.folder,
    shown: options.out,
    reporters: reportersOf(options),
    ...evidence,
  });
  await leaveForOthers(done, assignment, { byName: byName(options.requirement), level: options.level });
  return { report: told, histories: evidence.histories, failure };
};

/** What the harness is asked to do by these options, and who tells how far it is. */
export const assignmentFor = async (
  { address, adapter }: OpenedTarget,
  options: RunOptions,
  { selected, halt }: Chosen,
): Promise<{ readonly assignment: Assignment; readonly teller: Teller }> => {
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
    shard: await shardOf(options),
    budgetMs: options.budget,
    reach: options.reach,
    signal: halt.signal,
    onProgress: teller.tell,
  };
  return { assignment, teller };
};

/** The parts of a run are put together from their reports, so a shard writes its own whatever else was asked for. */
const reportersOf = ({ shard, reporter }: RunOptions): readonly ReporterName[] =>
  shard === undefined || reporter.includes('json') ? reporter : [...reporter, 'json'];

const shardOf = async ({ shard, costs }: RunOptions): Promise<Shard | undefined> =>
  shard === undefined ? undefined : { ...shard, costs: costs === undefined ? undefined : await readCosts(costs) };

const byName = (globs: readonly string[]): readonly string[] => globs.filter((glob) => !glob.includes('*'));

/** Draws of a seed that was not given are another one's each time; the report says which. */
const depthOf = ({ interruptions, smallest, seed = Date.now() % 1e9 }: RunOptions): Assignment['interruptions'] => {
  if (typeof interruptions === 'object') return { count: interruptions.draws, seed };
  return smallest && interruptions === 'all' ? 'smallest' : interruptions;
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
  const { requirement, level, failOn, lastFailed: isRerun, shard } = options;
  const asked = { byName: byName(requirement), level, failOn, isRerun, isPart: shard !== undefined };
  return exitOf(report, { ...asked, unsound: unsoundness(saved) });
};
