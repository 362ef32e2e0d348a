import { assign, type EventObject, type MachineContext } from 'xstate';
import type { RefusalReason } from './refusal.ts';

// An event may stand for several types at once, which `Extract` would not find.
type Only<E extends EventObject, T extends string> = E extends EventObject
  ? T extends E['type']
    ? E & { type: T }
    : never
  : never;
type Moment<C, E> = { readonly context: C; readonly event: E };

/**
 * The two words that a machine of the pure subset is written with. `when` makes a named guard and `set` an assign; both are
 * written for one event and see it narrowed. Reaching one by another event is a mistake in the machine, and throws.
 */
export const wordsFor = <C extends MachineContext, E extends EventObject>() => ({
  when:
    <T extends E['type']>(type: T, holds: (context: C, event: Only<E, T>) => boolean) =>
    ({ context, event }: Moment<C, E>): boolean =>
      holds(context, only(event, type)),
  set: <T extends E['type']>(type: T, change: (context: C, event: Only<E, T>) => Partial<C>) =>
    assign<C, E, undefined, E, never>(({ context, event }) => change(context, only<E, T>(event, type))),
});

const only = <E extends EventObject, T extends E['type']>(event: E, type: T): Only<E, T> => {
  if (isOnly(event, type)) return event;
  throw new Error(
    `A guard or action written for "${type}" was reached by "${event.type}". Give that event a guard of its own.`,
  );
};
const isOnly = <E extends EventObject, T extends E['type']>(event: E, type: T): event is Only<E, T> =>
  event.type === type;

/**
 * The only action that is not an assign. It does nothing: XState hands it back among the actions of a transition, so that a
 * refusal is an answer and never a part of the context.
 */
export const answers = { refuse: (_: unknown, _params: { reason: RefusalReason }): void => {} };

/** Refused, for this reason; nothing changes. */
export const no = (reason: RefusalReason) => ({ actions: { type: 'refuse' as const, params: { reason } } });

/** Accepted, and nothing changes. XState takes an empty transition as handled, so an outer refusal does not apply. */
export const yes = {};
