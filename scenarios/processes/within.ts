import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { CommitMoment, Fetch, InProcessSpec, ProcessMessage, Resident } from '../../model/vocabulary.ts';
import { inheritDisk } from './disk.ts';
import type { Death, Handle, Watch } from './handle.ts';
import { Latch, sleep } from './waiting.ts';

/** After so many calls within a second each takes a while: who calls without end would else let no time pass, and nobody could end it. */
const CALLS_A_SECOND = 64;
const LONG_CALL_MS = 1_000;

/** It runs; it stands still; it stands still but for what reaches it; it is abandoned. */
type State = 'running' | 'stopped' | 'sliced' | 'dead';

/**
 * A process within the harness's own. A kill abandons it: its timers end, nothing reaches it or leaves it any more, what it waits for never
 * settles, and its connections are closed, so that a step of it which ran all the same would throw.
 */
export class Within implements Handle {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly mark = '';
  readonly exited: Promise<Death>;
  #death: Death | undefined;
  #disk = '';
  #exit: (death: Death) => void = () => undefined;
  #state: State = 'running';
  #isKilled = false;
  /** It died in the middle of a write. */
  #unwinds = false;
  #woken = new Latch();
  #calls = { sinceMs: 0, count: 0 };
  readonly #gone = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #resident: Resident;
  watch?: Watch;

  constructor(spec: InProcessSpec, request: Fetch) {
    this.exited = new Promise((resolve) => {
      this.#exit = resolve;
    });
    this.#resident = spec.boot({
      now: () => Date.now(),
      passed: () => performance.now(),
      disk: () => this.#ownDisk(),
      every: (ms, deed) => this.#every(ms, deed),
      complain: (error) => void this.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
      fetch: (...asked) => this.#fetch(request, asked),
      atCommit: (moment) => this.#commits(moment),
      exit: () => this.#leave(),
    });
    createInterface({ input: this.stdin }).on('line', (line) => void this.#take(JSON.parse(line)));
    this.stdout.write(`${JSON.stringify({ ready: true })}\n`);
  }

  get death(): Death | undefined {
    return this.#death;
  }
  /** Most have none, since what they keep is in their store: it is made for who asks. */
  get disk(): string {
    return this.#disk;
  }

  /** What it is in the middle of comes to its end first, as it may before a signal arrives; only then is its death certain. */
  async kill(): Promise<Death> {
    if (this.#isKilled || this.#death !== undefined) return this.exited;
    this.#isKilled = true;
    this.#die();
    await turn();
    this.#resident.abandon();
    this.#death = { code: null, signal: 'SIGKILL' };
    this.#exit(this.#death);
    return this.exited;
  }
  /** Ends by itself. What it held open it has let go of. */
  #leave(): void {
    if (this.#state === 'dead') return;
    this.#die();
    this.#death = { code: 0, signal: null };
    this.#exit(this.#death);
  }
  #die(): void {
    this.#state = 'dead';
    for (const timer of this.#timers) clearInterval(timer);
    this.#gone.abort();
  }
  /** One that dies in the middle of a write unwinds, and comes to no other write: what it was writing is undone, or was durable already. */
  #commits(moment: CommitMoment): void {
    if (this.#unwinds) throw new Error('this process was killed');
    if (this.#state === 'dead' || (this.watch?.(moment) ?? 'pass') === 'pass') return;
    this.#unwinds = true;
    this.#die();
    throw new Error(`this process was killed ${moment} a commit`);
  }
  async stop(): Promise<void> {
    if (this.#state === 'running') this.#state = 'stopped';
    await turn();
  }
  /** What came for it meanwhile reaches it, and what it does with that is done; what it would send waits. Nothing else passes. */
  async slice(): Promise<void> {
    if (this.#state !== 'stopped') return;
    this.#state = 'sliced';
    this.#wake();
    await turn();
    if (this.#state === 'sliced') this.#state = 'stopped';
  }
  continue(): void {
    if (this.#state !== 'dead') this.#state = 'running';
    this.#wake();
  }
  unstopped(): readonly number[] {
    return [];
  }
  reapEscaped(): readonly number[] {
    return [];
  }
  inherit(disk: string): void {
    inheritDisk(disk, () => this.#ownDisk());
  }
  discardDisk(): void {
    if (this.#disk !== '') rmSync(this.#disk, { recursive: true, force: true });
  }
  #ownDisk(): string {
    if (this.#disk === '') this.#disk = mkdtempSync(join(tmpdir(), 'killpoint-node-'));
    return this.#disk;
  }

  async #take(message: ProcessMessage): Promise<void> {
    await this.#until('running', 'sliced');
    const said = await this.#resident.tell(message);
    await this.#until('running');
    this.stdout.write(`${JSON.stringify(said)}\n`);
  }
  async #fetch(request: Fetch, [to, init]: Parameters<Fetch>): Promise<Response> {
    // Reading changes nothing, and a process that is let run for a moment gets as far as that.
    const isReading = (init?.method ?? 'GET') === 'GET';
    if (this.#callsWithoutEnd()) await sleep(LONG_CALL_MS);
    await this.#until('running', ...(isReading ? (['sliced'] as const) : []));
    const [answer] = await Promise.allSettled([request(to, { ...init, signal: this.#gone.signal })]);
    await this.#until('running', 'sliced');
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }
  #callsWithoutEnd(): boolean {
    if (performance.now() - this.#calls.sinceMs > 1_000) this.#calls = { sinceMs: performance.now(), count: 0 };
    this.#calls.count += 1;
    return this.#calls.count > CALLS_A_SECOND;
  }
  #every(ms: number, deed: () => void): () => void {
    if (this.#state === 'dead') return () => undefined;
    const timer = setInterval(() => {
      if (this.#state === 'running') deed();
    }, ms);
    this.#timers.add(timer);
    return () => {
      clearInterval(timer);
      this.#timers.delete(timer);
    };
  }
  /** Settles as soon as it is in one of these states; never, once it is dead. */
  async #until(...states: readonly State[]): Promise<void> {
    while (!states.includes(this.#state)) {
      if (this.#state === 'dead') await new Promise(() => undefined);
      await this.#woken.opened;
    }
  }
  #wake(): void {
    const woken = this.#woken;
    this.#woken = new Latch();
    woken.open();
  }
}

/** Resolves when all that was ready to run has run. The virtual clock stands still meanwhile. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
