import { type ContextOf, type Entity, isKind, type Kind } from '../../model/kinds.ts';
import type { Decision } from '../../model/runtime.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Decide } from '../store.ts';
import { overlay } from './overlay.ts';

/** An entity that is to be written with some of its context changed. */
export const changed = <K extends Kind>(
  id: string,
  entity: Entity<K>,
  context: Partial<ContextOf<K>> & object,
): Write => ({ kind: entity.kind, id, entity: having(entity, context) });

/** A decision in which every entity of a kind that it writes is changed on the way. */
export const altered = <K extends Kind>(
  decision: Decision,
  kind: K,
  change: (context: ContextOf<K>, id: string) => Partial<ContextOf<K>> & object,
): Decision => rewritten(decision, kind, (entity, id) => having(entity, change(entity.context, id)));

/** A decision of which each write of one kind writes something else. */
export const rewritten = <K extends Kind>(
  decision: Decision,
  kind: K,
  change: (entity: Entity<K>, id: string) => Entity<K>,
): Decision => ({
  ...decision,
  writes: decision.writes.map((write) =>
    isKind(write.entity, kind) ? { ...write, entity: change(write.entity, write.id) } : write,
  ),
});

/** An entity that remembers something else. */
export const having = <K extends Kind>(entity: Entity<K>, part: Partial<ContextOf<K>>): Entity<K> => ({
  ...entity,
  context: Object.assign({}, entity.context, part),
});

/** A view in which one entity, if it is there, is another one. */
export const misread = <K extends Kind>(
  view: View,
  kind: K,
  { id, change }: { readonly id: string; readonly change: (entity: Entity<K>) => Entity<K> },
): View => {
  const found = view.get(kind, id);
  return found === undefined ? view : overlay(view, [{ kind, id, entity: change(found) }]);
};

/** A decision that writes these entities as well, each over what it would have written there. */
export const withWrites = (decision: Decision, more: readonly Write[]): Decision => {
  const isReplaced = (write: Write): boolean => more.some(({ kind, id }) => kind === write.kind && id === write.id);
  return { ...decision, writes: [...decision.writes.filter((write) => !isReplaced(write)), ...more] };
};

/** What is written over besides when a slot is claimed that has lost an attempt. */
type TakeUp = (view: View, slot: Entity<'slot'>, id: string) => readonly Write[];

/** The claim that takes up lost work writes more than it should. */
export const whenTakenUp =
  (also: TakeUp) =>
  (plain: Decide): Decide =>
  (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'claim' || decision.answer.status === 'refused') return decision;
    const after = overlay(view, decision.writes);
    const slot = after.get('slot', command.slot);
    return slot === undefined || slot.context.deaths === 0
      ? decision
      : withWrites(decision, also(after, slot, command.slot));
  };

/** Whether the slot that an attempt serves has lost an attempt before. */
export const isSuccessor = (view: View, attempt: string): boolean =>
  (view.get('slot', view.get('attempt', attempt)?.context.slot ?? '')?.context.deaths ?? 0) > 0;
