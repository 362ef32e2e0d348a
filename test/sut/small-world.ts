import type { Json, Step } from '../../model/vocabulary.ts';
import type { Performance } from '../../sut/perform.ts';

/** One call that the small world saw. */
export type Seen = {
  readonly run: string;
  readonly step: string;
  readonly given: Json;
  readonly key: string | undefined;
};

/** A world of one function: a new sample for each call, an owner that applies a key once, and an approver who only reads. */
export class SmallWorld {
  readonly calls: Seen[] = [];
  /** Action keys in the order in which their owner applied them. */
  readonly applied: string[] = [];
  readonly #receipts = new Map<string, Json>();
  readonly #answers: Readonly<Record<string, Json>>;
  /** Comes before each answer; a test holds a worker here, or throws. */
  before: (performance: Performance) => Promise<void> | void = () => undefined;

  constructor(answers: Readonly<Record<string, Json>> = {}) {
    this.#answers = answers;
  }

  readonly perform = async (performance: Performance): Promise<Json> => {
    const { run, step, results, key } = performance;
    this.calls.push({ run, step: step.id, given: results, key });
    await this.before(performance);
    return this.#answer(step, key);
  };

  callsFor(step: string): readonly Seen[] {
    return this.calls.filter((call) => call.step === step);
  }

  #answer(step: Step, key: string | undefined): Json {
    if (step.op === 'approval') return 'shown';
    if (step.op !== 'effect')
      return step.id in this.#answers ? (this.#answers[step.id] ?? null) : this.#sample(step.id);
    const known = this.#receipts.get(key ?? '');
    if (step.contract === 'idempotent' && known !== undefined) return known;
    this.applied.push(key ?? '');
    const receipt = { receipt: this.applied.length };
    this.#receipts.set(key ?? '', receipt);
    return receipt;
  }

  #sample(step: string): Json {
    return { text: `${step}, sample ${this.callsFor(step).length}` };
  }
}
