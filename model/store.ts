import { type Entity, isKind, type Kind } from './kinds.ts';
import type { View, Write } from './transaction.ts';

/** All entities of a runtime in memory. It is a value: writing makes another one. */
export type Store = ReadonlyMap<string, Write>;

/** A store in which nothing has happened. */
export const emptyStore: Store = new Map();

/** The store after a decision's writes. */
export const written = (store: Store, writes: readonly Write[]): Store =>
  writes.length === 0
    ? store
    : new Map([...store, ...writes.map((write) => [idOf(write.kind, write.id), write] as const)]);

/** The store as `decide` reads it, at one moment. */
export const viewOf = (store: Store, { nowMs, settings }: Pick<View, 'nowMs' | 'settings'>): View => ({
  nowMs,
  settings,
  get: (kind, id) => find(store, kind, id),
  specifications: (run, slot) =>
    all(store, 'specification')
      .filter(({ entity: { context } }) => context.run === run && context.slot === slot)
      .map(({ id }) => id),
});

/** One entity, if it is there. */
export const find = <K extends Kind>(store: Store, kind: K, id: string): Entity<K> | undefined => {
  const entity = store.get(idOf(kind, id))?.entity;
  return entity !== undefined && isKind(entity, kind) ? entity : undefined;
};

/** Every entity of one kind, in the order in which they came. */
export const all = <K extends Kind>(
  store: Store,
  kind: K,
): readonly { readonly id: string; readonly entity: Entity<K> }[] =>
  [...store.values()].flatMap(({ id, entity }) => (isKind(entity, kind) ? [{ id, entity }] : []));

const idOf = (kind: Kind, id: string): string => `${kind}:${id}`;
