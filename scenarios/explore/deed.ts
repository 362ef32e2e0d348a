import type { Command } from '../../model/vocabulary.ts';

/** Something that the world does, or the clock. */
export type Happening =
  | { readonly type: 'tick'; readonly ms: number }
  /** An owner applies a request that it has received, turns it away, or finds that its sender may not ask for it. */
  | { readonly type: 'apply' | 'turn-away' | 'forbid'; readonly slot: string; readonly step: string }
  /** A request that an attempt sent reaches its owner at last. */
  | { readonly type: 'arrive'; readonly attempt: string; readonly step: string };
/** Whatever brings a state to the next. */
export type Deed = Command | Happening;
/** A deed that is not the clock's. */
export type Act = Exclude<Deed, { readonly type: 'tick' }>;
