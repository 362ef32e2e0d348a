import {
  type History,
  isOf,
  type Json,
  type Observation,
  type ObservationOf,
  type RunView,
  sameJson,
} from '../vocabulary.ts';

/**
 * One reading of what a runtime shows of a run. `rest` was read while nothing moved, `held` while a worker was held or stopped,
 * `twice` was read again unchanged with no world event between; `fleeting` may have been a moment between two writes.
 */
export type Sight = {
  readonly run: string;
  readonly seq: number;
  /** When it was read, and when it was last read again unchanged. */
  readonly atMs: number;
  readonly untilMs: number;
  readonly why: string;
  readonly view: RunView;
  readonly standing: 'rest' | 'held' | 'twice' | 'fleeting';
};

const restful: ReadonlySet<string> = new Set(['rest', 'before-continue', 'after-continue']);
const aroundCommand: ReadonlySet<string> = new Set(['before-command', 'after-command']);

/** The readings of a history, each with how far it can be believed. */
export const sightsOf = (history: History): readonly Sight[] =>
  history.observations
    .filter((seen) => isOf(seen, 'view.read'))
    .map((seen) => ({
      run: seen.event.run,
      seq: seen.seq,
      atMs: seen.atMs,
      untilMs: seen.event.unchangedUntilMs ?? seen.atMs,
      why: seen.event.why,
      view: seen.event.view,
      standing: standingOf(seen, history),
    }));

/** What a runtime says of its own status counts only at rest, or when a second reading says the same. */
export const isSure = (sight: Sight): boolean => sight.standing === 'rest' || sight.standing === 'twice';

/** A durable fact, such as a commit, is believed also while the worker cannot move. */
export const isSteady = (sight: Sight): boolean => isSure(sight) || sight.standing === 'held';

/** Whether two shown things are the same, an absent member being the same as one that is not there. */
export const sameShown = (one: unknown, other: unknown): boolean => sameJson(plain(one), plain(other));

/** Whether two readings show a run in the same state: only the time at work that it has left may have passed on. */
export const isSameState = (one: RunView, other: RunView): boolean => sameShown(timeless(one), timeless(other));

const timeless = ({ executionLeftMs: _, ...view }: RunView): Omit<RunView, 'executionLeftMs'> => view;

const plain = (shown: unknown): Json => JSON.parse(JSON.stringify(shown ?? null));

/** Who reads a file sees what was written to it before it is on the disk: what was shown before a loss of power need not be durable. */
const powerLostAt = ({ observations }: History): number =>
  observations.find((seen) => isOf(seen, 'intervention.landed') && seen.event.do === 'lose-power')?.seq ?? -1;

const standingOf = (seen: Observation, history: History): Sight['standing'] => {
  if (!isOf(seen, 'view.read') || seen.seq < powerLostAt(history)) return 'fleeting';
  if (restful.has(seen.event.why) || isAroundStill(seen, history)) return 'rest';
  if (wasSeenAgain(seen, history.observations)) return 'twice';
  return seen.event.why === 'held' ? 'held' : 'fleeting';
};

/** Around a command nothing moves where no worker works at all, or where the run had come to rest and the world has seen nothing since. */
const isAroundStill = (seen: ObservationOf<'view.read'>, { plan, observations }: History): boolean => {
  if (!aroundCommand.has(seen.event.why)) return false;
  const before = observations.filter((other) => other.seq < seen.seq);
  const rest = before.findLast((other) => isOf(other, 'run.rested') && other.event.run === seen.event.run);
  const hasMoved = before.some((other) => other.witness === 'world' && other.seq > (rest?.seq ?? Infinity));
  return plan.script !== undefined || (rest !== undefined && !hasMoved);
};

const wasSeenAgain = (seen: Observation, all: readonly Observation[]): boolean => {
  if (!isOf(seen, 'view.read')) return false;
  const until = seen.event.unchangedUntilMs ?? seen.atMs;
  const world = all.filter((other) => other.witness === 'world');
  if (until > seen.atMs && !world.some((other) => other.seq > seen.seq && other.atMs <= until)) return true;
  const next = all.find(
    (other) => other.seq > seen.seq && isOf(other, 'view.read') && other.event.run === seen.event.run,
  );
  return (
    next !== undefined &&
    isOf(next, 'view.read') &&
    sameShown(next.event.view, seen.event.view) &&
    !world.some((other) => other.seq > seen.seq && other.seq < next.seq)
  );
};
