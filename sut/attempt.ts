import { randomUUID } from 'node:crypto';
import { type CallStep, type Command, isCallStep, type Json } from '../model/vocabulary.ts';
import { revisionOf } from './approved-revision.ts';
import { complain } from './complain.ts';
import type { Conduct, Moment } from './conduct.ts';
import { DefiniteRefusal, type Perform } from './perform.ts';
import type { Store, StoreAnswer } from './store.ts';
import type { Work } from './worklist.ts';

/** What a worker works with. */
export type Desk = {
  readonly store: Store;
  readonly perform: Perform;
  readonly conduct: Conduct;
  /** Who speaks: the worker's name. */
  readonly actor: string;
  readonly leaseMs: number;
};

/** Carries one claimed attempt as far as it gets: to the end of its slot, to a wait, to a failure, or to the loss of its lease. */
export const carryOut = async (desk: Desk, work: Work): Promise<void> => {
  const attempt = new Attempt(desk, work);
  if (!attempt.tells({ type: 'start' })) return;
  const heart = setInterval(() => attempt.beats() || clearInterval(heart), desk.leaseMs / 4);
  try {
    await attempt.interpret();
  } catch (error) {
    // A refused write means that the attempt is over for the store: another one works, or nobody may. Nothing is left to say.
    if (!(error instanceof Fenced)) attempt.fails(error);
  } finally {
    clearInterval(heart);
  }
};

/** The store took a command of this attempt as out of turn. */
class Fenced extends Error {}

/** A command of a worker without what each of them repeats: whose it is, who sends it, its key, its attempt. */
type Report = Command extends infer C
  ? C extends { attempt: string }
    ? Omit<C, 'tenant' | 'actor' | 'key' | 'attempt'>
    : never
  : never;

class Attempt {
  readonly #desk: Desk;
  readonly #work: Work;
  readonly #results: Record<string, Json> = {};
  #revision: number;
  #said = 0;

  constructor(desk: Desk, work: Work) {
    this.#desk = desk;
    this.#work = work;
    this.#revision = work.revision;
  }

  async interpret(): Promise<void> {
    for (const step of this.#work.program.steps) {
      if (!isCallStep(step))
        throw new Error(`the reference does not offer ${step.op} yet: no plan may ask it for ${step.id}`);
      const result = await this.#resultOf(step);
      if (result === ended) return;
      this.#results[step.id] = result;
    }
    this.#must({ type: 'finish' });
  }

  /** Ends the attempt as failed; the slot then waits for its retry time. */
  fails(error: unknown): void {
    if (!this.tells({ type: 'fail', error: String(error) })) return;
    this.tells({ type: 'release-lease' });
    this.tells({ type: 'exit', status: 'failed' });
  }

  /** Extends the lease, and says whether it could. A store that is locked for long is no answer: the next beat asks again. */
  beats(): boolean {
    try {
      return this.tells({ type: 'heartbeat' });
    } catch (error) {
      complain(error);
      return true;
    }
  }

  /** Sends a command and says whether it was accepted. */
  tells(report: Report): boolean {
    return this.#answerTo(report).status === 'ok';
  }

  /** Sends a command that this attempt cannot go on without. */
  #must(report: Report): Json {
    const answer = this.#answerTo(report);
    if (answer.status === 'ok') return answer.value;
    throw new Fenced(`${report.type} of ${this.#work.attempt}: ${answer.reason}`);
  }

  #answerTo(report: Report): StoreAnswer {
    this.#said += 1;
    const { tenant, attempt } = this.#work;
    const key = `${attempt}#${this.#said}`;
    return this.#desk.store.apply({ ...report, tenant, actor: this.#desk.actor, key, attempt });
  }

  async #resultOf(step: CallStep): Promise<Json | typeof ended> {
    const committed = this.#work.committed.get(step.id);
    const { run, attempt, isRecovery } = this.#work;
    const moment = { step, attempt, isRecovery };
    if (committed !== undefined) {
      if (this.#desk.conduct.repeats(moment)) await this.#desk.perform({ run, step, results: this.#given(step) });
      return this.#desk.conduct.recalls(moment, committed);
    }
    switch (step.op) {
      case 'model':
      case 'tool':
        return this.#output(step);
      case 'effect':
        return this.#effect(step, moment);
      case 'approval':
        return this.#approval(step);
      default:
        return step satisfies never;
    }
  }

  async #output(step: CallStep): Promise<Json> {
    const value = await this.#desk.perform({ run: this.#work.run, step, results: this.#given(step) });
    this.#advance({ type: 'commit', step: step.id, revision: this.#revision, value });
    return value;
  }

  /**
   * The intent is durable before anything is sent, and what is sent is what the intent says. The store answers a later attempt's intent
   * with the first one's, so that every attempt sends the same key and the same arguments.
   */
  async #effect(step: CallStep, moment: Moment): Promise<Json | typeof ended> {
    const { conduct, perform } = this.#desk;
    const mine = { actionKey: randomUUID(), arguments: this.#given(step) };
    const intent = intentOf(this.#must({ type: 'intend', step: step.id, ...mine }));
    this.#must({ type: 'dispatch', step: step.id });
    if (conduct.presumes(moment)) this.#record(step, 'applied', { presumed: step.id });
    try {
      const key = conduct.keyFor(moment, intent.key);
      const receipt = await perform({ run: this.#work.run, step, results: intent.given, key });
      if (!conduct.presumes(moment)) this.#record(step, 'applied', receipt);
      return receipt;
    } catch (error) {
      if (!(error instanceof DefiniteRefusal)) throw error;
      this.#must({
        type: 'record',
        step: step.id,
        revision: this.#revision,
        outcome: 'refused',
        receipt: error.answer,
      });
      return ended;
    }
  }

  #record(step: CallStep, outcome: 'applied', receipt: Json): void {
    this.#advance({ type: 'record', step: step.id, revision: this.#revision, outcome, receipt });
  }

  /** Sends a command that is answered with the state revision after it; the next one has to expect that. */
  #advance(report: Report): void {
    const value = this.#must(report);
    this.#revision = Number(memberOf(value, 'revision') ?? this.#revision);
  }

  /** Shows the prompt, then registers the wait. The slot is given up with it; whoever claims it after the decision goes on. */
  async #approval(step: CallStep): Promise<typeof ended> {
    const results = this.#given(step);
    await this.#desk.perform({ run: this.#work.run, step, results });
    this.#must({ type: 'request-approval', step: step.id, revision: revisionOf(results) });
    return ended;
  }

  /** The values of the steps that this one uses. One that is not there is left out, and so seen to be missing. */
  #given(step: CallStep): Results {
    return Object.fromEntries(
      step.uses.flatMap((id) => (id in this.#results ? [[id, this.#results[id] ?? null]] : [])),
    );
  }
}

/** The attempt is over, in order. */
const ended = Symbol('ended');

type Results = Readonly<Record<string, Json>>;

const intentOf = (answer: Json): { readonly key: string; readonly given: Results } => {
  const given = memberOf(answer, 'arguments');
  return { key: String(memberOf(answer, 'actionKey')), given: isObject(given) ? given : {} };
};

const memberOf = (value: Json, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);

const isObject = (value: Json | undefined): value is Results =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
