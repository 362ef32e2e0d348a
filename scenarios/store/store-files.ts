import type { Recording } from './recording.ts';
import type { FileWatcher } from './files/watcher.ts';

/** What cases of one run share where the files of their stores are watched. */
export type StoreFiles = {
  readonly watcher: FileWatcher;
  /** What an undisturbed run of each program did, by the program's id. */
  readonly recordings: Map<string, Recording>;
};
