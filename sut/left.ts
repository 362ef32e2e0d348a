import type { CommandOf } from '../model/vocabulary.ts';
import type { Desk } from './desk.ts';

/**
 * The runs that one worker has to leave to others, because it has no code for them. One that nobody has taken up for as long as a lease is
 * marked in the store as stranded: whoever could serve it looks round far more often.
 */
export class Left {
  readonly #desk: Pick<Desk, 'store' | 'now' | 'leaseMs'>;
  readonly #since = new Map<string, number>();

  constructor(desk: Pick<Desk, 'store' | 'now' | 'leaseMs'>) {
    this.#desk = desk;
  }

  /** Forgets the runs that need nobody any more. */
  keep(found: readonly CommandOf<'claim'>[]): void {
    for (const run of this.#since.keys()) if (!found.some((claim) => claim.run === run)) this.#since.delete(run);
  }

  /** A run that could be taken up now, and not by this worker. */
  leave(run: string): void {
    const { store, now, leaseMs } = this.#desk;
    const since = this.#since.get(run) ?? now();
    this.#since.set(run, since);
    if (now() - since >= leaseMs && !store.isStranded(run)) store.strand(run);
  }
}
