import { createServer, type Server, type Socket } from 'node:net';
import { Latch, until } from '../processes/waiting.ts';
import { type Gate, Passing } from './passing.ts';

/** After its client is gone a session of the server ends within milliseconds, unless it waits for a lock or computes. */
const GONE_MS = 10_000;

/**
 * The way of one process to one Postgres: a port of 127.0.0.1 that only this process is told of, so that whatever comes by it is its own.
 * At each commit the gate is asked.
 */
export class Way {
  readonly #listener: Server;
  readonly #upstream: number;
  readonly #gate: Gate;
  readonly #passing = new Set<Passing>();
  #frozen: Latch | undefined;
  #port = 0;

  constructor(upstream: number, gate: Gate) {
    this.#upstream = upstream;
    this.#gate = gate;
    this.#listener = createServer({ noDelay: true }, (client) => this.#accept(client));
  }

  /** The port that it listens on, from the first `open` on. */
  get port(): number {
    return this.#port;
  }
  /** How many connections have something on its way that may commit. */
  get committing(): number {
    return [...this.#passing].filter(({ isCommitting }) => isCommitting).length;
  }
  /** Listens; again on the same port after `refuse`. Rejects when that was taken meanwhile. */
  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(this.#port, '127.0.0.1', () => {
        this.#listener.off('error', reject);
        resolve();
      });
    });
    const address = this.#listener.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }
  /** Takes the store away: sessions end as if their server was shut down (57P01), and nobody is connected until it is opened again. */
  async refuse(): Promise<void> {
    for (const passing of this.#passing) passing.shutDown();
    await this.#deafen();
  }
  /** Cuts what is connected and connects nobody any more. Resolves when the server has let go of all of it, and says whether it has. */
  async close(): Promise<boolean> {
    for (const passing of this.#passing) passing.cut();
    await this.#deafen();
    this.thaw();
    return until(() => this.#passing.size === 0, GONE_MS);
  }

  /** Holds every further statement that may commit, until `thaw`. */
  freeze(): void {
    this.#frozen ??= new Latch();
  }
  thaw(): void {
    this.#frozen?.open();
    this.#frozen = undefined;
  }

  #accept(client: Socket): void {
    const passing = new Passing(client, this.#upstream, {
      before: async (candidate) => {
        while (this.#frozen !== undefined) await this.#frozen.opened;
        return this.#gate.before(candidate);
      },
      after: (label) => this.#gate.after(label),
    });
    this.#passing.add(passing);
    void passing.ended.then(() => this.#passing.delete(passing));
  }
  async #deafen(): Promise<void> {
    if (!this.#listener.listening) return;
    await new Promise<void>((resolve) => this.#listener.close(() => resolve()));
  }
}
