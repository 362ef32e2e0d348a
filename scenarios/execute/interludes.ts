import { callSteps, type Intervention, isTerminal, type RunView } from '../../model/vocabulary.ts';
import { until } from '../processes/waiting.ts';
import { type Commander, isCommandDeed } from './commander.ts';
import { bindsNodes, publications } from './configuration.ts';
import type { Director } from './director.ts';
import { isGroundDeed } from './ground-deeds.ts';
import { operator, RUN } from './messages.ts';
import type { Service } from './service.ts';
import type { Stage } from './stage.ts';

/** A run that waits with no call open is taken to wait after this long without anything happening, in milliseconds. */
const QUIET_MS = 100;

/** What the plan's boundaries that are no call need: everything that happens between the calls of a run. */
export class Interludes {
  readonly #stage: Stage;
  readonly #director: Director;
  readonly #service: Service;
  readonly #commander: Commander;

  constructor(parts: { stage: Stage; director: Director; service: Service; commander: Commander }) {
    this.#stage = parts.stage;
    this.#director = parts.director;
    this.#service = parts.service;
    this.#commander = parts.commander;
  }

  /** The configuration that a plan brings, and what it does before there is a run: launches that race, or meet a store that is away. */
  async beforeLaunch(): Promise<void> {
    await this.#configure();
    await this.#director.act(async () => {
      while (this.#director.next?.at.at === 'run.absent') await this.#director.command();
    });
  }
  async #configure(): Promise<void> {
    const { plan } = this.#stage;
    const client = bindsNodes(plan) ? await this.#commander.through() : undefined;
    for (const command of client === undefined ? [] : publications(plan.program, 1, operator))
      if (client !== undefined) await this.#stage.send(client, command);
  }

  /** Whether the plan has something to do before a worker starts, and does it. Then none is started in this round. */
  async beforeWorker(): Promise<boolean> {
    const next = this.#director.next;
    if (next?.at.at === 'run.ready') {
      if (this.#commander.isLaunched) await this.#director.act(() => this.#director.command());
      return true;
    }
    if (next?.at.at !== 'retry-wait' || !(isCommandDeed(next.do) || isGroundDeed(next.do)))
      // Nobody is started while the store is away: what that would meet is a matter of the moment that we choose.
      return this.#stage.footing.isStoreAway;
    await this.#director.act(() => this.#director.command());
    return true;
  }

  /** Carries out what the plan wants of a run that waits: for a decision, for time to pass, or for a step's next try. */
  async whileWaiting(view: RunView | undefined): Promise<boolean> {
    const next = this.#director.next;
    if (next === undefined || this.#director.isActing) return false;
    switch (next.at.at) {
      case 'approval.requested':
      case 'approval.decided':
        return this.#atApproval(view);
      case 'timer.waiting':
        return this.#hasComeTo(next.at.step) && this.#doWhileItWaits(next);
      case 'outage.waiting':
        return this.#hasLasted() && this.#doWhileItWaits(next);
      case 'backoff.waiting':
        return this.#isBackingOff(next.at.step, next.at.nth) && this.#killWhileItWaits();
      default:
        return false;
    }
  }

  /** Commands to a run that is at rest. Whatever they set in motion comes to rest again. */
  async atRest(): Promise<boolean> {
    const next = this.#director.next;
    if (next?.at.at !== 'run.rested') return false;
    // How the run had ended is read before a worker starts that could take it up again.
    if (next.do === 'start-worker') await this.#stage.look(RUN, 'rest');
    await this.#director.act(() => this.#director.command());
    return true;
  }

  async #atApproval(view: RunView | undefined): Promise<boolean> {
    const next = this.#director.next;
    if (view?.status !== 'waiting' || this.#stage.recorder.quietMs() <= QUIET_MS / 2) return false;
    if (next?.at.at === 'approval.decided') await this.#director.act(() => this.#decideWithNoWorker());
    else if (next?.do === 'kill') await this.#killWhileItWaits();
    else await this.#director.act(() => this.#commandsWhileItWaits());
    return true;
  }

  /** A second command is sent when the first is answered, whether or not the run still waits then. */
  async #commandsWhileItWaits(): Promise<void> {
    for (
      let next = this.#director.next;
      next?.at.at === 'approval.requested' && next.do !== 'kill';
      next = this.#director.next
    )
      await this.#director.command();
  }

  async #decideWithNoWorker(): Promise<void> {
    const client = await this.#commander.through();
    const view = await this.#stage.look(RUN, 'before-command');
    const workers = this.#stage.actors.filter((actor) => actor.role === 'worker' && actor.state !== 'dead');
    const deaths = await Promise.all(workers.map((worker) => this.#stage.kill(worker, 'plan')));
    const outcome = client === undefined ? undefined : await this.#commander.contend(client, 'decide', view);
    const isAlone = deaths.every((dead) => dead);
    this.#director.land(
      outcome?.status !== 'ok'
        ? `the decision was not accepted: ${JSON.stringify(outcome)}`
        : isAlone || 'a worker outlived its kill',
    );
  }

  async #doWhileItWaits(next: Intervention): Promise<boolean> {
    if (next.do === 'kill') return this.#killWhileItWaits();
    await this.#director.act(() => this.#director.command());
    return true;
  }
  /** Whoever works has met the store as it is by now: a worker's lease was to be extended meanwhile. */
  #hasLasted(): boolean {
    const { leaseMs, idleMs } = this.#stage.subject.bounds;
    const { footing, recorder } = this.#stage;
    return footing.isStoreAway && this.#service.open === 0 && recorder.quietMs() > leaseMs + 2 * idleMs;
  }

  /** Every call before the timer was answered, none after it was made, and nothing moves. */
  #hasComeTo(timer: string | undefined): boolean {
    const { program } = this.#stage.plan;
    const at = program.steps.findIndex(({ id }) => id === timer);
    const before = callSteps({ steps: program.steps.slice(0, at) });
    return this.#isQuiet() && before.every(({ id }) => this.#answers(id).some((status) => status < 300));
  }
  #isBackingOff(step: string | undefined, nth: number): boolean {
    const answers = this.#answers(step ?? '');
    return this.#isQuiet() && answers.length >= nth && (answers.at(-1) ?? 0) >= 500;
  }
  #isQuiet(): boolean {
    return this.#service.open === 0 && this.#stage.recorder.quietMs() > QUIET_MS;
  }
  #answers(step: string): readonly number[] {
    return this.#stage.recorder.observations.flatMap(({ event }) =>
      event.type === 'call.answered' && event.step === step ? [event.status] : [],
    );
  }

  /** Every worker dies while the run only waits: none of them was in a call, and none called meanwhile. */
  async #killWhileItWaits(): Promise<boolean> {
    const boundary = this.#director.next?.at;
    const worker = this.#stage.working();
    if (boundary === undefined || worker === undefined) return false;
    return this.#director.act(async () => {
      this.#stage.note({ type: 'boundary.held', boundary }, worker);
      await this.#stage.look(RUN, 'held');
      const calls = this.#calls();
      const isDead = await this.#stage.kill(worker, 'plan');
      const hasMoved = this.#calls() > calls;
      this.#director.land(hasMoved ? 'it called before it was dead' : isDead || 'the worker did not die by our signal');
      return true;
    });
  }
  #calls(): number {
    return this.#stage.recorder.observations.filter(({ event }) => event.type === 'call.received').length;
  }
}

/** Wakes a stopped worker and lets it do what it does to its end; says whether the run is finished then. */
export const letGo = async (parts: {
  readonly stage: Stage;
  readonly director: Director;
  readonly service: Service;
}): Promise<boolean> => {
  const { stage, director, service } = parts;
  const stopped = director.stopped;
  if (stopped === undefined) return true;
  return director.act(async () => {
    await stage.look(RUN, 'before-continue');
    const isAlive = stopped.actor.state === 'stopped';
    stage.continue(stopped.actor);
    director.stopped = undefined;
    stopped.gate.open();
    const { idleMs } = stage.subject.bounds;
    await until(() => service.open === 0 && stage.recorder.quietMs() >= idleMs, 10 * idleMs + 5_000);
    const view = await stage.look(RUN, 'after-continue');
    director.land(isAlive || 'the stopped worker was dead before it could be continued');
    const isFinished = view !== undefined && isTerminal(view.status);
    if (!isFinished) stage.note({ type: 'run.rested', run: RUN, as: view?.status === 'waiting' ? 'waiting' : 'stuck' });
    return isFinished;
  });
};
