import type { Boundary, CommitMoment, Deed, Intervention } from '../../model/vocabulary.ts';
import { Latch } from '../processes/waiting.ts';
import type { Stopped } from './actor.ts';
import type { Commander } from './commander.ts';
import { Deeds } from './deeds.ts';
import { afterSlices, commandsWhile, isHere } from './following.ts';
import { Itinerary, type Path } from './itinerary.ts';
import { RUN } from './messages.ts';
import { isAt, isEnd, isTurn, type Moment, orphaned, type Passage } from './moment.ts';
import { isCommandDeed } from './orders.ts';
import { isOwnerDeed, type Owners } from './owners.ts';
import { Poison } from './poison.ts';
import { racing } from './race.ts';
import type { Gatekeeper } from './service.ts';
import { sliceUntilStored } from './slices.ts';
import type { Actor, Stage } from './stage.ts';

/** How long a call in a parallel group is held for its siblings to be answered, so that it is hit in the middle of the group. */
const SIBLINGS_MS = 1_500;

/**
 * Carries out a plan's interventions, strictly in their order, at the moments that the world reports. An intervention that did not land
 * is written down as missed; it never counts as one that did.
 */
export class Director implements Gatekeeper {
  readonly deeds: Deeds;
  readonly #stage: Stage;
  readonly #owners: Owners;
  readonly #itinerary: Itinerary;
  readonly #pending: { readonly intervention: Intervention; readonly index: number }[];
  #acting = 0;
  /** Commits of this case's workers, or of a script's clients, that were begun. */
  #commits = 0;
  #poison: Poison | undefined;
  stopped: Stopped | undefined;

  constructor(stage: Stage, { commander, owners }: { commander: Commander; owners: Owners }, path: Path | undefined) {
    this.#stage = stage;
    this.#owners = owners;
    this.deeds = new Deeds(stage, commander);
    this.#itinerary = new Itinerary(stage.plan.program, path);
    this.#pending = stage.plan.interventions.map((intervention, index) => ({ intervention, index }));
  }

  /** Whether an intervention is under way: nobody starts a successor or takes the run to be at rest meanwhile. */
  get isActing(): boolean {
    return this.#acting > 0;
  }
  get next(): Intervention | undefined {
    return this.#pending[0]?.intervention;
  }

  async at(moment: Moment): Promise<Passage> {
    if (moment.stage === 'received') {
      this.#itinerary.came(moment);
      await this.deeds.race?.hold(moment);
      if (this.#poison?.kills(moment) === true) {
        await this.act(() => this.#stage.kill(moment.actor, 'plan'));
        return 'dropped';
      }
    }
    const next = this.next;
    if (next === undefined || !isAt(next.at, moment) || moment.actor.state !== 'working') return 'pass';
    if (next.do === 'stop') return this.#stopAt(moment);
    return next.do === 'continue' ? 'pass' : this.act(() => this.#actAt(moment));
  }

  async leaving(moment: Moment, leave: () => Promise<void>): Promise<void> {
    const next = this.next;
    const isMeant = next !== undefined && (next.do === 'kill' || isCommandDeed(next.do)) && isAt(next.at, moment);
    if (!isMeant || moment.actor.state !== 'working') {
      await leave();
      this.#itinerary.answered(moment.step);
      return;
    }
    await this.act(async () => {
      const sliced = await sliceUntilStored(this.#stage, moment, leave);
      await afterSlices({ director: this, stage: this.#stage }, moment.actor, sliced);
    });
  }

  /** What becomes of a process in the middle of a commit. One that dies there is killed in the same breath. */
  commits(actor: Actor, moment: CommitMoment): 'pass' | 'die' {
    const isScripted = this.#stage.plan.script !== undefined;
    if (isScripted ? actor.role !== 'client' : actor.state !== 'working') return 'pass';
    if (moment === 'before') this.#commits++;
    else this.#stage.note({ type: 'store.committed', nth: this.#commits }, actor);
    const next = this.next;
    if (next?.do !== 'kill' || next.at.at !== `commit.${moment}` || next.at.nth !== this.#commits) return 'pass';
    void this.act(async () => {
      // Read before anything of it unwinds.
      await this.#stage.look(RUN, 'held');
      await this.killNow(actor, next.at);
    });
    return 'die';
  }

  /** Kills a process at a boundary that is no call. `isTooLate` says what must not have happened by then. */
  async killNow(
    actor: Actor,
    boundary: Boundary,
    isTooLate: () => string | undefined = () => undefined,
  ): Promise<void> {
    this.#stage.note({ type: 'boundary.held', boundary }, actor);
    const isDead = await this.#stage.kill(actor, 'plan');
    this.land(isTooLate() ?? (isDead || 'the process did not die by our signal'));
  }

  /** Stops a worker where it stands, and says at which gate it goes on. Whether its call stays open by that is for the caller to know. */
  async stopNow(actor: Actor, isInCall: boolean): Promise<Latch> {
    const gate = new Latch();
    await this.#stage.stop(actor);
    this.stopped = { actor, gate, isInCall };
    this.land(actor.state === 'stopped' || 'the worker died before it could be stopped');
    return gate;
  }

  /** Runs one intervention with everybody else held back. */
  async act<T>(deed: () => Promise<T>): Promise<T> {
    this.#acting++;
    this.#itinerary.disturb();
    try {
      return await deed();
    } finally {
      this.#acting--;
    }
  }

  /** Carries out the next group of commands, at a boundary that is no call, or while the call of that moment is held. */
  async command(moment?: Moment): Promise<void> {
    const deed = this.next?.do;
    if (deed !== undefined && isOwnerDeed(deed)) return this.land(await this.#owners.act(deed, moment));
    const group = racing(this.#pending.map(({ intervention }) => intervention));
    const landed = await this.deeds.carryOut(group);
    for (const _ of group) this.land(landed);
  }

  /** Takes the next intervention off the plan, as landed or as missed for a reason. */
  land(how: true | string): void {
    const taken = this.#pending.shift();
    if (taken === undefined) return;
    const { intervention, index } = taken;
    const about = { index, boundary: intervention.at, do: intervention.do };
    const astray = index === 0 && this.#itinerary.strayed();
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

  /** All that the plan wants while this one call is held, in its order. */
  async #actAt(moment: Moment): Promise<Passage> {
    if (this.#itinerary.isParallel(moment.step)) await this.#itinerary.siblings(moment, SIBLINGS_MS);
    await this.#hold(moment);
    for (let next = this.next; next !== undefined && isHere(next.at, moment); next = this.next) {
      const missing = this.deeds.commander.missing(next.at);
      if (missing !== undefined) this.land(missing);
      else if (isEnd(next.do)) return this.#killAt(moment, next.do);
      else if (next.do === 'drain') this.land(await this.#stage.drain(moment.actor));
      else if (isTurn(next.do)) {
        this.land(true);
        return next.do;
      } else await this.command(moment);
    }
    return moment.actor.state === 'dead' ? 'dropped' : 'pass';
  }

  async #killAt(moment: Moment, deed: Deed): Promise<Passage> {
    const { actor } = moment;
    const isDead = await (deed === 'lose-node' ? this.#stage.loseNode(actor) : this.#stage.kill(actor, 'plan'));
    if (deed === 'poison') this.#poison = new Poison(moment.step, this.#stage.plan.program);
    this.land(isDead ? true : 'the worker did not die by our signal, or not all of it');
    const passage = orphaned(moment, this.next);
    if (passage === 'delivered') this.land(true);
    return passage;
  }
  async #stopAt(moment: Moment): Promise<Passage> {
    const gate = await this.act(async () => {
      await this.#hold(moment);
      const stopped = await this.stopNow(moment.actor, true);
      await commandsWhile(this, (at) => isAt(at, moment));
      return stopped;
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
}
