import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Json, SessionGround } from '../../model/vocabulary.ts';

/** How a case's processes reach their database, with its end and what can be done to it. */
export type Way = { readonly url: string; readonly ground?: SessionGround; readonly close: () => Promise<void> };

/**
 * The way to a database: straight, or, where the plan's setting `cuttable` asks for it, through a relay of this case alone. An outage closes
 * the relay, so that who was connected is cut off and who connects is refused, as if the server were down; for other cases it is not.
 */
export const wayTo = async (url: string, settings: Readonly<Record<string, Json>>): Promise<Way> => {
  if (settings.cuttable !== true) return { url, close: async () => undefined };
  const relay = new Relay(Number(new URL(url).port));
  await relay.open();
  const relayed = new URL(url);
  relayed.port = String(relay.port);
  return {
    url: relayed.href,
    ground: { outage: () => relay.close(), restore: () => relay.open() },
    close: () => relay.close(),
  };
};

/** Carries connections on a port of its own to another one of 127.0.0.1. It keeps its port when it opens again. */
class Relay {
  readonly #to: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  port = 0;

  constructor(to: number) {
    this.#to = to;
  }

  async open(): Promise<void> {
    if (this.#server !== undefined) return;
    const server = createServer((near) => this.#carry(near));
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address !== null && typeof address === 'object') this.port = address.port;
    this.#server = server;
  }
  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #carry(near: Socket): void {
    const far = createConnection({ port: this.#to, host: '127.0.0.1' });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.pipe(other);
      // A connection that breaks takes its other half with it; nobody here has to hear of that.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
