import { type CallOp, callStepOf, referenceIn } from '../../model/vocabulary.ts';
import { until } from '../processes/waiting.ts';
import { find, type Wanted } from '../world/artifacts.ts';
import type { WorldDecision } from '../world/decision.ts';
import { answer, pathOf } from '../world/handlers.ts';
import { type Artifact, emptyLedger } from '../world/ledger.ts';
import type { Exchange } from '../world/receive.ts';
import type { Moment, Passage } from './moment.ts';
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
  readonly #answered = new Map<Actor, string[]>();
  #ledger = emptyLedger;
  #calls = 0;

  constructor(stage: Stage, gate: Gatekeeper) {
    this.#stage = stage;
    this.#gate = gate;
  }

  async serve(actor: Actor, exchange: Exchange): Promise<void> {
    if (actor.state === 'dead') return this.#callFromTheDead(actor, exchange);
    const call = this.#receive(actor, exchange);
    if (call === undefined) return;
    this.open++;
    try {
      await this.#handle(call, exchange);
    } finally {
      this.open--;
    }
  }

  /** What a process asks the artifact store for. It is answered at once: reading changes nothing, and no plan holds it. */
  find(actor: Actor, wanted: Wanted): Artifact | undefined {
    const found = this.#stage.footing.shelf.find(wanted, this.#ledger);
    const { run, name, version = 'latest' } = wanted;
    const status = found === undefined ? 'missing' : 'found';
    if (actor.state !== 'dead')
      this.#stage.note({ type: 'artifact.read', run, name, version: found?.version ?? version, status }, actor);
    return found;
  }

  /**
   * What a process sent before it died may be read after its death: then its end of the connection is gone with it, and nothing was done. A
   * caller that still holds its end outlived the kill.
   */
  async #callFromTheDead(actor: Actor, exchange: Exchange): Promise<void> {
    if (!(await until(exchange.isGone, GONE_MS)))
      this.#stage.note({ type: 'call.escaped', path: `${exchange.service}/${exchange.step}` }, actor);
    exchange.hangUp();
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
    const run = envelope.run;
    const nth = (this.#counts.get(`${run} ${step}`) ?? 0) + 1;
    this.#counts.set(`${run} ${step}`, nth);
    const call = ++this.#calls;
    const inputs = condenseEach(envelope.inputs);
    this.#stage.note(
      {
        type: 'call.received',
        call,
        run,
        step,
        op,
        nth,
        inputs,
        ...(key === undefined ? {} : { key }),
        nonce: envelope.nonce,
      },
      actor,
    );
    return { stage: 'received', op, run, step, nth, call, actor, answered: [...this.#answeredTo(actor)] };
  }

  async #handle(moment: Moment, exchange: Exchange): Promise<void> {
    if ((await this.#gate.at(moment)) === 'dropped')
      return this.#lose(moment, exchange, 'its worker was killed before anything was done');
    if (exchange.isGone()) return this.#lose(moment, exchange, 'the caller hung up before anything was done');
    const decision = this.#decide(moment, exchange);
    const isDone = decision.did !== 'nothing';
    if (isDone && (await this.#gate.at({ ...moment, stage: 'done' })) === 'dropped')
      return this.#lose(moment, exchange, 'its worker was killed before the answer left');
    await this.#gate.leaving({ ...moment, stage: 'leaving' }, () => this.#answer(moment, exchange, decision));
  }

  #decide(moment: Moment, exchange: Exchange): WorldDecision {
    const { run, step, call, actor } = moment;
    const { served, shelf } = this.#stage.footing;
    const asked = { run, step, inputs: exchange.envelope.inputs, key: exchange.key, upload: exchange.upload };
    const decision = shelf.keep(step, answer(served, asked, this.#ledger));
    this.#ledger = decision.ledger;
    const ofCall = { call, run, step };
    const key = exchange.key;
    const said = decision.did === 'stored' ? referenceIn(decision.value) : undefined;
    const stored = said === undefined ? undefined : find({ run, ...said }, decision.ledger);
    if (stored !== undefined) {
      const { name, version, digest, bytes } = stored;
      this.#stage.note({ type: 'artifact.stored', ...ofCall, name, version, digest, bytes }, actor);
    }
    if (decision.did === 'sampled' || decision.did === 'stored')
      this.#stage.note({ type: 'call.done', ...ofCall, value: condense(decision.value) }, actor);
    if (decision.did === 'applied')
      this.#stage.note({ type: 'effect.applied', ...ofCall, ...(key === undefined ? {} : { key }) }, actor);
    if (decision.did === 'deduplicated')
      this.#stage.note({ type: 'effect.deduplicated', ...ofCall, key: key ?? '' }, actor);
    return decision;
  }

  async #answer(moment: Moment, exchange: Exchange, decision: WorldDecision): Promise<void> {
    const { run, step, call, nth, actor } = moment;
    if (exchange.isGone()) return this.#lose(moment, exchange, 'the caller was gone when the answer was due');
    this.#answeredTo(actor).push(`${step}#${nth}`);
    this.#stage.note(
      { type: 'call.answered', call, run, step, status: decision.status, value: condense(decision.value) },
      actor,
    );
    const arrived = await exchange.reply(decision.status, { value: decision.value });
    if (!arrived) this.#lose(moment, exchange, 'the connection broke while the answer was on its way');
  }

  #lose({ call, run, step, actor }: Moment, exchange: Exchange, because: string): void {
    this.#stage.note({ type: 'call.lost', call, run, step, because }, actor);
    exchange.hangUp();
  }

  #answeredTo(actor: Actor): string[] {
    const known = this.#answered.get(actor) ?? [];
    this.#answered.set(actor, known);
    return known;
  }
}

const operations: readonly CallOp[] = ['model', 'tool', 'effect', 'output', 'approval'];
