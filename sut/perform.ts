import type { CallStep, Json } from '../model/vocabulary.ts';

/** One step's call on the outside, with the values that it is given and, for an effect, its idempotency key. */
export type Performance = {
  readonly run: string;
  readonly step: CallStep;
  readonly results: Readonly<Record<string, Json>>;
  readonly key?: string;
};

/**
 * Does one step's call, once. Throws `DefiniteRefusal` where the other side said no for good; anything else that it throws leaves
 * open whether the call happened.
 */
export type Perform = (performance: Performance) => Promise<Json>;

/** The other side understood the call and will not do it, however often it is asked. */
export class DefiniteRefusal extends Error {
  readonly answer: Json;
  constructor(message: string, answer: Json) {
    super(message);
    this.answer = answer;
  }
}
