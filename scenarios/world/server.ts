import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Fetch } from '../../model/vocabulary.ts';
import { type Line, receive, type Tenant, type World } from './receive.ts';

/**
 * The harness's own HTTP server on 127.0.0.1. Each process of each case has an address of its own under a random path, so that the world
 * knows who calls without the runtime's help.
 */
export class WorldServer implements World {
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
  address(name: string, tenant: Tenant): string {
    const path = `${randomBytes(16).toString('hex')}/${name}`;
    this.#tenants.set(path, tenant);
    return `http://${this.#origin}/${path}`;
  }
  forget(base: string): void {
    this.#tenants.delete(base.slice(`http://${this.#origin}/`.length));
  }
  /** Whoever lives in this process reaches it over the network too. */
  readonly fetch: Fetch = (...asked) => fetch(...asked);
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
    await receive(tenant, lineOf(request, response, rest.join('/')));
  }
}

const lineOf = (request: IncomingMessage, response: ServerResponse, path: string): Line => ({
  asked: { method: request.method ?? '', path, header: (header) => [request.headers[header]].flat()[0] },
  body: () => bodyOf(request),
  isGone: () => response.destroyed,
  send: (status, headers, content) => {
    if (response.destroyed) return Promise.resolve(false);
    return new Promise((resolve) => {
      response.once('close', () => resolve(response.writableFinished));
      response.writeHead(status, { ...headers });
      response.end(content, () => resolve(true));
    });
  },
  hangUp: () => void response.destroy(),
});

/** The whole body. Throws where the connection broke before it was whole: then nothing has arrived. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};
