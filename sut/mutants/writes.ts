import { type ContextOf, type Entity, isKind, type Kind } from '../../model/kinds.ts';
import { effectOf } from '../../model/rules/names.ts';
import type { Decision } from '../../model/runtime.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Command, CommandOf } from '../../model/vocabulary.ts';
import type { Decide } from '../store.ts';
import { overlay } from './overlay.ts';

// Words of mutants that do more, or less, than a command says.

/** An answer that wrote nothing. */
export const ok: Decision = { answer: { status: 'ok', value: null }, writes: [] };

/** Whose a command is, for another one that is told in its name. */
export const by = ({ tenant, actor, key }: Command) => ({ tenant, actor, key });

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

/** Puts another entity in the place of one, past its machine. Nothing where it is not there. */
export const replaced = <K extends Kind>(
  view: View,
  { kind, id }: { readonly kind: K; readonly id: string },
  change: (entity: Entity<K>) => Entity<K>,
): readonly Write[] => {
  const entity = view.get(kind, id);
  return entity === undefined ? [] : [{ kind, id, entity: change(entity) }];
};

/** Puts an entity into another state, past its machine. Nothing where it is not there. */
export const moved = (view: View, kind: Kind, { id, leaf }: { readonly id: string; readonly leaf: string }) =>
  replaced(view, { kind, id }, (entity) => ({ ...entity, leaf }));

/** A view in which one entity, if it is there, is another one. */
export const misread = <K extends Kind>(
  view: View,
  kind: K,
  { id, change }: { readonly id: string; readonly change: (entity: Entity<K>) => Entity<K> },
): View => overlay(view, replaced(view, { kind, id }, change));

/** Writes one after another, each entity once. */
export const merged = (first: readonly Write[], later: readonly Write[]): readonly Write[] => [
  ...first.filter((write) => !later.some(({ kind, id }) => kind === write.kind && id === write.id)),
  ...later,
];

/** A decision that writes these entities as well, each over what it would have written there. */
export const withWrites = (decision: Decision, more: readonly Write[]): Decision => ({
  ...decision,
  writes: merged(decision.writes, more),
});

/** What a command changes, and after it what is made of the view that it leaves. A refused command stays as it is. */
export const andThen = (view: View, decision: Decision, more: (view: View) => readonly Write[]): Decision =>
  decision.answer.status === 'refused' ? decision : withWrites(decision, more(overlay(view, decision.writes)));

/** What is written over besides when a slot is claimed that has lost an attempt. */
type TakeUp = (view: View, slot: Entity<'slot'>, id: string) => readonly Write[];

/** The claim that takes up lost work writes more than it should. */
export const whenTakenUp =
  (also: TakeUp) =>
  (plain: Decide): Decide =>
  (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'claim') return decision;
    return andThen(view, decision, (after) => {
      const slot = after.get('slot', command.slot);
      return slot === undefined || slot.context.deaths === 0 ? [] : also(after, slot, command.slot);
    });
  };

/** Whether the slot that an attempt serves has lost an attempt before. */
export const isSuccessor = (view: View, attempt: string): boolean =>
  (view.get('slot', view.get('attempt', attempt)?.context.slot ?? '')?.context.deaths ?? 0) > 0;

/** An effect that was in doubt when a later attempt declared its intent, and the intent. */
type InDoubt = { readonly view: View; readonly id: string; readonly command: CommandOf<'intend'> };

/** An intent for an effect that is in doubt is decided in another way. */
export const whenInDoubt =
  (otherwise: (doubt: InDoubt) => Decision) =>
  (plain: Decide): Decide =>
  (view, command) => {
    const decision = plain(view, command);
    const place = command.type === 'intend' ? view.get('attempt', command.attempt)?.context : undefined;
    if (command.type !== 'intend' || place === undefined || decision.answer.status === 'refused') return decision;
    const id = effectOf(place.slot, command.step);
    return is(view.get('effect', id), 'ambiguous') ? otherwise({ view, id, command }) : decision;
  };
