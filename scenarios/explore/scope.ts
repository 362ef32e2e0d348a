import type { Settings } from '../../model/transaction.ts';
import type { Feature } from './features.ts';
import type { Bounds } from './place.ts';

/** A bounded world: what there is, what may happen, and how often. Everything that is explored is said here. */
export type Scope = Bounds & {
  readonly settings: Settings;
  readonly may: readonly Feature[];
  /** Whether it takes so long that refusals are not lifted in it. */
  readonly isLarge?: true;
};
