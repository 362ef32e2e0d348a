import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';

/** How often a worker is asked whether it is ready, and after how many questions without an answer it no longer is. */
const PROBE_MS = 500;
const PROBES_MISSED = 3;

/**
 * The load balancer before the workers of one case, as an operator has it: Restate is given one address, and workers come and go behind
 * it. A connection goes to the newest worker that is ready, and is refused where there is none. It stays with its worker, whatever
 * becomes of it: that a worker no longer answers on an open connection is for Restate to notice.
 */
export class Balancer {
  readonly #workers = new Set<Worker>();
  readonly #sockets = new Set<Socket>();
  readonly #front: Server = createServer((client) => this.#forward(client));
  readonly #readiness: Server = createServer((worker) => this.#greet(worker));
  readonly #probing = setInterval(() => this.#probe(), PROBE_MS);

  /** The address that Restate is given is this port of 127.0.0.1. */
  get port(): number {
    return portOf(this.#front);
  }
  /** Where a worker says that it is ready: `announce`. */
  get readiness(): number {
    return portOf(this.#readiness);
  }
  async open(): Promise<this> {
    await Promise.all([this.#front, this.#readiness].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
    return this;
  }
  close(): void {
    clearInterval(this.#probing);
    this.#front.close();
    this.#readiness.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #forward(client: Socket): void {
    const worker = [...this.#workers].filter(({ unanswered }) => unanswered < PROBES_MISSED).at(-1);
    if (worker === undefined) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(worker.port, '127.0.0.1');
    for (const [socket, other] of [[this.#keep(client), upstream] as const, [this.#keep(upstream), client] as const]) {
      socket.setNoDelay(true);
      socket.pipe(other);
      socket.once('close', () => other.destroy());
    }
  }

  #greet(socket: Socket): void {
    let worker: Worker | undefined;
    linesOf(this.#keep(socket)).on('line', (line) => {
      if (worker !== undefined) {
        worker.unanswered = 0;
        return;
      }
      worker = { port: Number(line), socket, unanswered: 0 };
      this.#workers.add(worker);
      socket.write(PROBE);
    });
    socket.once('close', () => worker !== undefined && this.#workers.delete(worker));
  }

  #probe(): void {
    for (const worker of this.#workers) {
      worker.unanswered++;
      worker.socket.write(PROBE);
    }
  }

  /** An error is followed by the end of the socket, and that is what counts. */
  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }
}

type Worker = { readonly port: number; readonly socket: Socket; unanswered: number };
const PROBE = 'ready?\n';

/**
 * Tells the balancer that this process serves on `port`, and answers its probes until the process ends, or the function that this
 * resolves to is called. Resolves when the balancer sends connections here.
 */
export const announce = async (readiness: number, port: number): Promise<() => void> => {
  const socket = connect(readiness, '127.0.0.1');
  socket.write(`${port}\n`);
  const probes = linesOf(socket);
  probes.on('line', () => socket.write('yes\n'));
  await once(probes, 'line');
  return () => void socket.destroy();
};

/** A socket that breaks ends its lines, and that is all there is to know: its worker or its balancer is gone. */
const linesOf = (socket: Socket): Interface => createInterface({ input: socket }).on('error', () => undefined);

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a server that listens on a TCP port');
  return address.port;
};
