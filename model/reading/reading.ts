import {
  type CallStep,
  callSteps,
  type History,
  isOf,
  isTerminal,
  type Observation,
  type ObservationOf,
  type Program,
  type WorkStep,
} from '../vocabulary.ts';
import { type Call, callsOf, gaveResult } from './calls.ts';
import { type Exchange, exchangesOf } from './exchanges.ts';
import { isFromZombie, type Loss, lossesOf, type Stop, stopsOf } from './processes.ts';
import { isSure, type Sight, sightsOf } from './sights.ts';

/**
 * A history made ready for the checks. It adds nothing: what the world saw, what the harness did and what the runtime said stay
 * apart, and every fact carries its run.
 */
export type Reading = {
  readonly history: History;
  readonly program: Program;
  /** The steps that have a result of their own. An approval's prompt is no step: it may be shown again. */
  readonly steps: readonly WorkStep[];
  /** The runs that workers called for, and those that came to rest without a call. */
  readonly runs: readonly string[];
  readonly calls: readonly Call[];
  /** Calls of workers that still had the right to work. */
  readonly honest: readonly Call[];
  readonly stops: readonly Stop[];
  readonly losses: readonly Loss[];
  readonly sights: readonly Sight[];
  readonly exchanges: readonly Exchange[];
  readonly working: readonly Observation[];
  readonly rests: readonly ObservationOf<'run.rested'>[];
};

const read_ = new WeakMap<History, Reading>();

/** Reads a history once; all checks of one judgement share it. */
export const read = (history: History): Reading => {
  const known = read_.get(history) ?? readAnew(history);
  read_.set(history, known);
  return known;
};

const readAnew = (history: History): Reading => {
  const calls = callsOf(history);
  const stops = stopsOf(history);
  const program = history.plan.program;
  const rests = history.observations.filter((seen) => isOf(seen, 'run.rested'));
  return {
    history,
    program,
    steps: callSteps(program).filter(isWork),
    runs: [...new Set([...calls.map((call) => call.run), ...rests.map((rest) => rest.event.run)])],
    calls,
    honest: calls.filter((call) => !isFromZombie(call, stops, calls)),
    stops,
    losses: lossesOf(history, stops, calls),
    sights: sightsOf(history),
    exchanges: exchangesOf(history),
    working: history.observations.filter((seen) => isOf(seen, 'process.working')),
    rests,
  };
};

const isWork = (step: CallStep): step is WorkStep => step.op !== 'approval';

/** Whether workers did the work. A script drives the runtime by commands alone, and the world sees none of it. */
export const isWorked = (reading: Reading): boolean => reading.history.plan.script === undefined;

/** The calls that were made for one step of a run, whoever made them. */
export const callsFor = (calls: readonly Call[], run: string, step: string): readonly Call[] =>
  calls.filter((call) => call.run === run && call.step === step);

/** The first answer that gave a step of a run its result. That of a worker which stood still comes long after its call. */
export const firstAnswer = (calls: readonly Call[], run: string, step: string): Call['answered'] =>
  callsFor(calls, run, step)
    .filter(gaveResult)
    .flatMap(({ answered }) => answered ?? [])
    .sort((one, other) => one.seq - other.seq)[0];

/** Where a run had finished before its zombie was let go. What the zombie does to it later is another requirement's affair. */
export const finishedBeforeZombie = (reading: Reading, run: string): Sight | undefined =>
  reading.sights.find((sight) => sight.run === run && sight.why === 'before-continue' && isTerminal(sight.view.status));

/** The readings of a run that may be held against its status. */
export const sureSights = (reading: Reading, run: string): readonly Sight[] =>
  reading.sights.filter((sight) => sight.run === run && isSure(sight));
