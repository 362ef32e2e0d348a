import type { Entity } from '../../model/kinds.ts';
import type { Settings } from '../../model/transaction.ts';

/**
 * How long before now a time can still matter, in milliseconds; null where nothing reads it. Time is relative: the clock always shows 0,
 * and each time moves towards the past instead. Times are only ever compared with now, so that nothing is lost where they stop.
 */
type Floor = (leaf: string, settings: Settings) => number | null;

const floors: Readonly<Record<string, Floor>> = {
  // A lease that has ended no longer runs out.
  untilMs: (leaf) => (leaf === 'live' ? 0 : null),
  // Only an expired one is asked how long ago that was.
  endedAtMs: (leaf, { graceMs }) => (leaf === 'expired' ? -graceMs : null),
  retryAtMs: () => 0,
  // When a result was committed is evidence, which no command rests on.
  atMs: () => null,
};
const isTime = (name: string, value: unknown): value is number =>
  typeof value === 'number' && /(^u|U)ntilMs$|[aA]tMs$/.test(name);

/** The text of a context some time later, by which equal entities are one: with its times moved and those that are dead left out. */
export const textLater = ({ leaf, context }: Entity, ms: number, settings: Settings): string =>
  JSON.stringify(context, (name, value: unknown) => {
    if (!isTime(name, value)) return value;
    const floor = floors[name] ?? ((_, { graceMs, backoffMs, leaseMs }) => -Math.max(graceMs, backoffMs, leaseMs));
    const least = floor(leaf, settings);
    return least === null ? 0 : Math.max(value - ms, least);
  });
