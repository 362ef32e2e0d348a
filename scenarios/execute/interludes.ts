import type { Intervention, RunView } from '../../model/vocabulary.ts';
import { sleep } from '../processes/waiting.ts';
import type { Commander } from './commander.ts';
import { bindsNodes, publications } from './configuration.ts';
import type { Director } from './director.ts';
import { commandsAndAfter } from './following.ts';
import { isGroundDeed } from './ground-deeds.ts';
import { Lulls, QUIET_MS } from './lulls.ts';
import { operator } from './messages.ts';
import { isCommandDeed } from './orders.ts';
import type { Service } from './service.ts';
import type { Stage } from './stage.ts';

/** What the plan's boundaries that are no call need: everything that happens between the calls of a run. */
export class Interludes {
  readonly #stage: Stage;
  readonly #director: Director;
  readonly #commander: Commander;
  readonly #lulls: Lulls;
  #isDue = false;

  constructor(parts: { stage: Stage; director: Director; service: Service; commander: Commander }) {
    this.#stage = parts.stage;
    this.#director = parts.director;
    this.#commander = parts.commander;
    this.#lulls = new Lulls(parts.stage, parts.service);
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
    switch (next?.at.at) {
      case 'run.ready':
        if (this.#commander.isLaunched) await this.#director.act(() => this.#director.command());
        return true;
      case 'attempt.claimed':
        return !this.#commander.isLaunched;
      case 'retry-wait.due':
      case 'retry-wait.reassigned':
      case 'retry-wait':
        return this.#betweenAttempts(next);
      default:
        // Nobody is started while the store is away: what that would meet is a matter of the moment that we choose.
        return this.#stage.footing.isStoreAway;
    }
  }
  /** Commands while no worker lives. What else the plan wants there happens to the worker that comes. */
  async #betweenAttempts({ at, do: deed }: Intervention): Promise<boolean> {
    const missing = this.#commander.missing(at);
    if (missing !== undefined) {
      this.#director.land(missing);
      return true;
    }
    if (at.at === 'retry-wait.due') await this.#untilDue();
    if (!isCommandDeed(deed) && !isGroundDeed(deed)) return this.#stage.footing.isStoreAway;
    await this.#director.act(() => this.#director.command());
    return true;
  }
  /** As long as a takeover may take, so that what time alone makes due is due. Time passes once, whatever comes after it. */
  async #untilDue(): Promise<void> {
    const left = this.#stage.subject.bounds.takeoverMs - this.#stage.recorder.quietMs();
    if (!this.#isDue) await this.#director.act(() => sleep(Math.max(0, left)));
    this.#isDue = true;
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
        return this.#lulls.hasComeTo(next.at.step) && this.#actWhileItWaits(next);
      case 'outage.waiting':
        return this.#lulls.hasLasted() && this.#actWhileItWaits(next);
      case 'backoff.waiting':
        return this.#lulls.isBackingOff(next.at.step, next.at.nth) && this.#actWhileItWaits(next);
      case 'child.waiting':
        return this.#lulls.isBelow(next.at) && this.#actWhileItWaits(next);
      default:
        return false;
    }
  }

  /** Whether the time of a wait is let run out, where there is one: the plan decides only when the run is at rest. */
  letsExpire(): boolean {
    const { steps, limits } = this.#stage.plan.program;
    const isTimed = limits?.deadlineMs !== undefined || steps.some((step) => 'deadlineMs' in step);
    return isTimed && this.#director.next?.at.at === 'run.rested';
  }

  /** Commands to a run that is at rest. Whatever they set in motion comes to rest again. */
  async atRest(): Promise<boolean> {
    const next = this.#director.next;
    if (next?.at.at !== 'run.rested') return false;
    // How the run had ended is read before a worker starts that could take it up again.
    if (next.do === 'start-worker') await this.#commander.look('rest');
    await this.#director.act(() => commandsAndAfter({ director: this.#director, stage: this.#stage }));
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
      await commandsAndAfter({ director: this.#director, stage: this.#stage });
  }

  async #decideWithNoWorker(): Promise<void> {
    const client = await this.#commander.through();
    const views = await this.#commander.look('before-command');
    const workers = this.#stage.actors.filter((actor) => actor.role === 'worker' && actor.state !== 'dead');
    const deaths = await Promise.all(workers.map((worker) => this.#stage.kill(worker, 'plan')));
    const outcome = client === undefined ? undefined : await this.#commander.contend(client, 'decide', views);
    const isAlone = deaths.every((dead) => dead);
    this.#director.land(
      outcome?.status !== 'ok'
        ? `the decision was not accepted: ${JSON.stringify(outcome)}`
        : isAlone || 'a worker outlived its kill',
    );
  }

  async #actWhileItWaits({ do: deed }: Intervention): Promise<boolean> {
    if (deed === 'kill') return this.#killWhileItWaits();
    await this.#director.act(() => commandsAndAfter({ director: this.#director, stage: this.#stage }));
    return true;
  }

  /** Every worker dies while the run only waits: none of them was in a call, and none called meanwhile. */
  async #killWhileItWaits(): Promise<boolean> {
    const boundary = this.#director.next?.at;
    const worker = this.#stage.working();
    if (boundary === undefined || worker === undefined) return false;
    return this.#director.act(async () => {
      this.#stage.note({ type: 'boundary.held', boundary }, worker);
      await this.#commander.look('held');
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
