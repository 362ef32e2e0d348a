import { isOpen } from '../../model/reading.ts';
import { type End, isTerminal, longestPause, type RunView } from '../../model/vocabulary.ts';
import { sleep } from '../processes/waiting.ts';
import type { Commander } from './commander.ts';
import type { Director } from './director.ts';
import { Interludes, letGo } from './interludes.ts';
import { RUN } from './messages.ts';
import type { Service } from './service.ts';
import type { Actor, Stage } from './stage.ts';

/** How often the conductor looks at the run, in milliseconds. */
const LOOK_MS = 15;
/** A reading takes a few milliseconds; one that takes longer than this waited for the machine. */
const SLOW_LOOK_MS = 500;
/** A run that is neither finished nor stuck after this long is cut off: its case says nothing. */
const HARD_CAP_MS = 120_000;

/** From each of these on, a run is given its time anew: a worker that has just been told to work has not been idle. */
const fresh: ReadonlySet<string> = new Set(['process.working', 'intervention.landed']);

/** What plays in one case. */
export type Cast = {
  readonly stage: Stage;
  readonly director: Director;
  readonly service: Service;
  readonly commander: Commander;
  readonly signal: AbortSignal;
};

/**
 * Drives one run to rest: launches it, keeps one working worker alive at all times, decides what it waits for, lets a stopped worker go
 * when its successor is at rest, and says how it all ended.
 */
export class Conductor {
  readonly #cast: Cast;
  readonly #stage: Stage;
  readonly #director: Director;
  readonly #service: Service;
  readonly #commander: Commander;
  readonly #interludes: Interludes;
  readonly #signal: AbortSignal;
  #started = 0;
  #commits = { count: 0, atMs: 0 };

  constructor(cast: Cast) {
    this.#cast = cast;
    this.#stage = cast.stage;
    this.#director = cast.director;
    this.#service = cast.service;
    this.#commander = cast.commander;
    this.#interludes = new Interludes(cast);
    this.#signal = cast.signal;
  }

  async run(): Promise<End> {
    await this.#interludes.beforeLaunch();
    for (;;) {
      if (this.#signal.aborted || this.#stage.hasEscape) return 'aborted';
      if (!this.#director.isActing) await this.#keepOneWorking();
      const view = await this.#look();
      if (!(await this.#interludes.whileWaiting(view))) await this.#decide(view);
      const end = this.#director.isActing ? undefined : await this.#endOf(view);
      if (end !== undefined) return end;
      await sleep(LOOK_MS);
    }
  }

  /** A reading that took long says that the machine is busy, and nothing about how long the run has stood still. */
  async #look(): Promise<RunView | undefined> {
    const began = performance.now();
    const view = await this.#stage.look(RUN, 'change');
    if (performance.now() - began > SLOW_LOOK_MS) this.#stage.recorder.touch();
    return view;
  }

  async #keepOneWorking(): Promise<void> {
    if (this.#commander.hasClients && !this.#commander.isLaunched) {
      const client = await this.#commander.through();
      if (client !== undefined) this.#commander.launch(client);
    }
    if (this.#stage.working() !== undefined || (await this.#interludes.beforeWorker())) return;
    // What is shown while nobody works: a run must not live in its workers.
    if (this.#started > 0) await this.#stage.look(RUN, 'held');
    const worker = await this.#stage.enter('worker');
    this.#started++;
    if (worker.state === 'dead') return;
    if (this.#isDoomed()) return this.#director.act(() => this.#killBeforeItsFirstCall(worker));
    this.#work(worker);
  }
  #work(worker: Actor): void {
    void this.#stage.work(worker);
    if (!this.#commander.hasClients && !this.#commander.isLaunched) this.#commander.launch(worker);
  }

  /** Whether the plan wants the worker that starts now dead before it calls. */
  #isDoomed(): boolean {
    const next = this.#director.next;
    if (next?.do !== 'kill') return false;
    return next.at.at === 'retry-wait' || (next.at.at === 'worker.started' && next.at.nth === this.#started);
  }
  async #killBeforeItsFirstCall(worker: Actor): Promise<void> {
    const boundary = this.#director.next?.at;
    this.#work(worker);
    if (boundary === undefined) return;
    const hasCalled = (): boolean =>
      this.#stage.recorder.observations.some(
        (seen) => seen.worker === worker.name && seen.event.type === 'call.received',
      );
    await this.#director.killNow(worker, boundary, () =>
      hasCalled() ? 'the worker had called before it died' : undefined,
    );
  }

  /** Decides what the run waits for, where the plan leaves that to its client. The reading before shows what stood open. */
  async #decide(view: RunView | undefined): Promise<void> {
    const isWaiting = view?.status === 'waiting' && this.#stage.recorder.quietMs() > 4 * LOOK_MS;
    if (!isWaiting || this.#director.isActing || this.#commander.isCancelled || this.#letsExpire()) return;
    const actor = await this.#commander.through();
    if (actor === undefined || !this.#commander.isToDecide(view)) return;
    await this.#stage.look(RUN, 'before-command');
    this.#commander.decide(actor, view);
  }

  /** A plan that decides only when the run is at rest lets the time of a wait run out, where there is one. */
  #letsExpire(): boolean {
    const { steps, limits } = this.#stage.plan.program;
    const isTimed = limits?.deadlineMs !== undefined || steps.some((step) => 'deadlineMs' in step);
    return isTimed && this.#director.next?.at.at === 'run.rested';
  }

  async #endOf(view: RunView | undefined): Promise<End | undefined> {
    const { recorder, subject } = this.#stage;
    const isQuiet = recorder.quietMs() >= this.#restMs(view) && this.#service.open === this.#heldCalls();
    if (view !== undefined && isTerminal(view.status) && isQuiet) return this.#atRest('finished', 'settled');
    const stuckMs = 2 * subject.bounds.takeoverMs + subject.bounds.retryMs + this.#pauseMs() + 4_000;
    if (recorder.quietMs() >= stuckMs && this.#stage.working() !== undefined) {
      const isIdle = view?.status === 'waiting' && !this.#commander.hasDecided;
      return isIdle ? this.#atRest('waiting', 'settled') : this.#atRest('stuck', 'stuck');
    }
    if (this.#isLivelocked(view)) return this.#atRest('livelock', 'stuck');
    return recorder.now() > HARD_CAP_MS + this.#pauseMs() ? 'moving' : undefined;
  }
  /** An attempt that is not shown as ended is given the time that the runtime may take to end it. */
  #restMs(view: RunView | undefined): number {
    const { idleMs, takeoverMs, leaseMs } = this.#stage.subject.bounds;
    return view?.attempts?.some(isOpen) === true ? takeoverMs + leaseMs + idleMs : idleMs;
  }
  /** The call of a stopped worker stays open by our own doing. */
  #heldCalls(): number {
    return this.#director.stopped === undefined ? 0 : 1;
  }
  /** How long the program itself may stand still: its longest timer or backoff. */
  #pauseMs(): number {
    return longestPause(this.#stage.plan.program);
  }

  async #atRest(as: 'finished' | 'waiting' | 'stuck' | 'livelock', end: End): Promise<End | undefined> {
    this.#stage.note({ type: 'run.rested', run: RUN, as });
    if (end === 'settled' && (await this.#interludes.atRest())) return undefined;
    const isStillSo = await letGo(this.#cast);
    await this.#stage.look(RUN, 'rest');
    return isStillSo ? end : 'stuck';
  }

  /** Moving for three declared takeover and retry periods without a newly committed step, since the plan or a new worker last had a part in it. */
  #isLivelocked(view: RunView | undefined): boolean {
    const count = Object.values(view?.steps ?? {}).reduce((sum, { commits }) => sum + commits.length, 0);
    const now = this.#stage.recorder.now();
    const began = this.#stage.recorder.observations.findLast(({ event }) => fresh.has(event.type))?.atMs ?? now;
    if (count !== this.#commits.count || this.#commits.atMs < began) this.#commits = { count, atMs: now };
    const { takeoverMs, retryMs } = this.#stage.subject.bounds;
    return now - this.#commits.atMs > Math.max(20_000, 3 * (takeoverMs + retryMs)) + 3 * this.#pauseMs();
  }
}
