import type { Entity, Kind } from '../model/kinds.ts';

/** An entity with its id. */
export type Found<K extends Kind> = { readonly id: string; readonly entity: Entity<K> };

/** What whoever shows a run asks the store for. */
export interface Looking {
  get<K extends Kind>(kind: K, id: string): Entity<K> | undefined;
  /** All of a kind, of one run or of all runs, in the order of their creation. */
  ofRun<K extends Kind>(kind: K, run: string): readonly Found<K>[];
  all<K extends Kind>(kind: K): readonly Found<K>[];
  /** Whether a worker has found that nobody at hand can serve the run. */
  isStranded(run: string): boolean;
}
