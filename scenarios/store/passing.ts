import { createConnection, type Socket } from 'node:net';
import { Latch } from '../processes/waiting.ts';
import { Cutter, type Frame, shutDown } from './frames.ts';
import { PostgresSession } from './session.ts';
import type { Candidate } from './statements.ts';

/** What becomes of a message that is held: it goes on, or its connection is cut and no side hears of it. */
export type Fate = 'pass' | 'cut';

/** What is asked at each commit, and may take its time. */
export interface Gate {
  /** A statement that may be the next commit has not been forwarded yet. */
  before(candidate: Candidate): Promise<Fate>;
  /** The store has committed, and who asked for it has no answer yet. */
  after(label: string): Promise<Fate>;
}

/** The whole answer of a server without TLS to a client that asks for it. */
const NO = Buffer.from('N');

/**
 * One connection of a client with the one to the server that answers it. Every byte goes on as it came; only where something may have been
 * committed does the answer wait here, whole, until that is decided.
 */
export class Passing {
  /** Resolves when both connections are closed. A server closes its own when nothing is left of the session. */
  readonly ended: Promise<void>;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #gate: Gate;
  readonly #session = new PostgresSession();
  readonly #withheld: Buffer[] = [];
  readonly #cut = new Latch();
  #isCut = false;
  #answered = new Latch();

  constructor(client: Socket, port: number, gate: Gate) {
    this.#client = client;
    this.#server = createConnection({ port, host: '127.0.0.1', noDelay: true });
    this.#gate = gate;
    this.ended = Promise.all([closed(client), closed(this.#server)]).then(() => undefined);
    void this.#pump(client, 'client').then(() => this.#server.end());
    void this.#pump(this.#server, 'server').then(() => this.#letGo());
  }

  /** Whether something is on its way that may commit, or waits here to be let go. */
  get isCommitting(): boolean {
    return !this.#isCut && this.#session.isCommitting;
  }
  /** Ends both sides at once. What was not forwarded by now never is. */
  cut(): void {
    this.#isCut = true;
    this.#cut.open();
    this.#answered.open();
    this.#client.destroy();
    // The server is told politely: it closes its side when its session is cleared away, and `ended` is about that.
    this.#server.end();
  }
  /** Ends both sides as a server does whose administrator shuts it down. */
  shutDown(): void {
    this.#client.write(shutDown('terminating connection due to administrator command'));
    this.cut();
  }

  async #pump(from: Socket, side: 'client' | 'server'): Promise<void> {
    const cutter = new Cutter(side);
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false }))
        for (const frame of this.#isCut ? [] : cutter.push(chunk))
          await (side === 'client' ? this.#fromClient(frame) : this.#fromServer(frame));
    } catch {
      // Either side may be gone at any moment, and what is no message ends the session. The other side sees its connection closed.
      this.cut();
    }
  }

  async #fromClient(frame: Frame): Promise<void> {
    // With TLS nobody in between could read along.
    if (frame.type === 'ssl' || frame.type === 'gssenc') return this.#write(this.#client, NO);
    if (frame.type === 'Q' || frame.type === 'E') await this.#untilAnswered();
    const candidate = this.#session.sent(frame);
    if (candidate !== undefined) await this.#decide(this.#gate.before(candidate));
    await this.#write(this.#server, frame.bytes);
  }
  /** Units go to the server one by one: what the next one commits depends on how the last one ended. */
  async #untilAnswered(): Promise<void> {
    while (!this.#session.isAnswered && !this.#isCut) {
      this.#answered = new Latch();
      await this.#answered.opened;
    }
  }

  async #fromServer(frame: Frame): Promise<void> {
    const meaning = this.#session.received(frame);
    if (meaning.type === 'commit') await this.#decide(this.#gate.after(meaning.label));
    this.#withheld.push(frame.bytes);
    if (meaning.type !== 'withhold') await this.#flush();
    if (this.#session.isAnswered) this.#answered.open();
  }
  async #flush(): Promise<void> {
    for (const bytes of this.#withheld.splice(0)) await this.#write(this.#client, bytes);
  }
  /** A gate that has cut this connection waits for its end, and must not be waited for. */
  async #decide(fate: Promise<Fate>): Promise<void> {
    if ((await Promise.race([fate, this.#cut.opened])) === 'cut') this.cut();
  }
  async #letGo(): Promise<void> {
    await this.#flush();
    this.#client.end();
    this.#isCut = true;
    this.#answered.open();
    this.#server.destroy();
  }

  /** Writes as fast as the other side reads. */
  async #write(to: Socket, bytes: Buffer): Promise<void> {
    if (this.#isCut || to.destroyed || to.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        to.off('drain', go).off('close', go);
        resolve();
      };
      to.on('drain', go).on('close', go);
    });
  }
}

/** What broke a connection is of no interest here: that it is closed says it all. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve()).on('error', () => undefined);
  });
