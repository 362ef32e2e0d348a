import { doneWith, dueSteps } from '../model/machines/progress.ts';
import { type CallStep, isCallStep, type Json } from '../model/vocabulary.ts';
import { type Act, momentOf, perform } from './acts.ts';
import type { Desk, Ended, Report, Statement } from './desk.ts';
import type { StoreAnswer } from './store.ts';
import { resultOf, type Work } from './worklist.ts';

/** Carries one claimed attempt as far as it gets: to the end of its slot, to a wait, to a failure, or to the loss of its lease. */
export const carryOut = async (desk: Desk, work: Work): Promise<void> => {
  const attempt = new Attempt(desk, work);
  if (!attempt.tells({ type: 'start' })) return;
  const still = desk.every(desk.leaseMs / 4, () => attempt.beats() || still());
  try {
    await attempt.interpret();
  } catch (error) {
    // A refused write means that the attempt is over for the store: another one works, or nobody may. Nothing is left to say.
    if (!(error instanceof Fenced)) attempt.fails(error);
  } finally {
    still();
  }
};

/** The store took a command of this attempt as out of turn. */
class Fenced extends Error {}

type End = { readonly step: CallStep } & (Ended | { readonly status: 'done'; readonly value: Json });

/** One attempt at work. Which steps are due, and in which order, the slot says; the attempt only does them. */
class Attempt implements Act {
  readonly desk: Desk;
  readonly work: Work;
  readonly early = new Map<string, Json>();
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
    // Last what would end by itself: a worker without a lease that never said that it ended would not be missed.
    this.tells({ type: 'exit', status: 'failed' });
    this.tells({ type: 'release-lease' });
  }

  /** Extends the lease, and says whether it could. A store that is locked for long is no answer: the next beat asks again. */
  beats(): boolean {
    try {
      return this.tells({ type: 'heartbeat' });
    } catch (error) {
      this.desk.complain(error);
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

  /**
   * Sends a command that is answered with the state revision after it; the next one has to expect that. An owner that called back
   * meanwhile moved the slot on too, beside the step that this is about.
   */
  advance(report: (revision: number) => Report): void {
    const first = this.#answerTo(report(this.#revision));
    if (first.status === 'refused' && first.reason === 'revision-is-stale') this.#due();
    const value = first.status === 'ok' ? first.value : this.must(report(this.#revision));
    if (typeof value === 'object' && value !== null && 'revision' in value) this.#revision = Number(value.revision);
  }

  /** The values of the steps that this one uses. One that is not there is left out, and so seen to be missing. */
  given(step: CallStep): Readonly<Record<string, Json>> {
    return Object.fromEntries(
      step.uses.flatMap((id) => (id in this.#results ? [[id, this.#results[id] ?? null]] : [])),
    );
  }

  /** Says something that is true of the run whoever holds the lease. */
  says(statement: Statement): StoreAnswer {
    return this.desk.store.apply({ ...statement, ...this.#by(), run: this.work.callRun });
  }

  /** The committed result of a step that somebody else moved on. */
  settled(step: CallStep): Json | undefined {
    const isDue = this.#due().some(({ id }) => id === step.id);
    return isDue ? undefined : (this.#results[step.id] ?? null);
  }

  following({ id }: CallStep): CallStep | undefined {
    const slot = this.desk.store.get('slot', this.work.slot)?.context;
    if (slot === undefined) return undefined;
    const known = { ...slot, done: Object.keys(this.#results) };
    const before = dueSteps(known);
    return dueSteps({ ...known, done: doneWith(known, id) })
      .filter(isCallStep)
      .find((step) => before.every((due) => due.id !== step.id));
  }

  #answerTo(report: Report): StoreAnswer {
    return this.desk.store.apply({ ...report, ...this.#by(), attempt: this.work.attempt });
  }

  #by(): { tenant: string; actor: string; key: string } {
    this.#said += 1;
    return { tenant: this.work.tenant, actor: this.desk.actor, key: `${this.work.attempt}#${this.#said}` };
  }

  /** Takes the committed results over. */
  async #recall(): Promise<void> {
    const { committed, callRun } = this.work;
    for (const { step, value } of committed) {
      if (!isCallStep(step)) {
        this.#results[step.id] = value;
        continue;
      }
      const moment = momentOf(this.work, step);
      if (this.desk.conduct.repeats(moment)) await this.desk.perform({ run: callRun, step, results: this.given(step) });
      this.#results[step.id] = this.desk.conduct.recalls(moment, value);
    }
  }

  /** The steps that the slot waits for. What a group or a choice came to is learned on the way. */
  #due(): ReturnType<typeof dueSteps> {
    const slot = this.desk.store.get('slot', this.work.slot)?.context;
    if (slot === undefined) return [];
    this.#revision = slot.revision;
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
    const waiting = ends.find(({ status }) => status === 'awaits');
    const isOver = refused !== undefined || failed !== undefined || ends.some(({ status }) => status === 'parked');
    if (!isOver && waiting !== undefined) return !this.#waitsFor(waiting.step);
    return !isOver;
  }

  async #end(step: CallStep): Promise<End> {
    try {
      return { step, ...(await perform(this, step)) };
    } catch (error) {
      if (error instanceof Fenced) throw error;
      return { step, status: 'failed', error };
    }
  }

  /** Gives the slot up until the owner calls back, unless it just did. */
  #waitsFor(step: CallStep): boolean {
    if (this.settled(step) !== undefined) return false;
    this.must({ type: 'wait', step: step.id });
    return true;
  }

  #refuse({ id }: CallStep, receipt: Json): void {
    this.advance((revision) => ({ type: 'record', step: id, revision, outcome: 'refused', receipt }));
  }
}
