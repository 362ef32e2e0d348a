import { type End, isTerminal, type RunView } from '../../model/vocabulary.ts';
import { sleep, until } from '../processes/waiting.ts';
import { Commander, RUN } from './commander.ts';
import type { Director } from './director.ts';
import { Race } from './race.ts';
import type { Service } from './service.ts';
import type { Actor, Stage } from './stage.ts';

/** How often the conductor looks at the run, in milliseconds. */
const LOOK_MS = 15;
/** A run that is neither finished nor stuck after this long is cut off: its case says nothing. */
const HARD_CAP_MS = 120_000;

/**
 * Drives one run to rest: launches it, keeps one working worker alive at all times, decides what it waits for, lets a stopped worker go
 * when its successor is at rest, and says how it all ended.
 */
export class Conductor {
  readonly #stage: Stage;
  readonly #director: Director;
  readonly #service: Service;
  readonly #commander: Commander;
  readonly #signal: AbortSignal;
  #started = 0;
  #commits = { count: 0, atMs: 0 };

  constructor(parts: { stage: Stage; director: Director; service: Service; signal: AbortSignal }) {
    this.#stage = parts.stage;
    this.#director = parts.director;
    this.#service = parts.service;
    this.#signal = parts.signal;
    this.#commander = new Commander(parts.stage);
  }

  async run(): Promise<End> {
    for (;;) {
      if (this.#signal.aborted || this.#stage.hasEscape) return 'aborted';
      if (!this.#director.isActing) await this.#keepOneWorking();
      const view = await this.#stage.look(RUN, 'change');
      await this.#command(view);
      const end = this.#director.isActing ? undefined : await this.#endOf(view);
      if (end !== undefined) return end;
      await sleep(LOOK_MS);
    }
  }

  async #keepOneWorking(): Promise<void> {
    if (this.#commander.hasClients && !this.#commander.isLaunched) {
      const client = await this.#commander.through();
      if (client !== undefined) this.#commander.launch(client);
    }
    if (this.#stage.working() !== undefined) return;
    const worker = await this.#stage.enter('worker');
    this.#started++;
    if (this.#isDoomed()) return this.#director.act(() => this.#killBeforeItsFirstCall(worker));
    this.#stage.work(worker);
    if (!this.#commander.hasClients && !this.#commander.isLaunched) this.#commander.launch(worker);
  }

  /** Whether the plan wants the worker that starts now dead before it calls. */
  #isDoomed(): boolean {
    const next = this.#director.next;
    if (next?.do !== 'kill') return false;
    return next.at.at === 'retry-wait' || (next.at.at === 'worker.started' && next.at.nth === this.#started);
  }
  async #killBeforeItsFirstCall(worker: Actor): Promise<void> {
    const next = this.#director.next;
    if (next !== undefined) this.#stage.note({ type: 'boundary.held', boundary: next.at }, worker);
    this.#stage.work(worker);
    if (!this.#commander.hasClients && !this.#commander.isLaunched) this.#commander.launch(worker);
    const isDead = await this.#stage.kill(worker, 'plan');
    const called = this.#stage.recorder.observations.some(
      (seen) => seen.worker === worker.name && seen.event.type === 'call.received',
    );
    this.#director.land(
      called ? 'the worker had called before it died' : isDead ? true : 'the worker did not die by our signal',
    );
  }

  /** Decides what the run waits for, as the plan wants it decided. */
  async #command(view: RunView | undefined): Promise<void> {
    const isWaiting = view?.status === 'waiting' && this.#stage.recorder.quietMs() > 4 * LOOK_MS;
    if (!isWaiting || this.#director.isActing) return;
    const next = this.#director.next;
    if (next?.do === 'decide') return this.#director.act(() => this.#race(view));
    if (next?.do === 'kill' && next.at.at === 'approval.decided')
      return this.#director.act(() => this.#decideWithNoWorker(view));
    const actor = await this.#commander.through();
    if (actor !== undefined) this.#commander.decide(actor, view);
  }

  async #decideWithNoWorker(view: RunView): Promise<void> {
    const client = await this.#commander.through();
    const workers = this.#stage.actors.filter((actor) => actor.role === 'worker' && actor.state !== 'dead');
    const deaths = await Promise.all(workers.map((worker) => this.#stage.kill(worker, 'plan')));
    const outcome = client === undefined ? undefined : await this.#commander.contend(client, view, 1);
    const isAlone = deaths.every((dead) => dead);
    this.#director.land(
      outcome?.status !== 'ok'
        ? `the decision was not accepted: ${JSON.stringify(outcome)}`
        : isAlone || 'a worker outlived its kill',
    );
  }

  async #race(view: RunView): Promise<void> {
    const count = this.#director.contenders();
    const first = this.#commander.hasClients ? undefined : this.#stage.working();
    const contenders = first === undefined ? [] : [first];
    while (contenders.length < count)
      contenders.push(await this.#stage.enter(this.#commander.hasClients ? 'client' : 'worker'));
    const race = new Race(contenders);
    this.#director.race = race;
    const answers = contenders.map((actor, nth) =>
      this.#commander.contend(actor, view, nth + 1).then(() => race.answered(actor)),
    );
    await race.run();
    for (const _ of contenders) this.#director.land(true);
    void Promise.all(answers);
  }

  async #endOf(view: RunView | undefined): Promise<End | undefined> {
    const { recorder, subject } = this.#stage;
    const isQuiet = recorder.quietMs() >= subject.bounds.idleMs && this.#service.open === this.#heldCalls();
    if (view !== undefined && isTerminal(view.status) && isQuiet) return this.#atRest('finished', 'settled');
    const stuckMs = 2 * subject.bounds.takeoverMs + subject.bounds.retryMs + 4_000;
    if (recorder.quietMs() >= stuckMs) {
      const isIdle = view?.status === 'waiting' && !this.#commander.hasDecided;
      return isIdle ? this.#atRest('waiting', 'settled') : this.#atRest('stuck', 'stuck');
    }
    if (this.#isLivelocked(view)) return this.#atRest('livelock', 'stuck');
    return recorder.now() > HARD_CAP_MS ? 'moving' : undefined;
  }
  /** The call of a stopped worker stays open by our own doing. */
  #heldCalls(): number {
    return this.#director.stopped === undefined ? 0 : 1;
  }

  async #atRest(as: 'finished' | 'waiting' | 'stuck' | 'livelock', end: End): Promise<End> {
    this.#stage.note({ type: 'run.rested', run: RUN, as });
    const isStillSo = this.#director.stopped === undefined || (await this.#afterLettingGo());
    await this.#stage.look(RUN, 'rest');
    return isStillSo ? end : 'stuck';
  }

  /** Wakes the stopped worker, lets its late answer reach it, sees what it does to its end; says whether the run is still finished. */
  async #afterLettingGo(): Promise<boolean> {
    const stopped = this.#director.stopped;
    if (stopped === undefined) return true;
    return this.#director.act(async () => {
      await this.#stage.look(RUN, 'before-continue');
      const isAlive = stopped.actor.state === 'stopped';
      this.#stage.continue(stopped.actor);
      this.#director.stopped = undefined;
      stopped.gate.open();
      const { idleMs } = this.#stage.subject.bounds;
      await until(() => this.#service.open === 0 && this.#stage.recorder.quietMs() >= idleMs, 10 * idleMs + 5_000);
      const view = await this.#stage.look(RUN, 'after-continue');
      this.#director.land(isAlive || 'the stopped worker was dead before it could be continued');
      const isFinished = view !== undefined && isTerminal(view.status);
      if (!isFinished)
        this.#stage.note({ type: 'run.rested', run: RUN, as: view?.status === 'waiting' ? 'waiting' : 'stuck' });
      return isFinished;
    });
  }

  /** Moving for three declared takeover and retry periods without a newly committed step. */
  #isLivelocked(view: RunView | undefined): boolean {
    const count = Object.values(view?.steps ?? {}).reduce((sum, { commits }) => sum + commits.length, 0);
    const now = this.#stage.recorder.now();
    if (count !== this.#commits.count || this.#commits.atMs === 0) this.#commits = { count, atMs: now };
    const { takeoverMs, retryMs } = this.#stage.subject.bounds;
    return now - this.#commits.atMs > Math.max(20_000, 3 * (takeoverMs + retryMs));
  }
}
