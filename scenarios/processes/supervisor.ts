import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fetch, InProcessSpec, ProcessSpec } from '../../model/vocabulary.ts';
import type { Pace } from '../pace.ts';
import { inheritDisk } from './disk.ts';
import { Group } from './group.ts';
import { Guard } from './guard.ts';
import type { Death, Handle } from './handle.ts';
import { MARK } from './process-table.ts';
import { Within } from './within.ts';

/** What a process of a target may inherit: nothing that a secret is likely to stand in. */
const inherited = ['PATH', 'LANG', 'LC_ALL', 'TZ'];

/** Whose and where a process is, where it is not ours and on a disk of its own. */
export type As = { readonly cwd?: string; readonly uid?: number; readonly gid?: number };

/** What a process has of its supervisor: a mark by which it and its descendants are found, and a disk of its own, made when it is asked for. */
export type OwnNode = { readonly mark: string; readonly disk: () => string };

/** One operating-system process that the harness started, in a process group of its own. */
export class Child implements Handle {
  readonly exited: Promise<Death>;
  readonly mark: string;
  /** Its node's own disk: the working folder, HOME and TMPDIR, unless it was given a working folder. */
  readonly disk: string;
  readonly #ownsDisk: boolean;
  readonly #group: Group;
  readonly #child: ChildProcess;
  #death: Death | undefined;

  constructor(spec: ProcessSpec, node: OwnNode, as: As = {}) {
    this.#group = new Group(() => ({ pid: this.pid, isDead: this.#death !== undefined }), node.mark);
    this.mark = node.mark;
    this.#ownsDisk = as.cwd === undefined;
    this.disk = as.cwd ?? node.disk();
    const kept = inherited.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
    );
    this.#child = spawn(spec.command, [...spec.arguments], {
      ...as,
      cwd: this.disk,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...Object.fromEntries(kept), HOME: this.disk, TMPDIR: this.disk, ...spec.env, [MARK]: node.mark },
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

  get pid(): number | undefined {
    return this.#child.pid;
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
    this.#group.signal('SIGKILL');
    return this.exited;
  }
  stop(): Promise<void> {
    return this.#group.stop();
  }
  slice(ms: number): Promise<void> {
    return this.#group.slice(ms);
  }
  unstopped(): readonly number[] {
    return this.#group.unstopped();
  }
  continue(): void {
    this.#group.signal('SIGCONT');
  }
  reapEscaped(): readonly number[] {
    return this.#group.reapEscaped();
  }
  inherit(disk: string): void {
    inheritDisk(disk, () => this.disk);
  }
  discardDisk(): void {
    if (this.#ownsDisk) rmSync(this.disk, { recursive: true, force: true });
  }
}

/** Owns every process group that the harness starts, from spawn to death, and beyond its own. Nothing else may spawn. */
export class Supervisor {
  readonly #request: Fetch;
  readonly #mark = randomUUID();
  readonly #children = new Set<Handle>();
  readonly pace: Pace | undefined;
  #apart: { readonly guard: Guard; readonly folder: string } | undefined;

  /** `request` carries what processes that live in this one ask of the world; without a `pace` the machine counts as quiet. */
  constructor(request: Fetch = fetch, pace?: Pace) {
    this.#request = request;
    this.pace = pace;
  }

  spawn(spec: ProcessSpec, as: As = {}): Child {
    const child = new Child(spec, this.node(), as);
    if (child.pid !== undefined) this.watch(child.pid, child.exited);
    return this.own(child);
  }
  /** Brings up a process that lives in this one. */
  board(spec: InProcessSpec): Handle {
    return this.own(new Within(spec, this.#request));
  }
  /** A mark and a disk for one process more, whoever starts it. */
  node(): OwnNode {
    const { folder } = this.#whatIsApart();
    return { mark: `${this.#mark}.${randomUUID()}`, disk: () => mkdtempSync(join(folder, 'node-')) };
  }
  /** From here on the group of this process ends with the harness, however that ends. */
  watch(pid: number, exited: Promise<unknown>): void {
    const { guard } = this.#whatIsApart();
    guard.watch(pid);
    void exited.then(() => guard.release(pid));
  }
  /** A folder that is to go with the harness, however it ends. */
  discard(folder: string): void {
    this.#whatIsApart().guard.discard(folder);
  }
  /** Kills everything that still lives, without waiting: the last thing that a dying harness does. */
  killAll(): void {
    for (const child of this.#children) {
      void child.kill();
      child.reapEscaped();
    }
    if (this.#apart !== undefined) rmSync(this.#apart.folder, { recursive: true, force: true });
  }
  /** Kills everything that still lives and waits until it is dead. What is spawned later is guarded anew. */
  async close(): Promise<void> {
    const children = [...this.#children];
    this.killAll();
    await Promise.all(children.map((child) => child.exited));
    const guard = this.#apart?.guard;
    this.#apart = undefined;
    await guard?.close();
  }
  /** The guard and the folder of the disks. A run whose processes all live in this one needs neither. */
  #whatIsApart(): { readonly guard: Guard; readonly folder: string } {
    if (this.#apart === undefined) {
      const folder = mkdtempSync(join(tmpdir(), 'killpoint-nodes-'));
      this.#apart = { guard: new Guard(this.#mark), folder };
      this.#apart.guard.discard(folder);
    }
    return this.#apart;
  }
  /** Takes a process over, whoever started it: it is ended with the others. */
  own<H extends Handle>(child: H): H {
    this.#children.add(child);
    void child.exited.then(() => this.#children.delete(child));
    return child;
  }
}

const present = <T>(stream: T | null): T => {
  if (stream === null) throw new Error('expected a process with pipes on its standard streams; this one has none');
  return stream;
};
