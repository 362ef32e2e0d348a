import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetch, InProcessSpec, ProcessSpec } from '../../model/vocabulary.ts';
import type { Death, Handle } from './handle.ts';
import { sleep } from './waiting.ts';
import { Within } from './within.ts';

/** The variable by which every descendant of a process of ours is found again, also one that left its process group. */
const MARK = 'KILLPOINT_PROCESS';
/** What a process of a target may inherit: nothing that a secret is likely to stand in. */
const inherited = ['PATH', 'LANG', 'LC_ALL', 'TZ'];

/** How many milliseconds a process is let run to give a lock up; one that keeps it longer is stopped with it. */
const LOCK_TRIES = 200;

/** Whose and where a process is, where it is not ours and on a disk of its own. */
export type As = { readonly cwd?: string; readonly uid?: number; readonly gid?: number };

/** One operating-system process that the harness started, in a process group of its own. */
export class Child implements Handle {
  readonly mark = randomUUID();
  readonly exited: Promise<Death>;
  /** Its node's own disk: the working folder, HOME and TMPDIR, unless it was given a working folder. */
  readonly disk: string;
  readonly #ownsDisk: boolean;
  readonly #child: ChildProcess;
  #death: Death | undefined;

  constructor(spec: ProcessSpec, as: As = {}) {
    this.#ownsDisk = as.cwd === undefined;
    this.disk = as.cwd ?? mkdtempSync(join(tmpdir(), 'killpoint-node-'));
    const kept = inherited.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
    );
    this.#child = spawn(spec.command, [...spec.arguments], {
      ...as,
      cwd: this.disk,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...Object.fromEntries(kept), HOME: this.disk, TMPDIR: this.disk, ...spec.env, [MARK]: this.mark },
    });
    // A dead process's pipe breaks; what was written to it counts as never read.
    this.#child.stdin?.on('error', () => undefined);
    this.exited = new Promise((resolve) => {
      const end = (death: Death): void => {
        this.#death ??= death;
        resolve(this.#death);
      };
      this.#child.on('exit', (code, signal) => end({ code, signal }));
      this.#child.on('error', () => end({ code: 127, signal: null }));
    });
  }

  get death(): Death | undefined {
    return this.#death;
  }
  get stdin(): NodeJS.WritableStream {
    return present(this.#child.stdin);
  }
  get stdout(): NodeJS.ReadableStream {
    return present(this.#child.stdout);
  }
  get stderr(): NodeJS.ReadableStream {
    return present(this.#child.stderr);
  }

  /** SIGKILL to the whole group; resolves when the operating system says that the process is dead. */
  async kill(): Promise<Death> {
    this.#signal('SIGKILL');
    return this.exited;
  }
  /**
   * SIGSTOP to the whole group; resolves when the process is really stopped, or dead. One that would be stopped while it holds a file's
   * write lock runs on until it has let go: it would block its store for everybody, by our doing and not by the runtime's.
   */
  async stop(): Promise<void> {
    await this.#halt();
    for (let tries = 0; tries < LOCK_TRIES && this.#death === undefined && holdsWriteLock(this.#child.pid); tries++)
      await this.slice(1);
  }
  /**
   * Lets a stopped process run for `ms` milliseconds, and no longer: this thread waits meanwhile, since a busy event loop would lengthen
   * the slice. Resolves when it is stopped again.
   */
  async slice(ms: number): Promise<void> {
    this.#signal('SIGCONT');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    await this.#halt();
  }
  /** Descendants that a stop did not reach: they left the process group. */
  unstopped(): readonly number[] {
    return processesMarked(this.mark).filter((pid) => !isStopped(pid));
  }
  continue(): void {
    this.#signal('SIGCONT');
  }
  /** Descendants that outlived the process: a kill that did not reach all of it. Kills them. */
  reapEscaped(): readonly number[] {
    const escaped = processesMarked(this.mark);
    for (const pid of escaped) signalQuietly(pid, 'SIGKILL');
    return escaped;
  }
  inherit(disk: string): void {
    if (existsSync(disk)) cpSync(disk, this.disk, { recursive: true });
  }
  discardDisk(): void {
    if (this.#ownsDisk) rmSync(this.disk, { recursive: true, force: true });
  }
  async #halt(): Promise<void> {
    this.#signal('SIGSTOP');
    while (this.#death === undefined && !isStopped(this.#child.pid)) await sleep(1);
  }
  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid !== undefined && this.#death === undefined) signalQuietly(-this.#child.pid, signal);
  }
}

/** Owns every process group that the harness starts, from spawn to death. Nothing else may spawn. */
export class Supervisor {
  readonly #request: Fetch;
  readonly #children = new Set<Handle>();
  /** Every child whose disk may still be there. */
  readonly #spawned = new Set<Handle>();

  /** `request` carries what processes that live in this one ask of the world. */
  constructor(request: Fetch = fetch) {
    this.#request = request;
  }

  spawn(spec: ProcessSpec, as: As = {}): Child {
    return this.#owned(new Child(spec, as));
  }
  /** Brings up a process that lives in this one. */
  board(spec: InProcessSpec): Handle {
    return this.#owned(new Within(spec, this.#request));
  }
  /** Kills everything that still lives, without waiting: the last thing that a dying harness does. */
  killAll(): void {
    for (const child of this.#children) {
      void child.kill();
      child.reapEscaped();
    }
    for (const child of this.#spawned) child.discardDisk();
  }
  /** Kills everything that still lives and waits until it is dead. */
  async close(): Promise<void> {
    const children = [...this.#children];
    this.killAll();
    await Promise.all(children.map((child) => child.exited));
  }
  #owned<H extends Handle>(child: H): H {
    this.#children.add(child);
    this.#spawned.add(child);
    void child.exited.then(() => this.#children.delete(child));
    return child;
  }
}

const present = <T>(stream: T | null): T => {
  if (stream === null) throw new Error('expected a process with pipes on its standard streams; this one has none');
  return stream;
};

/** A process that is gone already needs no signal. */
const signalQuietly = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

const isStopped = (pid: number | undefined): boolean => {
  if (process.platform !== 'linux') return true;
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' || /^[TtZ]/.test(stat.slice(stat.lastIndexOf(')') + 2));
};

const holdsWriteLock = (pid: number | undefined): boolean =>
  read('/proc/locks')
    .split('\n')
    .some((line) => / WRITE /.test(line) && line.split(/\s+/).includes(String(pid)));

const processesMarked = (mark: string): readonly number[] => {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(`${MARK}=${mark}`))
    .map(Number);
};

/** A file of /proc may vanish between two looks: then its process is gone, and there is nothing to read. */
const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
