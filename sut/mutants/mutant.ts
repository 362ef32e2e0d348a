import type { Defects } from '../../model/step.ts';
import type { Command, Program, RequirementId, RunView } from '../../model/vocabulary.ts';
import type { Conduct } from '../conduct.ts';
import type { Perform } from '../perform.ts';
import type { Decide, Store, StoreAnswer } from '../store.ts';

/**
 * The reference with one deliberate defect, which a requirement must find. With nothing interrupted it behaves as it should. The defect
 * is in one of six places: refusals that the machines do not make, an answer of `decide`, the conduct of a worker, the clock that it goes
 * by, what a process does beside its store, or what is shown of a run.
 */
export type Mutant = {
  readonly id: string;
  /** What is wrong with it, in one sentence. */
  readonly defect: string;
  /** The requirement that it was made for, and those that must fail with it. */
  readonly fails: readonly RequirementId[];
  /** Why more than its own requirement fails. */
  readonly explained?: string;
  /** The public reports whose shape it has: ids of `reports.ts`. */
  readonly reports?: readonly string[];
  readonly defects?: Defects;
  readonly decide?: (plain: Decide) => Decide;
  readonly conduct?: Partial<Conduct>;
  /** Its time is what the clock of its node says at each moment. */
  readonly followsTheClock?: true;
  readonly plot?: (scene: Scene) => Plot;
  /** What is shown of a run, where the store has it right. */
  readonly shows?: (view: RunView) => RunView;
};

/** What one process of a mutant has at hand. */
export type Scene = {
  readonly file: string;
  readonly store: Store;
  readonly perform: Perform;
  readonly complain: (error: unknown) => void;
  /** The folder of its node's own disk. */
  readonly disk: () => string;
  /** What the clock of its node says, in milliseconds. */
  readonly now: () => number;
  /** The programs that the process has the code of, the newest first. */
  readonly code: readonly Program[];
};

/** What one process of a mutant does beside its store. */
export type Plot = {
  /** Conduct that rests on what this process alone remembers. */
  readonly conduct?: Partial<Conduct>;
  /** Takes a command over; without an answer the store gets it. */
  readonly answers?: (command: Command) => StoreAnswer | undefined;
  /** When the process becomes a worker. */
  readonly starts?: () => void;
  /** Each time the worker looks round. */
  readonly looks?: () => void;
  /** When the process is told to stop in order, before it does. */
  readonly drains?: () => void;
  readonly closes?: () => void;
};
