import type { Program, Session } from '../../model/vocabulary.ts';
import type { Servers } from '../servers.ts';
import { unopened } from './opening.ts';
import { Shelf } from './shelf.ts';

/** So far a clock jumps, in milliseconds: an hour, as for summer time. */
const JUMP_MS = 3_600_000;

/** What a footing is made of. */
type Parts = {
  readonly session: Session;
  /** Opens the same store once more, as it stands. */
  readonly openAgain: () => Promise<Session>;
  readonly program: Program;
  readonly keepsOldCode: boolean;
  /** Its own servers, where the plan kills them. */
  readonly servers: Servers | undefined;
};

/** What one case stands on, and a plan may touch: its store, its servers, the code and the clock of its processes, its artifact store. */
export class Footing {
  readonly shelf = new Shelf();
  readonly servers: Servers | undefined;
  readonly #openAgain: () => Promise<Session>;
  #session: Session;
  readonly #first: Program;
  readonly #keepsOldCode: boolean;
  #newer: Program | undefined;
  #isStoreAway = false;
  #skewMs = 0;

  constructor(parts: Parts) {
    this.#session = parts.session;
    this.#openAgain = parts.openAgain;
    this.#first = parts.program;
    this.#keepsOldCode = parts.keepsOldCode;
    this.servers = parts.servers;
  }

  /** The store as the adapter has it open. */
  get session(): Session {
    return this.#session;
  }
  /** Whether the store is away or full. */
  get isStoreAway(): boolean {
    return this.#isStoreAway;
  }
  /** How far the clocks of its processes are from the true time. */
  get skewMs(): number {
    return this.#skewMs;
  }
  /** The code that processes are started with now: the newest program, and the older one where it is kept. */
  get code(): { readonly program: Program; readonly older?: readonly Program[] } {
    if (this.#newer === undefined) return { program: this.#first };
    return { program: this.#newer, ...(this.#keepsOldCode && { older: [this.#first] }) };
  }
  /** What the world serves: every step that any code of the case may call. */
  get served(): Program {
    return this.#newer ?? this.#first;
  }

  /** Takes the store away or leaves it no room. False where the adapter cannot. */
  async takeStore(how: 'outage' | 'full'): Promise<boolean> {
    const deed = this.#session.ground?.[how];
    if (deed === undefined) return false;
    this.#isStoreAway = true;
    await deed();
    return true;
  }
  /** Puts everything back that was taken away. */
  async restore(): Promise<void> {
    this.shelf.restore();
    if (this.#isStoreAway) await this.#session.ground?.restore?.();
    this.#isStoreAway = false;
  }
  /** After all of the runtime was killed at once: what the session holds open of the store is opened anew. */
  async reopen(): Promise<void> {
    await this.#session.ground?.reopen?.();
  }
  /** Has the store be what a loss of power leaves of it, and opens it anew. Comes after every process of the case died. */
  async losePower(leave: () => void): Promise<void> {
    await this.#session.close();
    leave();
    this.#session = await this.#openAgain().catch((error: unknown) => unopened(this.#session, error));
  }
  /** Processes are started with newer code from now on. Says which. */
  upgrade(): Program {
    this.#newer = newerThan(this.#first);
    return this.#newer;
  }
  /** The clocks jump an hour on, and the next time back. */
  jump(): number {
    this.#skewMs = this.#skewMs === 0 ? JUMP_MS : 0;
    return this.#skewMs;
  }
}

/** The next revision of a program: it does one thing more, before everything else. */
const newerThan = (program: Program): Program => ({
  ...program,
  revision: (program.revision ?? 1) + 1,
  steps: [{ op: 'tool', id: 'new-check', uses: [] }, ...program.steps],
});
