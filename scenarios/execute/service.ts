import { type CallOp, callStepOf } from '../../model/vocabulary.ts';
import { until } from '../processes/waiting.ts';
import type { WorldCall } from '../world/decision.ts';
import { pathOf } from '../world/handlers.ts';
import type { Ends, Exchange, Inquiry } from '../world/receive.ts';
import { type Given, insteadOf } from './instead.ts';
import type { Moment, Passage } from './moment.ts';
import type { Owners } from './owners.ts';
import { condense, condenseEach } from './recorder.ts';
import type { Actor, Stage } from './stage.ts';

/** So long the end of a dead process's connection may take to arrive, in milliseconds. */
const GONE_MS = 1_000;

/** What the plan has to say at each moment of each call. */
export interface Gatekeeper {
  at(moment: Moment): Promise<Passage>;
  /** The last moment before an answer leaves. `leave` sends it; whoever takes the moment calls it. Resolves when the call is over. */
  leaving(moment: Moment, leave: () => Promise<void>): Promise<void>;
}

/** The world of one case at work: every call is written down, gated, decided by the pure handlers, and answered or lost. */
export class Service {
  /** Calls that have come and are not over. */
  open = 0;
  readonly #stage: Stage;
  readonly #gate: Gatekeeper;
  readonly #counts = new Map<string, number>();
  readonly #answered = new Map<string, string[]>();
  readonly #owners: Owners;
  #calls = 0;

  constructor(stage: Stage, gate: Gatekeeper, owners: Owners) {
    this.#stage = stage;
    this.#gate = gate;
    this.#owners = owners;
  }

  async serve(actor: Actor, exchange: Exchange): Promise<void> {
    if (actor.state === 'dead') return this.#callFromTheDead(actor, `${exchange.service}/${exchange.step}`, exchange);
    const call = this.#receive(actor, exchange);
    if (call === undefined) return;
    this.open++;
    try {
      await this.#handle(call, exchange);
    } finally {
      this.open--;
    }
  }

  /** A process asks an owner what became of an action. */
  async lookUp(actor: Actor, inquiry: Inquiry): Promise<void> {
    if (actor.state === 'dead') return this.#callFromTheDead(actor, `look-up of ${inquiry.key}`, inquiry);
    const { run, key } = inquiry;
    const word = this.#owners.lookUp(inquiry);
    if (word === undefined) return void (await inquiry.reply(404, { value: 'this owner cannot be asked' }));
    const { step, found, receipt } = word;
    const asked = this.#moment('asked', { actor, run, step, op: 'effect' });
    const { call, nth } = asked;
    this.#stage.note({ type: 'effect.looked-up', call, run, step, nth, key, found, value: condense(receipt) }, actor);
    this.open++;
    try {
      if ((await this.#gate.at(asked)) !== 'pass') return this.#lose(asked, inquiry, 'the look-up was cut off');
      if (inquiry.isGone()) return this.#lose(asked, inquiry, 'the caller was gone when the word was due');
      this.#stage.note({ type: 'effect.told', call, run, step }, actor);
      await inquiry.reply(200, { value: { found, receipt } });
    } finally {
      this.open--;
    }
  }

  /**
   * What a process sent before it died may be read after its death: then its end of the connection is gone with it, and nothing was done. A
   * caller that still holds its end outlived the kill.
   */
  async #callFromTheDead(actor: Actor, path: string, ends: Ends): Promise<void> {
    if (!(await until(ends.isGone, GONE_MS))) this.#stage.note({ type: 'call.escaped', path }, actor);
    ends.hangUp();
  }

  #receive(actor: Actor, exchange: Exchange): Moment | undefined {
    const { service, step, envelope, key } = exchange;
    const op = operations.find((candidate) => pathOf[candidate] === service);
    if (op === undefined || callStepOf(this.#stage.footing.served, step)?.op !== op) {
      this.#stage.note(
        {
          type: 'call.strange',
          path: `${service}/${step}`,
          because: `program '${this.#stage.footing.served.id}' has no such step`,
        },
        actor,
      );
      void exchange.reply(404, { value: 'no such step' });
      return undefined;
    }
    const { run, nonce } = envelope;
    const moment = this.#moment('received', { actor, run, step, op });
    const { call, nth } = moment;
    const inputs = condenseEach(envelope.inputs);
    this.#stage.note(
      { type: 'call.received', call, run, step, op, nth, inputs, ...(key === undefined ? {} : { key }), nonce },
      actor,
    );
    return moment;
  }

  #moment(stage: 'received' | 'asked', of: Pick<Moment, 'actor' | 'run' | 'step' | 'op'>): Moment {
    const place = `${stage} ${of.run} ${of.step}`;
    const nth = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, nth);
    return { ...of, stage, nth, call: ++this.#calls, answered: [...this.#answeredTo(of.actor, of.run)] };
  }

  async #handle(moment: Moment, exchange: Exchange): Promise<void> {
    const call = callOf(exchange);
    this.#owners.receive(moment, call);
    const passage = await this.#gate.at(moment);
    if (passage !== 'pass' && passage !== 'duplicate') return this.#end(moment, exchange, passage);
    if (exchange.isGone()) {
      this.#owners.discard(moment);
      return this.#lose(moment, exchange, 'the caller hung up before anything was done');
    }
    const decision = this.#owners.decide(moment, call);
    if (passage === 'duplicate') this.#again(moment.actor, exchange);
    const isDone = decision.did !== 'nothing' && decision.did !== 'accepted';
    const answer = isDone ? await this.#gate.at({ ...moment, stage: 'done' }) : 'pass';
    if (answer === 'duplicate') this.#again(moment.actor, exchange);
    else if (answer !== 'pass') return this.#endDone(moment, exchange, answer);
    await this.#gate.leaving({ ...moment, stage: 'leaving' }, () => this.#answer(moment, exchange, decision));
  }

  /** A call that comes to nothing, or to something after all, before its server has done it. */
  async #end(moment: Moment, exchange: Exchange, passage: Exclude<Passage, 'pass' | 'duplicate'>): Promise<void> {
    switch (passage) {
      case 'delivered':
        this.#owners.decide(moment, callOf(exchange));
        return this.#lose(moment, exchange, 'its worker was killed while its request was on its way');
      case 'adrift':
        this.#owners.setAdrift(moment);
        return this.#lose(moment, exchange, 'its worker was killed, and its request is still on its way');
      case 'dropped':
        this.#owners.discard(moment);
        return this.#lose(moment, exchange, 'its worker was killed before anything was done');
      case 'drop':
        this.#owners.discard(moment);
        return this.#lose(moment, exchange, 'the connection was cut before anything was done');
      default:
        this.#owners.discard(moment);
        return this.#answer(moment, exchange, insteadOf(moment, passage));
    }
  }
  /** A call that was done, and whose answer does not come, or is another one. */
  async #endDone(moment: Moment, exchange: Exchange, passage: Exclude<Passage, 'pass' | 'duplicate'>): Promise<void> {
    switch (passage) {
      case 'drop':
        return this.#lose(moment, exchange, 'the connection was cut before the answer left');
      case 'fail':
      case 'refuse':
      case 'conflict':
        return this.#answer(moment, exchange, insteadOf(moment, passage));
      default:
        return this.#lose(moment, exchange, 'its worker was killed before the answer left');
    }
  }

  /** A transport brings the same request once more. Its server does what it is asked for, and nobody waits for the answer. */
  #again(actor: Actor, exchange: Exchange): void {
    const again = this.#receive(actor, exchange);
    if (again === undefined) return;
    const { call, run, step } = again;
    this.#owners.decide(again, callOf(exchange));
    this.#stage.note({ type: 'call.lost', call, run, step, because: 'its transport had sent it twice' }, actor);
  }

  async #answer(moment: Moment, exchange: Exchange, given: Given): Promise<void> {
    const { run, step, call, nth, actor } = moment;
    if (exchange.isGone()) return this.#lose(moment, exchange, 'the caller was gone when the answer was due');
    this.#answeredTo(actor, run).push(`${step}#${nth}`);
    const { status, value } = given;
    this.#stage.note({ type: 'call.answered', call, run, step, status, value: condense(value) }, actor);
    const arrived = await exchange.reply(status, { value });
    if (!arrived) this.#lose(moment, exchange, 'the connection broke while the answer was on its way');
  }

  #lose({ call, run, step, actor }: Moment, ends: Ends, because: string): void {
    this.#stage.note({ type: 'call.lost', call, run, step, because }, actor);
    ends.hangUp();
  }

  #answeredTo(actor: Actor, run: string): string[] {
    const key = `${actor.name} ${run}`;
    const known = this.#answered.get(key) ?? [];
    this.#answered.set(key, known);
    return known;
  }
}

const operations: readonly CallOp[] = ['model', 'tool', 'effect', 'output', 'approval'];

const callOf = ({ envelope: { run, inputs }, step, key, upload }: Exchange): WorldCall => ({
  ...{ run, step, inputs, key, upload },
});
