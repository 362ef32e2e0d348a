import type { Entity } from '../../model/kinds.ts';
import { hasTag } from '../../model/step.ts';
import type { Settings } from '../../model/transaction.ts';

/**
 * How long before now a time can still matter, in milliseconds; null where nothing reads it. Time is relative: the clock always shows 0,
 * and each time moves towards the past instead. Times are only ever compared with now, so that nothing is lost where they stop.
 */
type Floor = (entity: Entity, settings: Settings) => number | null;

const floors: Readonly<Record<string, Floor>> = {
  // A lease that has ended no longer runs out.
  untilMs: ({ leaf }) => (leaf === 'live' ? 0 : null),
  // Only one that was taken away, by time or by somebody, is asked how long ago that was.
  endedAtMs: ({ leaf }, { graceMs }) => (leaf === 'expired' || leaf === 'revoked' ? -graceMs : null),
  retryAtMs: () => 0,
  // When a result was committed is evidence, which no command rests on.
  atMs: () => null,
  deadlineAtMs: (entity) => (hasTag(entity, 'terminal') || ['approved', 'superseded'].includes(entity.leaf) ? null : 0),
  dueAtMs: ({ leaf }) => (leaf === 'running' ? 0 : null),
  // Only of what can still be looked up, or arrive, is it asked when it was sent.
  sentAtMs: ({ leaf }, { deliveryMs = 0 }) => (['dispatched', 'ambiguous', 'sent'].includes(leaf) ? -deliveryMs : null),
  // What is used up cannot be used up further.
  workingSinceMs: (entity) => {
    const left = 'executionLeftMs' in entity.context ? entity.context.executionLeftMs : null;
    return hasTag(entity, 'terminal') || left === null ? null : -left;
  },
};
const isTime = (name: string, value: unknown): value is number =>
  typeof value === 'number' && /(^u|U)ntilMs$|[aA]tMs$|SinceMs$/.test(name);

/** The text of a context some time later, by which equal entities are one: with its times moved and those that are dead left out. */
export const textLater = (entity: Entity, ms: number, settings: Settings): string =>
  JSON.stringify(entity.context, (name, value: unknown) => {
    if (!isTime(name, value)) return value;
    const floor = floors[name];
    if (floor === undefined) throw new Error(`Say in scenarios/explore/clocks.ts how long "${name}" can matter.`);
    const least = floor(entity, settings);
    return least === null ? 0 : Math.max(value - ms, least);
  });
