import { type Entity, isKind, type Kind } from '../../model/kinds.ts';
import type { Decision } from '../../model/runtime.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Command } from '../../model/vocabulary.ts';
import { overlay } from './overlay.ts';

// Words of mutants that do more, or less, than a command says.

/** An answer that wrote nothing. */
export const ok: Decision = { answer: { status: 'ok', value: null }, writes: [] };

/** What a command changes, and after it what is made of the view that it leaves. A refused command stays as it is. */
export const andThen = (view: View, decision: Decision, more: (view: View) => readonly Write[]): Decision =>
  decision.answer.status === 'refused'
    ? decision
    : { ...decision, writes: merged(decision.writes, more(overlay(view, decision.writes))) };

/** Writes one after another, each entity once. */
export const merged = (first: readonly Write[], later: readonly Write[]): readonly Write[] => [
  ...first.filter((write) => !later.some((other) => isSame(write, other))),
  ...later,
];

const isSame = (one: Write, other: Write): boolean => one.kind === other.kind && one.id === other.id;

/** Puts an entity into another state, past its machine. Nothing where it is not there. */
export const moved = (view: View, kind: Kind, { id, leaf }: { readonly id: string; readonly leaf: string }) =>
  changed(view, { kind, id }, (entity) => ({ ...entity, leaf }));

/** Puts another entity in the place of one, past its machine. Nothing where it is not there. */
export const changed = <K extends Kind>(
  view: View,
  { kind, id }: { readonly kind: K; readonly id: string },
  change: (entity: Entity<K>) => Entity<K>,
): readonly Write[] => {
  const entity = view.get(kind, id);
  return entity === undefined ? [] : [{ kind, id, entity: change(entity) }];
};

/** The writes with those of one kind changed. */
export const changing = <K extends Kind>(
  writes: readonly Write[],
  kind: K,
  change: (entity: Entity<K>) => Entity<K>,
): readonly Write[] =>
  writes.map((write) => (isKind(write.entity, kind) ? { ...write, entity: change(write.entity) } : write));

/** Whose a command is, for another one that is told in its name. */
export const by = ({ tenant, actor, key }: Command) => ({ tenant, actor, key });
