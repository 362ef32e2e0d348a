import type { Belief } from './belief.ts';
import type { Legal } from './telling.ts';

/** What the rules would accept now. */
export class Legals {
  readonly #belief: Belief;
  constructor(belief: Belief) {
    this.#belief = belief;
  }
  now(): readonly Legal[] {
    void this.#belief;
    return [];
  }
}
