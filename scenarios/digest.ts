import { type End, type EventOf, type History, isOf, type Plan } from '../model/vocabulary.ts';
import { type CaseCost, costIn } from './cost.ts';

/** What a run keeps of a case that is over: all that it counts. The history itself lies on the disk, and there can be ten thousand. */
export type Digest = {
  readonly plan: Plan;
  readonly ended: End;
  /** How many observations there are. */
  readonly length: number;
  /** Whether each intervention of the plan landed, in their order. */
  readonly landed: readonly boolean[];
  /** Why the first one was missed that was, if any was. */
  readonly missed: string | undefined;
  readonly hasEscape: boolean;
  readonly hasStranger: boolean;
  readonly hasCalls: boolean;
  /** Whether a run stood still in the end, unfinished, with nothing that it waits for. */
  readonly hangs: boolean;
  /** What recovery cost, where anything landed. */
  readonly cost: CaseCost | undefined;
};

/** Counts what is counted in a history. */
export const digestOf = (history: History): Digest => {
  const { plan, ended, observations } = history;
  const done = new Set(
    observations.filter((seen) => isOf(seen, 'intervention.landed')).map(({ event }) => event.index),
  );
  const has = (type: EventOf<'call.escaped' | 'call.strange' | 'call.received'>['type']): boolean =>
    observations.some(({ event }) => event.type === type);
  return {
    plan,
    ended,
    length: observations.length,
    landed: plan.interventions.map((_, index) => done.has(index)),
    missed: observations.find((seen) => isOf(seen, 'intervention.missed'))?.event.because,
    hasEscape: has('call.escaped'),
    hasStranger: has('call.strange'),
    hasCalls: has('call.received'),
    hangs: ended === 'stuck' || endsUnfinished(history),
    cost: done.size === 0 ? undefined : costIn(history),
  };
};

const endsUnfinished = ({ observations }: History): boolean => {
  const rests = new Map(
    observations.filter((seen) => isOf(seen, 'run.rested')).map(({ event }) => [event.run, event.as]),
  );
  return [...rests.values()].some((as) => as === 'stuck' || as === 'livelock');
};
