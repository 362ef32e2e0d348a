import { dueSteps } from '../model/machines/progress.ts';
import { type CallStep, type Command, isCallStep, type Json } from '../model/vocabulary.ts';
import { type Act, perform } from './acts.ts';
import { complain } from './complain.ts';
import type { Conduct } from './conduct.ts';
import type { Perform } from './perform.ts';
import type { Store, StoreAnswer } from './store.ts';
import { resultOf, type Work } from './worklist.ts';

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
export type Report = Command extends infer C
  ? C extends { attempt: string }
    ? Omit<C, 'tenant' | 'actor' | 'key' | 'attempt'>
    : never
  : never;

/** How the work on a step ended, where it has no result. */
export type Ended =
  | { readonly status: 'parked' }
  | { readonly status: 'refused'; readonly answer: Json }
  | { readonly status: 'failed'; readonly error: unknown };
type End = { readonly step: CallStep } & (Ended | { readonly status: 'done'; readonly value: Json });

/** One attempt at work. Which steps are due, and in which order, the slot says; the attempt only does them. */
export class Attempt implements Act {
  readonly desk: Desk;
  readonly work: Work;
  readonly #results: Record<string, Json> = {};
  #revision: number;
  #said = 0;

  constructor(desk: Desk, work: Work) {
    this.desk = desk;
    this.work = work;
    this.#revision = work.revision;
  }

  async interpret(): Promise<void> {
    await this.#recall();
    for (let due = this.#due(); due.length > 0; due = this.#due()) {
      const [first] = due;
      if (first?.op === 'timer') return void this.must({ type: 'wait', step: first.id });
      if (first?.op === 'child') return void this.must({ type: 'start-child', step: first.id });
      if (!(await this.#doAll(due.filter(isCallStep)))) return;
    }
    this.must({ type: 'finish' });
  }

  /** Ends the attempt as failed, by a try of a step where it was one; the slot then waits for its retry time. */
  fails(error: unknown, step?: string): void {
    const by = step === undefined ? {} : { step };
    if (!this.tells({ type: 'fail', error: String(error), ...by })) return;
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
  must(report: Report): Json {
    const answer = this.#answerTo(report);
    if (answer.status === 'ok') return answer.value;
    throw new Fenced(`${report.type} of ${this.work.attempt}: ${answer.reason}`);
  }

  /** Sends a command that is answered with the state revision after it; the next one has to expect that. */
  advance(report: (revision: number) => Report): void {
    const value = this.must(report(this.#revision));
    if (typeof value === 'object' && value !== null && 'revision' in value) this.#revision = Number(value.revision);
  }

  /** The values of the steps that this one uses. One that is not there is left out, and so seen to be missing. */
  given(step: CallStep): Readonly<Record<string, Json>> {
    return Object.fromEntries(
      step.uses.flatMap((id) => (id in this.#results ? [[id, this.#results[id] ?? null]] : [])),
    );
  }

  #answerTo(report: Report): StoreAnswer {
    this.#said += 1;
    const { tenant, attempt } = this.work;
    const key = `${attempt}#${this.#said}`;
    return this.desk.store.apply({ ...report, tenant, actor: this.desk.actor, key, attempt });
  }

  /** Takes the committed results over. */
  async #recall(): Promise<void> {
    const { attempt, isRecovery, committed, callRun } = this.work;
    for (const { step, value } of committed) {
      if (!isCallStep(step)) {
        this.#results[step.id] = value;
        continue;
      }
      const moment = { step, attempt, isRecovery };
      if (this.desk.conduct.repeats(moment)) await this.desk.perform({ run: callRun, step, results: this.given(step) });
      this.#results[step.id] = this.desk.conduct.recalls(moment, value);
    }
  }

  /** The steps that the slot waits for. What a group or a choice came to is learned on the way. */
  #due(): ReturnType<typeof dueSteps> {
    const slot = this.desk.store.get('slot', this.work.slot)?.context;
    if (slot === undefined) return [];
    for (const id of slot.done)
      if (!(id in this.#results)) this.#results[id] = resultOf(this.desk.store, this.work.slot, id) ?? null;
    return dueSteps(slot);
  }

  /** Does steps at once, and says whether the attempt goes on. It ends only when each of them has ended, so that no result is lost. */
  async #doAll(steps: readonly CallStep[]): Promise<boolean> {
    const settled = await Promise.allSettled(steps.map((step) => this.#end(step)));
    const ends = settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    for (const end of ends) if (end.status === 'done') this.#results[end.step.id] = end.value;
    const refused = ends.find(({ status }) => status === 'refused');
    if (refused?.status === 'refused') this.#refuse(refused.step, refused.answer);
    const failed = ends.find(({ status }) => status === 'failed');
    if (refused === undefined && failed?.status === 'failed') this.fails(failed.error, failed.step.id);
    return ends.every(({ status }) => status === 'done');
  }

  async #end(step: CallStep): Promise<End> {
    try {
      return { step, ...(await perform(this, step)) };
    } catch (error) {
      if (error instanceof Fenced) throw error;
      return { step, status: 'failed', error };
    }
  }

  #refuse({ id }: CallStep, receipt: Json): void {
    this.advance((revision) => ({ type: 'record', step: id, revision, outcome: 'refused', receipt }));
  }
}
