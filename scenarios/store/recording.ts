import type { Operation } from './files/operation.ts';
import type { Disk } from './images/disk.ts';
import type { Done } from './images/effects.ts';

/** One operation of a run: the n-th of its workers, from 1, or a client's, which has no number. */
export type Recorded = Done & {
  readonly operation: Operation;
  readonly nth: number | undefined;
  /** What it is: two runs whose operations agree in it took one path. */
  readonly label: string;
  /** How many calls the world had seen by then. */
  readonly calls: number;
};

/** What one run did to the files of its store, from the disk as it was before to its last operation, in one order. */
export type Recording = {
  readonly before: Disk;
  readonly done: readonly Recorded[];
  /** Files that were changed without any call: they are left out of every image, and say nothing where they are not SQLite's own index. */
  readonly unseen: readonly string[];
};
