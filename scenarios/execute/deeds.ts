import type { CommandDeed, Intervention } from '../../model/vocabulary.ts';
import { sleep, until } from '../processes/waiting.ts';
import type { Commander, Views } from './commander.ts';
import { GroundDeeds, isGroundDeed } from './ground-deeds.ts';
import { isCommandDeed } from './orders.ts';
import { Race } from './race.ts';
import type { Actor, Stage } from './stage.ts';

/** After this long a command of a plan that has no answer counts as sent, and the plan goes on. */
const ANSWER_LIMIT_MS = 4_000;
/** A slow step without a lease is this slow, and no step is held longer than the second. */
const SLOW_MS = 3_000;
const SLOWEST_MS = 45_000;

/** What a plan does that is no signal: commands from processes of their own, more workers, slow answers, and what shakes the ground. */
export class Deeds {
  readonly #stage: Stage;
  readonly commander: Commander;
  readonly ground: GroundDeeds;
  /** The race that is on: it holds the calls of its contenders. */
  race: Race | undefined;

  constructor(stage: Stage, commander: Commander) {
    this.#stage = stage;
    this.commander = commander;
    this.ground = new GroundDeeds(stage, commander);
  }

  /** Carries out equal deeds in a row at one boundary: one alone, or several at once. Says whether it landed, or why not. */
  async carryOut(group: readonly Intervention[]): Promise<true | string> {
    const [first] = group;
    if (first === undefined) return 'the plan asks for nothing here';
    if (first.do === 'delay') return this.#delay();
    if (first.do === 'start-worker') return this.#startWorkers(group.length);
    if (isGroundDeed(first.do)) return this.ground.carryOut(first.do, first);
    if (!isCommandDeed(first.do)) return `'${first.do}' cannot be done at ${first.at.at}`;
    const views = await this.commander.look('before-command');
    const landed =
      group.length === 1 ? await this.#send(first.do, views) : await this.#raceTo(first.do, group.length, views);
    await this.commander.look('after-command');
    return landed;
  }

  async #send(deed: CommandDeed, views: Views): Promise<true | string> {
    const actor = (await this.commander.through()) ?? (await this.commander.other());
    let isAnswered = false;
    void this.commander.contend(actor, deed, views).then(() => {
      isAnswered = true;
    });
    await until(() => isAnswered || actor.state === 'dead', ANSWER_LIMIT_MS);
    return actor.state !== 'dead' || isAnswered || 'the process that sent it died before it was answered';
  }

  /** The same command from several processes at once. Where there are no clients, the working worker is one of them. */
  async #raceTo(deed: CommandDeed, count: number, views: Views): Promise<true> {
    const first = this.commander.hasClients ? undefined : this.#stage.working();
    const contenders = first === undefined ? [] : [first];
    while (contenders.length < count) contenders.push(await this.commander.other());
    const race = this.#begin(contenders);
    for (const actor of contenders) void this.commander.contend(actor, deed, views).then(() => race.answered(actor));
    await race.run();
    return true;
  }

  /**
   * Lets more workers work beside the first, at once, and waits until each has looked for work. A worker whose call is held meanwhile is
   * held for less than a third of its lease, so that nobody has a reason to take it for lost.
   */
  async #startWorkers(count: number): Promise<true> {
    const workers: Actor[] = [];
    while (workers.length < count) workers.push(await this.#stage.enter('worker'));
    const [only] = workers;
    await (workers.length === 1 && only !== undefined ? this.#startOne(only) : this.#startTogether(workers));
    return true;
  }
  async #startOne(worker: Actor): Promise<void> {
    const { takeoverMs, leaseMs, idleMs } = this.#stage.subject.bounds;
    const limitMs = leaseMs > 0 ? leaseMs / 3 : takeoverMs + idleMs;
    let hasLooked = false;
    void this.#looksRound(worker, limitMs / 2).then(() => {
      hasLooked = true;
    });
    await until(() => hasLooked || this.#stage.hasCalled(worker), limitMs);
  }
  async #startTogether(workers: readonly Actor[]): Promise<void> {
    const { takeoverMs, idleMs } = this.#stage.subject.bounds;
    const limitMs = takeoverMs + idleMs;
    const race = this.#begin(workers, limitMs);
    for (const worker of workers) void this.#looksRound(worker, limitMs / 2).then(() => race.answered(worker));
    await race.run();
  }
  /** Tells a worker to work; resolves a little after its recovery scan. */
  async #looksRound(worker: Actor, atMostMs: number): Promise<void> {
    await this.#stage.work(worker);
    await sleep(Math.min(this.#stage.subject.bounds.idleMs, atMostMs));
  }

  /** An answer that takes longer than a lease, to a worker that is alive and well. */
  async #delay(): Promise<true> {
    const { leaseMs, takeoverMs } = this.#stage.subject.bounds;
    const slowMs = leaseMs > 0 ? 1.6 * leaseMs + 300 : Math.max(SLOW_MS, 1.2 * takeoverMs);
    await sleep(Math.min(slowMs, SLOWEST_MS));
    return true;
  }

  #begin(contenders: readonly Actor[], limitMs?: number): Race {
    const race = new Race(contenders, limitMs);
    this.race = race;
    return race;
  }
}
