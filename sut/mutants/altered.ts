import { type ContextOf, type Entity, isKind, type Kind } from '../../model/kinds.ts';
import type { Decision } from '../../model/runtime.ts';
import type { Write } from '../../model/transaction.ts';

/** A decision that writes the entities of one kind otherwise. */
export const altered = <K extends Kind>(
  decision: Decision,
  kind: K,
  change: (entity: Entity<K>, id: string) => Entity<K>,
): Decision => ({
  ...decision,
  writes: decision.writes.map((write) =>
    isKind(write.entity, kind) ? { ...write, entity: change(write.entity, write.id) } : write,
  ),
});

/** A decision that writes one entity more, or in the place of what it would have written there. */
export const writing = (decision: Decision, write: Write): Decision => ({
  ...decision,
  writes: [...decision.writes.filter(({ kind, id }) => kind !== write.kind || id !== write.id), write],
});

/** An entity that remembers something else. */
export const having = <K extends Kind>(entity: Entity<K>, part: Partial<ContextOf<K>>): Entity<K> => ({
  ...entity,
  context: Object.assign({}, entity.context, part),
});
