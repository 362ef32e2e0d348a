import { type End, longestPause } from '../../model/vocabulary.ts';
import type { Pace } from '../pace.ts';
import { sleep } from '../processes/waiting.ts';
import type { Commander, Views } from './commander.ts';
import type { Director } from './director.ts';
import { afterSlices } from './following.ts';
import { Interludes } from './interludes.ts';
import { letGo } from './let-go.ts';
import { RUN } from './messages.ts';
import type { Owners } from './owners.ts';
import { Progress } from './progress.ts';
import { isOver, progressMs, restMs, restsOf } from './rest.ts';
import type { Service } from './service.ts';
import { sliceUntilClaimed } from './slices.ts';
import type { Actor, Stage } from './stage.ts';

/** How often the conductor looks at the run, in milliseconds. */
const LOOK_MS = 15;
/** A reading takes a few milliseconds; one that takes longer than this waited for the machine. */
const SLOW_LOOK_MS = 500;
/** A run that is neither finished nor stuck after this long is cut off: its case says nothing. */
const HARD_CAP_MS = 120_000;

/** What plays in one case. */
export type Cast = {
  readonly stage: Stage;
  readonly director: Director;
  readonly service: Service;
  readonly owners: Owners;
  readonly commander: Commander;
  readonly signal: AbortSignal;
  readonly pace: Pace;
};

/**
 * Drives the runs of a case to rest: launches them, keeps one working worker alive at all times, decides what they wait for, lets a
 * stopped worker go when its successor is at rest, and says how it all ended.
 */
export class Conductor {
  readonly #cast: Cast;
  readonly #stage: Stage;
  readonly #director: Director;
  readonly #service: Service;
  readonly #owners: Owners;
  readonly #commander: Commander;
  readonly #interludes: Interludes;
  readonly #signal: AbortSignal;
  readonly #pace: Pace;
  readonly #progress: Progress;
  #lookMs = 0;
  /** How long the program itself may stand still: its longest timer or backoff. */
  readonly #pauseMs: number;
  #started = 0;

  constructor(cast: Cast) {
    this.#cast = cast;
    this.#stage = cast.stage;
    this.#director = cast.director;
    this.#service = cast.service;
    this.#owners = cast.owners;
    this.#pauseMs = longestPause(cast.stage.plan.program);
    this.#commander = cast.commander;
    this.#interludes = new Interludes(cast);
    this.#signal = cast.signal;
    this.#pace = cast.pace;
    this.#progress = new Progress(cast.stage.recorder);
  }

  async run(): Promise<End> {
    await this.#interludes.beforeLaunch();
    for (;;) {
      if (this.#signal.aborted || this.#stage.hasEscape) return 'aborted';
      if (!this.#director.isActing) await this.#keepOneWorking();
      const views = await this.#look();
      if (!(await this.#interludes.whileWaiting(views.get(RUN)))) {
        await this.#decide(views);
        await this.#callBack();
      }
      const end = this.#director.isActing ? undefined : await this.#endOf(views);
      if (end !== undefined) return end;
      await this.#pause();
    }
  }
  async #pause(): Promise<void> {
    const began = performance.now();
    await sleep(LOOK_MS);
    this.#pace.looked(this.#lookMs + performance.now() - began);
  }

  /** A reading that took long says that the machine is busy, and nothing about how long the run has stood still. */
  async #look(): Promise<Views> {
    const began = performance.now();
    const views = await this.#commander.look('change');
    this.#lookMs = performance.now() - began;
    if (this.#lookMs > SLOW_LOOK_MS) this.#stage.recorder.touch();
    return views;
  }

  async #keepOneWorking(): Promise<void> {
    if (this.#commander.hasClients && !this.#commander.isLaunched) {
      const client = await this.#commander.through();
      if (client !== undefined) this.#commander.launch(client);
    }
    if (this.#stage.working() !== undefined || (await this.#interludes.beforeWorker())) return;
    // What is shown while nobody works: a run must not live in its workers.
    if (this.#started > 0) await this.#commander.look('held');
    const worker = await this.#stage.enter('worker');
    this.#started++;
    if (worker.state === 'dead') return;
    if (this.#isDoomed()) return this.#director.act(() => this.#killBeforeItsFirstCall(worker));
    if (this.#isToClaim()) return this.#director.act(() => this.#claimInSlices(worker));
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
    return next.at.at.startsWith('retry-wait') || (next.at.at === 'worker.started' && next.at.nth === this.#started);
  }
  #isToClaim(): boolean {
    const at = this.#director.next?.at;
    return at?.at === 'attempt.claimed' && at.nth === this.#started;
  }
  async #claimInSlices(worker: Actor): Promise<void> {
    const sliced = await sliceUntilClaimed(this.#stage, worker);
    await afterSlices({ director: this.#director, stage: this.#stage }, worker, sliced);
  }
  async #killBeforeItsFirstCall(worker: Actor): Promise<void> {
    const boundary = this.#director.next?.at;
    this.#work(worker);
    if (boundary === undefined) return;
    await this.#director.killNow(worker, boundary, () =>
      this.#stage.hasCalled(worker) ? 'the worker had called before it died' : undefined,
    );
  }

  /**
   * Decides what the runs wait for, where the plan leaves that to its client, once none of them has anything else to do. The reading
   * before shows what stood open.
   */
  async #decide(views: Views): Promise<void> {
    const isStill = [...views.values()].every((view) => view?.status === 'waiting' || isOver(view));
    if (!isStill || this.#stage.recorder.quietMs() <= 4 * LOOK_MS || this.#director.isActing) return;
    if (this.#stage.footing.isStoreAway || this.#interludes.letsExpire()) return;
    const waiting = [...views].filter(([run, view]) => view?.status === 'waiting' && !this.#commander.isCancelled(run));
    const actor = waiting.length === 0 ? undefined : await this.#commander.through();
    const open = waiting.filter(([run, view]) => this.#commander.isToDecide(run, view));
    if (actor === undefined || open.length === 0) return;
    await this.#commander.look('before-command');
    for (const [run, view] of open) this.#commander.decide(actor, run, view);
  }

  /** An owner that has taken an action says its outcome once nothing moves, as long as nobody has heard it. */
  async #callBack(): Promise<void> {
    const isStill = this.#stage.recorder.quietMs() > 4 * LOOK_MS && this.#service.open === this.#heldCalls();
    if (isStill && !this.#director.isActing) await this.#owners.callBack();
  }

  async #endOf(views: Views): Promise<End | undefined> {
    const { recorder, subject } = this.#stage;
    const quietMs = this.#pace.mustNotHappen(restMs(views, subject.bounds));
    const isQuiet = recorder.quietMs() >= quietMs && this.#service.open === this.#heldCalls();
    if ([...views.values()].every(isOver) && isQuiet) return this.#atRest(views, 'finished');
    const isStill = recorder.quietMs() >= this.#standsMs(views) && this.#stage.working() !== undefined;
    if (isStill) return this.#atRest(views, 'stuck');
    const movesMs = this.#pace.mustHappen(progressMs(subject.bounds, this.#pauseMs));
    if (this.#progress.sinceMs(views) > movesMs) return this.#atRest(views, 'livelock');
    return recorder.now() > this.#pace.mustHappen(HARD_CAP_MS + this.#pauseMs) ? 'moving' : undefined;
  }
  /** Where a run is held, or waits for what nobody decides, nothing must happen any more; else something still has to. */
  #standsMs(views: Views): number {
    const { takeoverMs, retryMs } = this.#stage.subject.bounds;
    if ([...views.keys()].some((run) => this.#commander.isHeld(run))) return this.#pace.mustNotHappen(takeoverMs);
    const stuckMs = 2 * takeoverMs + retryMs + this.#pauseMs + 4_000;
    const isIdle = restsOf(views, 'stuck', this.#cast).every(({ as }) => as !== 'stuck');
    return isIdle ? this.#pace.mustNotHappen(stuckMs) : this.#pace.mustHappen(stuckMs);
  }
  /** The call of a stopped worker stays open by our own doing. */
  #heldCalls(): number {
    return this.#director.stopped?.isInCall === true ? 1 : 0;
  }

  async #atRest(views: Views, how: 'finished' | 'stuck' | 'livelock'): Promise<End | undefined> {
    const rests = restsOf(views, how, this.#cast);
    for (const { run, as } of rests) this.#stage.note({ type: 'run.rested', run, as });
    const isSettled = rests.every(({ as }) => as === 'finished' || as === 'waiting');
    if (isSettled && (await this.#interludes.atRest())) return undefined;
    await this.#director.deeds.ground.runAnother();
    const isStillSo = await letGo(this.#cast);
    await this.#commander.look('rest');
    return isSettled && isStillSo ? 'settled' : 'stuck';
  }
}
