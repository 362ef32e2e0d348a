import type { Defects } from '../../model/step.ts';
import type { Command, RequirementId } from '../../model/vocabulary.ts';
import type { Conduct } from '../conduct.ts';
import type { Perform } from '../perform.ts';
import type { Decide, Store, StoreAnswer } from '../store.ts';

/**
 * The reference with one deliberate defect, which a requirement must find. With nothing interrupted it behaves as it should. The defect
 * is in one of four places: refusals that the machines do not make, an answer of `decide`, the conduct of a worker, or what a process does
 * beside its store.
 */
export type Mutant = {
  readonly id: string;
  /** What is wrong with it, in one sentence. */
  readonly defect: string;
  /** The requirement that it was made for, and those that must fail with it. */
  readonly fails: readonly RequirementId[];
  /** Why more than its own requirement fails. */
  readonly explained?: string;
  readonly defects?: Defects;
  readonly decide?: (plain: Decide) => Decide;
  readonly conduct?: Partial<Conduct>;
  readonly plot?: (scene: Scene) => Plot;
};

/** What one process of a mutant has at hand. */
export type Scene = {
  readonly file: string;
  readonly store: Store;
  readonly perform: Perform;
  readonly complain: (error: unknown) => void;
};

/** What one process of a mutant does beside its store. */
export type Plot = {
  /** Takes a command over; without an answer the store gets it. */
  readonly answers?: (command: Command) => StoreAnswer | undefined;
  /** When the process becomes a worker. */
  readonly starts?: () => void;
  /** Each time the worker looks round. */
  readonly looks?: () => void;
  readonly closes?: () => void;
};
