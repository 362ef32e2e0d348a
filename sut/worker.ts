import type { CommandOf } from '../model/vocabulary.ts';
import { carryOut, type Desk } from './attempt.ts';
import { complain } from './complain.ts';
import { claims, sweeps, takeUp } from './worklist.ts';

/**
 * One worker: looks for slots that may be claimed, of any tenant and run, and carries each through, several at once. It also does the
 * sweep, by which the attempts of lost workers end. It knows no rule of either: it asks the store what would be accepted.
 */
export class Worker {
  readonly #desk: Desk;
  readonly #pollMs: number;
  readonly #poll: () => void;
  readonly #attempts = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  /** `also` is called at each look round, after the sweep. */
  constructor(desk: Desk, pollMs: number, also: () => void = () => undefined) {
    this.#desk = desk;
    this.#pollMs = pollMs;
    this.#poll = () => {
      this.#sweep();
      also();
      for (const claim of claims(desk.store, desk.actor)) this.#claim(claim);
    };
  }

  /** Looks round once before it returns, which is the recovery scan, and from then on by itself. */
  start(): void {
    this.#poll();
    this.#timer = setInterval(() => this.#tolerate(this.#poll), this.#pollMs);
  }

  /** Looks no further, and waits until what it carries has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#attempts);
  }

  /** Ends the leases that fell due, and the attempts of workers that stayed away for the grace after that. */
  #sweep(): void {
    const { actor, store } = this.#desk;
    for (const command of sweeps(store, actor)) store.apply(command);
  }

  #claim(claim: CommandOf<'claim'>): void {
    const work = takeUp(this.#desk.store, claim);
    if (work === undefined) return;
    const attempt = carryOut(this.#desk, work).catch(complain);
    this.#attempts.add(attempt);
    void attempt.finally(() => this.#attempts.delete(attempt));
  }

  /** A store that is locked for long is no reason to die: the next look round tries again. */
  #tolerate(work: () => void): void {
    try {
      work();
    } catch (error) {
      complain(error);
    }
  }
}
