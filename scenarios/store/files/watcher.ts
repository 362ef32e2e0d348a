import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import type { ProcessSpec } from '../../../model/vocabulary.ts';
import type { Child, Supervisor } from '../../processes/supervisor.ts';
import { Latch, until } from '../../processes/waiting.ts';
import { Lines, type Told, wordFor } from './lines.ts';
import type { Operation, Watching } from './operation.ts';

/** How long a process may take to be known to the supervisor after it said that it is ready, and the supervisor to be ready itself. */
const ARRIVAL_MS = 20_000;

type Watched = { readonly folder: string; readonly watching: Watching };

/**
 * The supervisor of storage system calls at work: one process for all cases, which the harness owns as it owns every other. A process that
 * was started as `wrap` says can be watched, and nothing is changed in it; until it is, it runs on as if nobody looked.
 */
export class FileWatcher {
  readonly #child: Child;
  readonly #program: string;
  readonly #name = `killpoint-${randomUUID()}`;
  readonly #ready = new Latch();
  /** The supervisor's number of each process that came, by the harness's own name for it. */
  readonly #numbers = new Map<string, number>();
  readonly #watched = new Map<number, Watched>();
  readonly #confirmed = new Map<number, Latch>();
  readonly #open = new Map<number, { readonly operation: Operation; readonly watching: Watching }>();
  #stderr = '';
  #isOver = false;

  constructor(supervisor: Supervisor, program: string) {
    this.#program = program;
    this.#child = supervisor.spawn({ command: program, arguments: ['serve', this.#name], env: {} });
    const lines = new Lines((told) => this.#take(told));
    this.#child.stdout.on('data', (chunk: Buffer) => lines.take(chunk));
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = `${this.#stderr}${chunk.toString('utf8')}`.slice(-2_000);
    });
  }

  /** Throws where it does not come up. */
  async ready(): Promise<void> {
    let isReady = false;
    void this.#ready.opened.then(() => {
      isReady = true;
    });
    if (await until(() => isReady || this.#child.death !== undefined, ARRIVAL_MS)) if (isReady) return;
    throw new Error(`expected the supervisor of storage system calls to come up; it did not.\n${this.#stderr}`);
  }
  /** Calls back if it dies before its time: from then on every call that it held fails in the processes, through no fault of theirs. */
  onLost(lost: (error: Error) => void): void {
    void this.#child.exited.then(({ code, signal }) => {
      const words = `died (code ${code}, signal ${signal}): what its processes did from then on says nothing.\n${this.#stderr}`;
      if (!this.#isOver) lost(new Error(`the supervisor of storage system calls ${words}`));
    });
  }
  /** The run is over: from now on its death is no loss. */
  end(): void {
    this.#isOver = true;
  }

  /** How to start a process so that it can be watched. */
  wrap(spec: ProcessSpec): ProcessSpec {
    return {
      command: this.#program,
      arguments: ['launch', this.#name, '--', spec.command, ...spec.arguments],
      env: spec.env,
    };
  }
  /** From now on nothing changes in a folder by this process or what it starts but by the word of `watching`. */
  async watch(mark: string, { folder, watching }: Watched): Promise<void> {
    if (!(await until(() => this.#numbers.has(mark) || this.#child.death !== undefined, ARRIVAL_MS)))
      throw new Error(`expected process ${mark} to come to the supervisor of storage system calls; it never did`);
    const number = this.#numbers.get(mark) ?? 0;
    const confirmed = new Latch();
    this.#watched.set(number, { folder, watching });
    this.#confirmed.set(number, confirmed);
    this.#say(`watch ${number} ${wordFor(folder)}`);
    await Promise.race([confirmed.opened, this.#child.exited]);
    // By now everything is known that any process did before this one.
    this.#trust(number, watching);
  }
  /** Nobody decides any more about a process that is dead. */
  forget(mark: string): void {
    this.#watched.delete(this.#numbers.get(mark) ?? 0);
    this.#numbers.delete(mark);
  }

  /** Says anew of each process that lives how far it is trusted. */
  trustAnew(): void {
    for (const [number, { watching }] of this.#watched) this.#trust(number, watching);
  }

  #trust(number: number, watching: Watching): void {
    const count = watching.trusts();
    this.#say(`trust ${number} ${Number.isFinite(count) ? count : -1}`);
  }
  #say(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }
  #take(told: Told): void {
    switch (told.is) {
      case 'ready':
        this.#ready.open();
        return;
      case 'process':
        this.#numbers.set(told.name, told.process);
        return;
      case 'watching':
        this.#confirmed.get(told.process)?.open();
        return;
      case 'op':
        void this.#decide(told);
        return;
      case 'done': {
        const open = this.#open.get(told.number);
        this.#open.delete(told.number);
        open?.watching.done(open.operation, told.result);
        return;
      }
      case 'odd': {
        const watched = this.#watched.get(told.process);
        watched?.watching.odd(told.word, relative(watched.folder, told.path));
        return;
      }
      default:
        told satisfies never;
    }
  }

  async #decide(told: Told & { readonly is: 'op' }): Promise<void> {
    const watched = this.#watched.get(told.process);
    if (watched === undefined) return;
    const { folder, watching } = watched;
    const operation: Operation = {
      call: told.call,
      path: relative(folder, told.path),
      other: told.other === '' ? undefined : relative(folder, told.other),
      offset: told.offset,
      length: told.length,
      data: told.data,
      isDurable: told.isDurable,
      atMs: told.atMs,
    };
    this.#open.set(told.number, { operation, watching });
    if (!told.asks) return watching.passes(operation);
    const word = await watching.before(operation);
    if (word === 'held') return void this.#open.delete(told.number);
    this.#trust(told.process, watching);
    this.#say(word === 'go' ? `go ${told.number}` : `fail ${told.number} ${word.errno}`);
  }
}
