import type { Intervention } from '../../model/vocabulary.ts';
import { Latch, until } from '../processes/waiting.ts';
import type { Moment } from './moment.ts';
import type { Actor } from './stage.ts';

/** After this long a contender that neither called nor was answered is taken to be kept waiting by the other: then all go on. */
const LIMIT_MS = 10_000;

/**
 * Makes a race a script: the first call of every contender is held until each has called or been answered, so that all have read the
 * state that they compete for; then every effect is held until each contender has one waiting or has been answered.
 */
export class Race {
  readonly #contenders: readonly Actor[];
  readonly #limitMs: number;
  readonly #first = new Latch();
  readonly #effect = new Latch();
  readonly #called = new Set<Actor>();
  readonly #effecting = new Set<Actor>();
  readonly #answered = new Set<Actor>();

  constructor(contenders: readonly Actor[], limitMs: number = LIMIT_MS) {
    this.#contenders = contenders;
    this.#limitMs = limitMs;
  }

  /** Holds a call that has just come, as long as the race wants it held. */
  async hold(moment: Moment): Promise<void> {
    if (this.#contenders.includes(moment.actor) && !this.#called.has(moment.actor)) {
      this.#called.add(moment.actor);
      await this.#first.opened;
    }
    if (moment.op !== 'effect') return;
    this.#effecting.add(moment.actor);
    await this.#effect.opened;
  }
  answered(actor: Actor): void {
    this.#answered.add(actor);
  }
  /** Runs the race to its end: opens each gate when its condition holds. */
  async run(): Promise<void> {
    const isIn = (calling: ReadonlySet<Actor>) => (): boolean =>
      this.#contenders.every((actor) => calling.has(actor) || this.#answered.has(actor) || actor.state === 'dead');
    await until(isIn(this.#called), this.#limitMs);
    this.#first.open();
    await until(isIn(this.#effecting), this.#limitMs);
    this.#effect.open();
  }
}

/** The first of some interventions with those after it that do the same at the same boundary: two or more commands are a race. */
export const racing = (ahead: readonly Intervention[]): readonly Intervention[] => {
  const same = JSON.stringify(ahead[0]);
  const end = ahead.findIndex((one) => JSON.stringify(one) !== same);
  return ahead.slice(0, end < 0 ? undefined : end);
};
