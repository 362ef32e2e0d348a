import type { CommandOf } from '../model/vocabulary.ts';
import { carryOut } from './attempt.ts';
import type { Desk } from './desk.ts';
import { Left } from './left.ts';
import { reconcile } from './reconcile.ts';
import { claims, sweeps, takeUp } from './worklist.ts';

/** Every so many ticks the worker looks round although nothing was written, because time alone makes leases and retries due. */
const QUIET_TICKS = 4;

/**
 * One worker: looks for slots that may be claimed, of any tenant and run, and carries each through, several at once. It also does the
 * sweep, by which the attempts of lost workers end. It knows no rule of either: it asks the store what would be accepted.
 */
export class Worker {
  readonly #desk: Desk;
  readonly #pollMs: number;
  readonly #also: () => void;
  /** The effects whose owners are being asked. */
  readonly #asked = new Set<string>();
  readonly #attempts = new Set<Promise<void>>();
  /** The runs that it has no code for. */
  readonly #left: Left;
  #rest: () => void = () => undefined;
  /** The store's version at the last look round; it has none that is empty. */
  #seen = '';
  #quietTicks = 0;

  /** `also` is called at every tick. */
  constructor(desk: Desk, pollMs: number, also: () => void = () => undefined) {
    this.#desk = desk;
    this.#pollMs = pollMs;
    this.#also = also;
    this.#left = new Left(desk);
  }

  /** Looks round once before it returns, which is the recovery scan, and from then on by itself. */
  start(): void {
    this.#tick();
    this.#rest = this.#desk.every(this.#pollMs, () => this.#tick());
  }

  /** Looks no further, and waits until what it carries has ended. */
  async stop(): Promise<void> {
    this.#rest();
    await Promise.all(this.#attempts);
  }

  /** A store that is locked for long is no reason to die: the next tick tries again. */
  #tick(): void {
    try {
      this.#also();
      this.#quietTicks += 1;
      if (this.#quietTicks >= QUIET_TICKS || this.#desk.store.version() !== this.#seen) this.#lookRound();
    } catch (error) {
      this.#desk.complain(error);
    }
  }

  #lookRound(): void {
    // Taken before looking, so that what is written meanwhile is looked at the next time.
    this.#seen = this.#desk.store.version();
    this.#quietTicks = 0;
    this.#sweep();
    reconcile(this.#desk, this.#asked);
    const found = claims(this.#desk.store, this.#desk.actor);
    this.#left.keep(found);
    for (const claim of found) {
      if (!this.#hasCodeFor(claim.run)) {
        this.#left.leave(claim.run);
        if (this.#desk.conduct.waitsFor(claim.run)) return;
      } else this.#claim(claim);
    }
  }

  /** A run goes on under the code that it began under, or with somebody who has that. */
  #hasCodeFor(run: string): boolean {
    const { workflows, store, conduct } = this.#desk;
    const pinned = store.get('run', run)?.context.pins.workflow ?? '';
    return workflows === undefined || workflows.includes(pinned) || conduct.takesOver(run);
  }

  /** Ends the leases that fell due, and the attempts of workers that stayed away for the grace after that. */
  #sweep(): void {
    const { actor, store } = this.#desk;
    for (const command of sweeps(store, actor)) store.apply(command);
  }

  #claim(claim: CommandOf<'claim'>): void {
    const work = takeUp(this.#desk.store, claim);
    if (work === undefined) return;
    const callRun = this.#desk.conduct.callsFor(work, work.callRun);
    const attempt = carryOut(this.#desk, { ...work, callRun }).catch(this.#desk.complain);
    this.#attempts.add(attempt);
    void attempt.finally(() => this.#attempts.delete(attempt));
  }
}
