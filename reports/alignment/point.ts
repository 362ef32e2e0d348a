/** Why a story without a point is no other story: its rules leave it free, or nobody may have looked just then. */
export type Excuse = 'allowed' | 'unseen';

/**
 * One thing that is said of a point. `value` is what has to be the same, with results told by which answer of the world they are; `exact` has
 * the result itself, which is another where a step was asked for again, as it may be.
 */
export type Said = { readonly name: string; readonly value: string; readonly exact?: string };

/** One thing in a story that is held against its counterpart in another. Ids, times and the names of workers are no part of it. */
export type Point = {
  readonly seq: number;
  /** What it is about: the same for its counterpart, and only once in its own story. */
  readonly subject: string;
  /** What has to be the same of both. */
  readonly says: readonly Said[];
  readonly words: string;
  /** It was read now and then, or others go on beside it: its place among them says nothing. */
  readonly isAfloat?: true;
  /** Nobody knows how it came out, so that it fits whatever its counterpart says. */
  readonly isOpen?: true;
  readonly excuse?: Excuse;
};
