import { type Entity, isKind, type Kind } from '../../model/kinds.ts';
import type { Decision } from '../../model/runtime.ts';
import type { View, Write } from '../../model/transaction.ts';
import { overlay } from './overlay.ts';

/** A decision of which each write of one kind writes something else. */
export const rewritten = <K extends Kind>(
  decision: Decision,
  kind: K,
  change: (entity: Entity<K>, id: string) => Entity<K>,
): Decision => ({
  ...decision,
  writes: decision.writes.map((write): Write => {
    const { entity, id } = write;
    return isKind(entity, kind) ? { kind, id, entity: change(entity, id) } : write;
  }),
});

/** A decision with further writes, each in the place of what the decision itself writes there. */
export const withWrites = (decision: Decision, more: readonly Write[]): Decision => ({
  ...decision,
  writes: [...decision.writes.filter((write) => !more.some((other) => isSamePlace(write, other))), ...more],
});

const isSamePlace = (one: Write, other: Write): boolean => one.kind === other.kind && one.id === other.id;

/** A view in which one entity, if it is there, is another one. */
export const misread = <K extends Kind>(
  view: View,
  kind: K,
  { id, change }: { readonly id: string; readonly change: (entity: Entity<K>) => Entity<K> },
): View => {
  const found = view.get(kind, id);
  return found === undefined ? view : overlay(view, [{ kind, id, entity: change(found) }]);
};
