import type { Command } from '../../model/vocabulary.ts';

/** Something that the world does, or the clock. */
export type Happening =
  | { readonly type: 'tick'; readonly ms: number }
  /** An owner applies a request that it has received, or turns it away. */
  | { readonly type: 'apply' | 'turn-away'; readonly slot: string; readonly step: string };
/** Whatever brings a state to the next. */
export type Deed = Command | Happening;

/** Whether a deed is a command, and not something that the world does. */
export const isCommand = (deed: Deed): deed is Command => !['tick', 'apply', 'turn-away'].includes(deed.type);
