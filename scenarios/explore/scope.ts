import type { Settings } from '../../model/transaction.ts';
import type { Command, Step } from '../../model/vocabulary.ts';
import type { Feature } from './features.ts';

/** A bounded world: what there is, what may happen, and how often. Everything that is explored is said here. */
export type Scope = {
  readonly id: string;
  /** What it is for, in a sentence. */
  readonly about: string;
  /** The steps of each run. Runs are alike, so that it does not matter which of them is called the first. */
  readonly steps: readonly Step[];
  readonly runs: number;
  /** An attempt of a slot beyond this number is cut: counted, and not followed. */
  readonly attempts: number;
  readonly settings: Settings;
  readonly may: readonly Feature[];
  /** Whether it takes so long that refusals are not lifted in it. */
  readonly isLarge?: true;
};

/** Something that the world does, or the clock. */
export type Happening =
  | { readonly type: 'tick'; readonly ms: number }
  /** An owner applies a request that it has received, or turns it away. */
  | { readonly type: 'apply' | 'turn-away'; readonly slot: string; readonly step: string };
/** Whatever brings a state to the next. */
export type Deed = Command | Happening;

/** Whether a deed is a command, and not something that the world does. */
export const isCommand = (deed: Deed): deed is Command => !['tick', 'apply', 'turn-away'].includes(deed.type);

/** One run of a scope, by the names that its commands use. */
export type Place = { readonly scope: Scope; readonly run: string; readonly slot: string };

/** The runs of a scope. Every name in a run contains the name of the run or of its slot. */
export const placesOf = (scope: Scope): readonly Place[] =>
  Array.from({ length: scope.runs }, (_, index) => ({ scope, run: `run-${index + 1}`, slot: `slot-${index + 1}` }));
