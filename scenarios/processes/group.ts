import { holdsWriteLock, isStopped, processesMarked, signalQuietly } from './process-table.ts';
import { sleep } from './waiting.ts';

/** How many milliseconds a process is let run to give a lock up; one that keeps it longer is stopped with it. */
const LOCK_TRIES = 200;

/** A process group as the one who signals it sees it. Its leader may not have started yet. */
export type Leader = { readonly pid: number | undefined; readonly isDead: boolean };

/** The signals to one process group, whoever started it, and what of it they do not reach: that carries its mark. */
export class Group {
  readonly #leader: () => Leader;
  readonly #mark: string;

  constructor(leader: () => Leader, mark: string) {
    this.#leader = leader;
    this.#mark = mark;
  }

  signal(signal: NodeJS.Signals): void {
    const { pid, isDead } = this.#leader();
    if (pid !== undefined && !isDead) signalQuietly(-pid, signal);
  }
  /**
   * SIGSTOP to the whole group; resolves when the process is really stopped, or dead. One that would be stopped while it holds a file's
   * write lock runs on until it has let go: it would block its store for everybody, by our doing and not by the runtime's.
   */
  async stop(): Promise<void> {
    await this.#halt();
    for (let tries = 0; tries < LOCK_TRIES && this.#holdsLock(); tries++) await this.slice(1);
  }
  /**
   * Lets a stopped process run for `ms` milliseconds, and no longer: this thread waits meanwhile, since a busy event loop would lengthen
   * the slice. Resolves when it is stopped again.
   */
  async slice(ms: number): Promise<void> {
    this.signal('SIGCONT');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    await this.#halt();
  }
  /** Descendants that a stop did not reach: they left the process group. */
  unstopped(): readonly number[] {
    return processesMarked(this.#mark).filter((pid) => !isStopped(pid));
  }
  /** Descendants that outlived the process: a kill that did not reach all of it. Kills them. */
  reapEscaped(): readonly number[] {
    const escaped = processesMarked(this.#mark);
    for (const pid of escaped) signalQuietly(pid, 'SIGKILL');
    return escaped;
  }
  async #halt(): Promise<void> {
    this.signal('SIGSTOP');
    while (!this.#leader().isDead && !isStopped(this.#leader().pid)) await sleep(1);
  }
  #holdsLock(): boolean {
    const { pid, isDead } = this.#leader();
    return !isDead && holdsWriteLock(pid);
  }
}
