import {
  type Boundary,
  type History,
  isOf,
  type Json,
  type Observation,
  type Plan,
  type RunView,
} from '../../model/vocabulary.ts';
import { type Landmark, landmarksOf } from '../plans/landmarks.ts';
import { planOf } from '../plans/make.ts';
import { isReceived, isWithheld, zombieAt } from '../plans/signals.ts';

/** The plans that add a second interruption to first deaths, of which those that left the same behind are one. */
export const secondsAmong = (died: readonly History[]): readonly Plan[] => {
  const distinct = new Map(died.map((history) => [leftBehind(history), history]));
  return [...distinct.values()].flatMap(secondsAfter);
};

/**
 * What a first death left behind: what the store shows while nobody works, and what was done outside of it. Two deaths that left the same
 * are recovered from in the same way, so that one of them stands for both.
 */
const leftBehind = (history: History): string => {
  const death = deathOf(history);
  const after = history.observations.find((seen) => seen.seq > death && isOf(seen, 'view.read'));
  const shown = after !== undefined && isOf(after, 'view.read') ? timeless(after.event.view) : null;
  const outside = history.observations
    .filter((seen) => seen.seq < death)
    .flatMap(({ event }) =>
      event.type === 'effect.applied' || event.type === 'artifact.stored' ? [`${event.type} ${event.step}`] : [],
    );
  return JSON.stringify([history.plan.program.id, shown, outside]);
};

/** The plans that add a second interruption, somewhere in the recovery, to the one that a history has had. */
const secondsAfter = (history: History): readonly Plan[] => {
  const { program, interventions, needs, settings } = history.plan;
  return pointsOf(history).flatMap((point) => {
    const deaths = [{ at: point.boundary, do: 'kill' as const }];
    const seconds = isReceived(point) || isWithheld(point) ? [deaths, zombieAt(point.boundary)] : [deaths];
    return seconds.map((second) => planOf(program, [...interventions, ...second], { needs, settings }));
  });
};

/**
 * The places in a recovery at which an interruption can show something new: between two of them the store or the world has changed. A death
 * without a write since the last leaves what the last one left.
 */
const pointsOf = (history: History): readonly Landmark[] => {
  const death = deathOf(history);
  const changes = history.observations.filter((seen) => seen.seq > death && isChange(seen)).map(({ seq }) => seq);
  const ahead = landmarksOf(history).filter(({ seq }) => seq > death);
  const kept: { landmark: Landmark; moment: number }[] = [];
  for (const landmark of ahead) {
    const moment = momentOf(landmark);
    const last = kept.at(-1)?.moment ?? death;
    if (changes.some((seq) => seq > last && seq <= moment)) kept.push({ landmark, moment });
  }
  return kept.map(({ landmark }) => landmark);
};

/** A commit stands in a history once it is durable; the moment before it is just before that. */
const momentOf = ({ boundary, seq }: Landmark): number => (isBefore(boundary) ? seq - 0.5 : seq);
const isBefore = ({ at }: Boundary): boolean => at === 'commit.before';

const isChange = ({ event }: Observation): boolean =>
  ['store.committed', 'view.read', 'effect.applied', 'artifact.stored'].includes(event.type);

const deathOf = ({ observations }: History): number =>
  observations.find((seen) => isOf(seen, 'process.died') && seen.event.by === 'plan')?.seq ?? Infinity;

/** What is shown of a run, without the times at which anything was or will be. */
const timeless = (view: RunView): Json =>
  JSON.parse(JSON.stringify(view, (key, value) => (times.has(key) ? 0 : value)));
const times: ReadonlySet<string> = new Set(['at', 'retryAtMs', 'deadlineAtMs', 'executionLeftMs']);
