import { type History, isOf, type Observation } from '../../model/vocabulary.ts';
import { boundaryLabel } from '../boundary-words.ts';

/** What recovery from one interruption cost, as one saved history shows it. A time is left out where that never came. */
export type Recovery = {
  readonly plan: string;
  readonly boundary: string;
  readonly deed: string;
  /** From the interruption to the next call on the world, and to the run's end. */
  readonly toNextCallMs?: number;
  readonly toResultMs?: number;
  /** Calls for a step that had been called before. */
  readonly repeatedCalls: number;
};

/** The recovery of each history in which a worker was killed or stopped; in the others there is nothing to recover from. */
export const recoveriesOf = (histories: Iterable<History>): readonly Recovery[] =>
  [...histories].flatMap(({ plan, observations }) => {
    const landed = observations.find(
      (seen) =>
        isOf(seen, 'intervention.landed') && ['kill', 'stop', 'lose-node', 'lose-power'].includes(seen.event.do),
    );
    if (landed === undefined || !isOf(landed, 'intervention.landed')) return [];
    const { boundary, do: deed } = landed.event;
    const next = since(landed, observations, (seen) => isOf(seen, 'call.received'));
    const result = since(landed, observations, (seen) => isOf(seen, 'run.rested') && seen.event.as === 'finished');
    return [
      {
        plan: plan.id,
        boundary: boundaryLabel({ at: boundary.at, nth: 1 }),
        deed,
        ...(next === undefined ? {} : { toNextCallMs: next }),
        ...(result === undefined ? {} : { toResultMs: result }),
        repeatedCalls: observations.filter((seen) => isOf(seen, 'call.received') && seen.event.nth > 1).length,
      },
    ];
  });

const since = (
  landed: Observation,
  observations: readonly Observation[],
  isMeant: (seen: Observation) => boolean,
): number | undefined => {
  const then = observations.find((seen) => seen.seq > landed.seq && isMeant(seen));
  return then === undefined ? undefined : then.atMs - landed.atMs;
};
