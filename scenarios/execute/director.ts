import type { Intervention } from '../../model/vocabulary.ts';
import { Latch } from '../processes/waiting.ts';
import { isAt, type Moment, type Passage } from './moment.ts';
import type { Race } from './race.ts';
import type { Gatekeeper } from './service.ts';
import { sliceUntilStored } from './slices.ts';
import type { Actor, Stage } from './stage.ts';

/** The path that an undisturbed run takes, as `step#nth` of its calls: a case must follow it up to its first intervention. */
export type Path = readonly string[];

/** A worker that the plan stopped, and the gate behind which its call waits until it is continued. */
export type Stopped = { readonly actor: Actor; readonly gate: Latch };

/**
 * Carries out a plan's interventions, strictly in their order, at the moments that the world reports. An intervention that did not land
 * is written down as missed; it never counts as one that did.
 */
export class Director implements Gatekeeper {
  readonly #stage: Stage;
  readonly #pending: { readonly intervention: Intervention; readonly index: number }[];
  readonly #path: Path | undefined;
  readonly #taken: string[] = [];
  #acting = 0;
  #hasDisturbed = false;
  stopped: Stopped | undefined;
  race: Race | undefined;

  constructor(stage: Stage, path: Path | undefined) {
    this.#stage = stage;
    this.#path = path;
    this.#pending = stage.plan.interventions.map((intervention, index) => ({ intervention, index }));
  }

  /** Whether an intervention is under way: nobody starts a successor or takes the run to be at rest meanwhile. */
  get isActing(): boolean {
    return this.#acting > 0;
  }
  get next(): Intervention | undefined {
    return this.#pending[0]?.intervention;
  }
  /** How many interventions in a row, from the next one on, are decisions at one boundary: two or more are a race. */
  contenders(): number {
    const rest = this.#pending.findIndex(({ intervention }) => intervention.do !== 'decide');
    return rest < 0 ? this.#pending.length : rest;
  }

  async at(moment: Moment): Promise<Passage> {
    if (moment.stage === 'received') {
      if (!this.#hasDisturbed) this.#taken.push(`${moment.step}#${moment.nth}`);
      await this.race?.hold(moment);
    }
    const next = this.next;
    if (next === undefined || !isAt(next.at, moment) || moment.actor.state !== 'working') return 'pass';
    if (next.do === 'kill') return this.act(() => this.#killAt(moment));
    if (next.do === 'stop') return this.#stopAt(moment);
    return 'pass';
  }

  async leaving(moment: Moment, leave: () => Promise<void>): Promise<void> {
    const next = this.next;
    if (next?.do !== 'kill' || !isAt(next.at, moment) || moment.actor.state !== 'working') return leave();
    await this.act(async () => {
      const sliced = await sliceUntilStored(this.#stage, moment, leave);
      const isKilled = sliced.status === 'stored' && (await this.#stage.kill(moment.actor, 'plan'));
      this.land(sliced.status !== 'stored' ? sliced.because : isKilled ? true : 'the worker did not die by our signal');
    });
  }

  /** Runs one intervention with everybody else held back. */
  async act<T>(deed: () => Promise<T>): Promise<T> {
    this.#acting++;
    this.#hasDisturbed = true;
    try {
      return await deed();
    } finally {
      this.#acting--;
    }
  }

  /** Takes the next intervention off the plan, as landed or as missed for a reason. */
  land(how: true | string): void {
    const taken = this.#pending.shift();
    if (taken === undefined) return;
    const { intervention, index } = taken;
    const about = { index, boundary: intervention.at, do: intervention.do };
    const astray = index === 0 && this.#strayed();
    const because = how !== true ? how : astray;
    this.#stage.note(
      typeof because === 'string'
        ? { type: 'intervention.missed', ...about, because }
        : { type: 'intervention.landed', ...about, tries: 1 },
    );
  }
  /** The case is over: what has not happened by now was missed. */
  giveUp(): void {
    while (this.#pending.length > 0) this.land('the run was at rest before it came there');
    this.stopped?.gate.open();
  }

  async #killAt(moment: Moment): Promise<Passage> {
    await this.#hold(moment);
    const isDead = await this.#stage.kill(moment.actor, 'plan');
    this.land(isDead ? true : 'the worker did not die by our signal, or not all of it');
    return 'dropped';
  }

  async #stopAt(moment: Moment): Promise<Passage> {
    const gate = new Latch();
    await this.act(async () => {
      await this.#hold(moment);
      await this.#stage.stop(moment.actor);
      this.stopped = { actor: moment.actor, gate };
      this.land(moment.actor.state === 'stopped' ? true : 'the worker died before it could be stopped');
    });
    await gate.opened;
    return 'pass';
  }

  async #hold(moment: Moment): Promise<void> {
    const boundary = this.next?.at;
    if (boundary === undefined) return;
    this.#stage.note({ type: 'boundary.held', boundary, call: moment.call }, moment.actor);
    await this.#stage.look(moment.run, 'held');
  }

  /** Where this run left the undisturbed path before its first intervention, or nothing. */
  #strayed(): string | undefined {
    const at = this.#taken.findIndex((step, index) => this.#path !== undefined && this.#path[index] !== step);
    return at < 0
      ? undefined
      : `the run took another path: ${this.#taken[at]} where the undisturbed run had ${this.#path?.[at] ?? 'ended'}`;
  }
}
