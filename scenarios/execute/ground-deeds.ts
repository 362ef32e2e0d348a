import { type Deed, type GroundDeed, groundDeeds, type Intervention, isTerminal } from '../../model/vocabulary.ts';
import { until } from '../processes/waiting.ts';
import type { Commander } from './commander.ts';
import { publications } from './configuration.ts';
import { anotherLaunch, OTHER_RUN, operator, RUN } from './messages.ts';
import type { Actor, Stage } from './stage.ts';

/** How long a run that was launched under newer code is given to come to its end, in milliseconds. */
const OTHER_LIMIT_MS = 20_000;

/** Whether a deed of a plan touches what a run stands on. */
export const isGroundDeed = (deed: Deed): deed is GroundDeed => groundDeeds.some((one) => one === deed);

/** What a plan does to the ground that a run stands on. Each says whether it landed, or why not. */
export class GroundDeeds {
  readonly #stage: Stage;
  readonly #commander: Commander;

  constructor(stage: Stage, commander: Commander) {
    this.#stage = stage;
    this.#commander = commander;
  }

  async carryOut(deed: GroundDeed, { at: { step = '' } }: Intervention): Promise<true | string> {
    const { shelf } = this.#stage.footing;
    switch (deed) {
      case 'outage':
      case 'full':
        return this.#takeStore(deed);
      case 'restore':
        return this.#restore();
      case 'kill-engine':
        return this.#killEngine();
      case 'torn':
        shelf.tear();
        return true;
      case 'lose':
        return shelf.lose(step) || `the artifact store had nothing that ${step} brought`;
      case 'upgrade':
        return this.#upgrade();
      case 'skew':
        return this.#skew();
      default:
        return deed satisfies never;
    }
  }

  /** Whoever is to send commands meanwhile is there before: opening a store that is away is not what a plan is about. */
  async #takeStore(how: 'outage' | 'full'): Promise<true | string> {
    if (this.#commander.hasClients) await this.#commander.through();
    return (await this.#stage.footing.takeStore(how)) || `the adapter offers no '${how}'`;
  }

  /** Read twice after it, so that what is shown then can be believed. */
  async #restore(): Promise<true> {
    await this.#stage.footing.restore();
    for (const _ of ['once', 'again']) await this.#stage.look(RUN, 'held');
    return true;
  }

  /** A runtime without a server of its own is what of it runs: all of that dies at once. */
  async #killEngine(): Promise<true | string> {
    const { footing } = this.#stage;
    if (footing.servers !== undefined) {
      await footing.servers.restart();
      return true;
    }
    const alive = this.#stage.actors.filter((actor) => actor.state !== 'dead');
    const deaths = await Promise.all(alive.map((actor) => this.#stage.kill(actor, 'plan')));
    await footing.reopen();
    return deaths.every((isDead) => isDead) || 'not all of the runtime died by our signal';
  }

  /** As whoever deploys it does: makes the newer revisions known, where the runtime keeps such, and starts no worker with the old code any more. */
  async #upgrade(): Promise<true | string> {
    const { footing, subject } = this.#stage;
    const client = await this.#commander.through();
    if (client === undefined) return 'there is nobody to send the newer revisions';
    const program = footing.upgrade();
    const published = subject.can.includes('registry') ? publications(program, 2, operator) : [];
    for (const command of published) {
      const outcome = await this.#stage.send(client, command);
      if (outcome.status !== 'ok') return `${command.type} of the newer revisions: ${JSON.stringify(outcome)}`;
    }
    return true;
  }

  /** Once the run of the older code is at rest, one under the newer code is launched: how that ends, or that it does not. */
  async runAnother(): Promise<void> {
    const { footing, plan } = this.#stage;
    const { program } = footing.code;
    const client = program === plan.program ? undefined : await this.#commander.through();
    if (client === undefined) return;
    await this.#stage.send(client, anotherLaunch(program, plan));
    const hasEnded = async (): Promise<boolean> => {
      const view = await this.#stage.look(OTHER_RUN, 'change');
      if (view?.status === 'waiting' && this.#commander.isToDecide(OTHER_RUN, view)) {
        await this.#stage.look(OTHER_RUN, 'before-command');
        this.#commander.decide(client, OTHER_RUN, view);
      }
      return view !== undefined && isTerminal(view.status);
    };
    const as = (await until(hasEnded, OTHER_LIMIT_MS)) ? 'finished' : 'stuck';
    this.#stage.note({ type: 'run.rested', run: OTHER_RUN, as });
    await this.#stage.look(OTHER_RUN, 'rest');
  }

  async #skew(): Promise<true | string> {
    const ms = this.#stage.footing.jump();
    const moved = await Promise.all(this.#awake().map((actor) => actor.driven.skew(ms)));
    const refused = moved.find(({ status }) => status !== 'ok');
    return refused === undefined || `a process did not take another time: ${JSON.stringify(refused)}`;
  }
  #awake(): readonly Actor[] {
    return this.#stage.actors.filter(({ state }) => state === 'opened' || state === 'working');
  }
}
