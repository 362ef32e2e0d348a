import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { headersOf, type Wanted } from './artifacts.ts';
import type { Artifact } from './ledger.ts';
import { type Called, callIn, wantedBy } from './request.ts';

/** A request that named a process of a case, with the means to answer it or to hang up. */
export type Exchange = Called & {
  /** Whether the caller's end of the connection is gone. */
  readonly isGone: () => boolean;
  /** Resolves true when the answer was handed to the connection, false when the connection broke first. */
  readonly reply: (status: number, body: unknown) => Promise<boolean>;
  readonly hangUp: () => void;
};

/** What a case does with the calls of one of its processes. */
export interface Tenant {
  serve(exchange: Exchange): Promise<void>;
  /** The version that one of its processes asks the artifact store for, where the store has it. */
  find(wanted: Wanted): Artifact | undefined;
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
    const asked = {
      method: request.method ?? '',
      path,
      header: (header: string) => [request.headers[header]].flat()[0],
    };
    const wanted = wantedBy(asked);
    if (wanted !== undefined) return give(response, tenant.find(wanted));
    const call = callIn(asked, await bodyOf(request));
    if (call === undefined) {
      tenant.stranger(
        `${request.method} ${path}`,
        'no such path, or its body is no call: expected run, inputs and nonce',
      );
      response.writeHead(400).end();
      return;
    }
    await tenant.serve({
      ...call,
      isGone: () => response.destroyed,
      reply: (status, answer) => reply(response, status, answer),
      hangUp: () => response.destroy(),
    });
  }
}

/** The whole body. Throws where the connection broke before it was whole: then nothing has arrived. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const reply = (response: ServerResponse, status: number, body: unknown): Promise<boolean> => {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    response.once('close', () => resolve(response.writableFinished));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body), () => resolve(true));
  });
};

/** A version as the artifact store hands it out; to a HEAD without its content. */
const give = (response: ServerResponse, artifact: Artifact | undefined): void => {
  if (artifact === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, headersOf(artifact)).end(artifact.content);
};
