import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { requirements as specified } from '../model/index.ts';
import {
  type History,
  type Level,
  type Plan,
  profiles,
  type Reach,
  type Report,
  type Requirement,
} from '../model/vocabulary.ts';
import { plain } from '../reports/index.ts';
import {
  Archive,
  type Assignment,
  conformance,
  dryRun,
  ProtocolBroken,
  quick,
  scenarios,
  TargetUnavailable,
  UsageError,
  unsoundness,
} from '../scenarios/index.ts';
import { exitCodes, exitOf } from './exit.ts';
import { ownVersion } from './places.ts';
import { tellerFor } from './progress.ts';
import { type ReporterName, writeReports } from './reporters.ts';
import { codeOfSignal, type Interruption, interruption } from './signals.ts';
import { adapterOf, mannerOf, type Speaking } from './targets.ts';

/** The options of `killpoint run`, as they were parsed. */
export type RunOptions = Speaking & {
  readonly requirement: readonly string[];
  readonly skip: readonly string[];
  readonly profile?: string;
  readonly level?: Level;
  readonly reach: readonly Reach[];
  readonly interruptions: 'quick' | 'all' | 'pairs' | { readonly draws: number };
  readonly smallest: boolean;
  readonly budget?: number;
  readonly seed?: number;
  readonly program: readonly string[];
  readonly dryRun: boolean;
  readonly workers: number;
  readonly x: boolean;
  readonly failOn: readonly string[];
  readonly reporter: readonly ReporterName[];
  readonly out: string;
};

/** Runs the conformance of each target and returns the exit code: the first failing target's, else the last that is not 0. */
export const runTargets = async (targets: readonly string[], options: RunOptions): Promise<number> => {
  const requirements = selectRequirements(options);
  const named = scenarios.filter(
    ({ program: { id } }) => options.program.length === 0 || options.program.some((glob) => matches(glob, id)),
  );
  if (named.length === 0)
    throw new UsageError(`no program matches ${options.program.join(', ')}; 'killpoint list programs' shows them`);
  // A program that was asked for by name is run, whichever is the smallest.
  const isOfEach = options.interruptions === 'all' && !options.smallest;
  const chosen = options.program.length === 0 && !isOfEach ? quick(named, requirements) : named;
  const halt = interruption();
  const codes: number[] = [];
  for (const address of targets) {
    if (halt.received() !== undefined) break;
    const folder = targets.length === 1 ? options.out : join(options.out, address.replaceAll(/[^\w.-]+/g, '_'));
    codes.push(await runTarget(address, { ...options, out: folder }, { requirements, chosen, halt }));
  }
  return halt.code() ?? codes.find((code) => code === exitCodes.failed) ?? codes.find(isNotOk) ?? exitCodes.ok;
};

const isNotOk = (code: number): boolean => code !== exitCodes.ok;

type Chosen = {
  readonly requirements: readonly Requirement[];
  readonly chosen: typeof scenarios;
  readonly halt: Interruption;
};

const runTarget = async (
  address: string,
  options: RunOptions,
  { requirements, chosen, halt }: Chosen,
): Promise<number> => {
  const adapter = await adapterOf(address, mannerOf(options));
  const folder = resolve(options.out);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const teller = tellerFor(process.stderr);
  const assignment: Assignment = {
    address,
    adapter,
    requirements,
    scenarios: chosen,
    archive: new Archive(folder, adapter),
    killpoint: ownVersion(),
    workers: options.workers,
    isBrief: options.x,
    reach: options.reach,
    interruptions: depthOf(options),
    budgetMs: options.budget,
    signal: halt.signal,
    onProgress: teller.tell,
  };
  if (options.dryRun) {
    const surveyed = await dryRun(assignment).finally(teller.end);
    return halt.code() ?? sayPlans(surveyed, options.workers);
  }
  const { report, saved, failure } = await conformance(assignment).finally(teller.end);
  const histories = new Map(saved.map(({ history, file }) => [file, history]));
  const finished: Report = {
    ...report,
    exit: exitCodeOf({ report, failure, options, signal: halt.received(), histories: [...histories.values()] }),
  };
  await writeReports(finished, { folder, shown: options.out, reporters: options.reporter, histories });
  return finished.exit.code;
};

/** Draws of a seed that was not given are another one's each time; the report says which. */
const depthOf = ({ interruptions, seed = Date.now() % 1e9 }: RunOptions): Assignment['interruptions'] =>
  typeof interruptions === 'object' ? { count: interruptions.draws, seed } : interruptions;

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
  histories: readonly History[];
}): Report['exit'] => {
  const { report, failure, options, signal, histories } = end;
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
  return exitOf(report, { byName, level: options.level, failOn: options.failOn, unsound: unsoundness(histories) });
};

/** The requirements that the options leave. Throws `UsageError` when that is none, or a name fits none. */
const selectRequirements = (options: RunOptions): readonly Requirement[] => {
  for (const glob of [...options.requirement, ...options.skip])
    if (!specified.some(({ id }) => matches(glob, id)))
      throw new UsageError(`no requirement matches '${glob}'; 'killpoint list requirements' shows them`);
  if (options.profile !== undefined && !profiles.some((profile) => profile === options.profile))
    throw new UsageError(`there is no profile '${options.profile}'; there are ${profiles.join(', ')}`);
  const selected = specified.filter(
    ({ id, profile, level }) =>
      (options.requirement.length === 0 || options.requirement.some((glob) => matches(glob, id))) &&
      !options.skip.some((glob) => matches(glob, id)) &&
      (options.profile === undefined || options.profile === profile) &&
      (options.level === undefined || level <= options.level),
  );
  if (selected.length === 0) throw new UsageError('the options leave no requirement to check');
  return selected;
};

/** A glob with `*` for any text. */
const matches = (glob: string, id: string): boolean =>
  new RegExp(
    `^${glob
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(id);
