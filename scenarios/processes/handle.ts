import type { CommitMoment } from '../../model/vocabulary.ts';

/** How a process ended, as the operating system reports it. */
export type Death = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Is asked at each commit of a process what becomes of it there. */
export type Watch = (moment: CommitMoment) => 'pass' | 'die';

/** One process that the harness started, wherever it lives: one of the operating system, or one within the harness itself. */
export interface Handle {
  readonly stdin: NodeJS.WritableStream;
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  readonly exited: Promise<Death>;
  readonly death: Death | undefined;
  /** By which it is known among all processes of the harness; empty where it is none of the operating system's. */
  readonly mark: string;
  /** Its node's own disk: a folder, or empty where it has none. */
  readonly disk: string;
  /** Ends it as SIGKILL does; resolves when it is certain that nothing of it runs any more. */
  kill(): Promise<Death>;
  /** Holds it as SIGSTOP does; resolves when it stands still, or is dead. */
  stop(): Promise<void>;
  /** Lets a stopped process run for `ms` milliseconds, and no longer. Resolves when it is stopped again. */
  slice(ms: number): Promise<void>;
  continue(): void;
  /** Asked at each commit, where the harness is told of them. Whoever says that it dies there kills it. */
  watch?: Watch;
  /** What of it a stop did not reach. */
  unstopped(): readonly number[];
  /** What outlived its kill; it is killed now. */
  reapEscaped(): readonly number[];
  /** It is started on the node of another one: it finds what was left there, unless that was discarded. */
  inherit(disk: string): void;
  discardDisk(): void;
}
