import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { addressed, type Envelope, envelopeSchema } from './envelope.ts';
import { keyOf } from './handlers.ts';

/** A request that named a process of a case, with the means to answer it or to hang up. */
export type Exchange = {
  readonly service: string;
  readonly step: string;
  readonly envelope: Envelope;
  readonly key: string | undefined;
  /** Whether the caller's end of the connection is gone. */
  readonly isGone: () => boolean;
  /** Resolves true when the answer was handed to the connection, false when the connection broke first. */
  readonly reply: (status: number, body: unknown) => Promise<boolean>;
  readonly hangUp: () => void;
};

/** What a case does with the calls of one of its processes. */
export interface Tenant {
  serve(exchange: Exchange): Promise<void>;
  /** A request on this process's address that is no call of the world. */
  stranger(path: string, because: string): void;
}

/**
 * The harness's own HTTP server on 127.0.0.1. Each process of each case has an address of its own under a random path, so that the world
 * knows who calls without the runtime's help.
 */
export class WorldServer {
  readonly #server: Server;
  readonly #tenants = new Map<string, Tenant>();
  #origin = '';

  constructor() {
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    // A stopped process must find its connections open when it wakes, or the harness has invented a failure.
    this.#server.keepAliveTimeout = 0;
    this.#server.requestTimeout = 0;
    this.#server.headersTimeout = 0;
    this.#server.timeout = 0;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a TCP port for the world server');
    this.#origin = `127.0.0.1:${address.port}`;
  }
  /** The base address for one process; calls on it go to `tenant`. */
  address(name: string, tenant: Tenant): string {
    const path = `${randomBytes(16).toString('hex')}/${name}`;
    this.#tenants.set(path, tenant);
    return `http://${this.#origin}/${path}`;
  }
  forget(base: string): void {
    this.#tenants.delete(base.slice(`http://${this.#origin}/`.length));
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, secret, name, ...rest] = (request.url ?? '').split('/');
    const tenant = this.#tenants.get(`${secret}/${name}`);
    if (tenant === undefined || request.headers.host !== this.#origin) {
      response.writeHead(404).end();
      return;
    }
    const path = rest.join('/');
    const place = addressed(path);
    const envelope = envelopeSchema.safeParse(await bodyOf(request));
    if (place === undefined || request.method !== 'POST' || !envelope.success) {
      tenant.stranger(
        `${request.method} ${path}`,
        envelope.success ? 'no such path' : 'its body is no call: expected run, inputs and nonce',
      );
      response.writeHead(400).end();
      return;
    }
    const header = request.headers['idempotency-key'];
    await tenant.serve({
      ...place,
      envelope: envelope.data,
      key: keyOf(typeof header === 'string' ? header : undefined),
      isGone: () => response.destroyed,
      reply: (status, body) => reply(response, status, body),
      hangUp: () => response.destroy(),
    });
  }
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
};

const reply = (response: ServerResponse, status: number, body: unknown): Promise<boolean> => {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    response.once('close', () => resolve(response.writableFinished));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body), () => resolve(true));
  });
};
