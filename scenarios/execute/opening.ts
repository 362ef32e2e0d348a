import type { Session } from '../../model/vocabulary.ts';
import type { Actor } from './actor.ts';

/** So many processes in a row that cannot open a harmed store show that none can. */
const OPENS = 6;

/** How the processes of one case come to open its store, also where the plan has done something to it. */
export class Opening {
  /** Whether the plan did something to the store by which it may be hard to open. */
  isStoreHarmed = false;
  #failed = 0;

  /** Lets one open it. One that the plan kept from it is killed, and no target that is not available. */
  async of(actor: Actor, open: () => Promise<void>, kill: () => Promise<unknown>): Promise<void> {
    try {
      await open();
      this.#failed = 0;
    } catch (error) {
      if (actor.doomedBy !== 'plan' && (!this.isStoreHarmed || ++this.#failed >= OPENS)) throw error;
      await kill();
    }
  }
}

/** A session of a store that its adapter could not open: it cannot be read either; whether its processes can open it is seen when they try. */
export const unopened = (before: Session, error: unknown): Session => ({
  store: before.store,
  storeThrough: before.storeThrough,
  process: (role) => before.process(role),
  within: before.within,
  inspect: () => Promise.reject(error),
  close: () => Promise.resolve(),
});
