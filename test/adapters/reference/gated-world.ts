import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Request = {
  readonly path: string;
  readonly key: string | undefined;
  readonly inputs: unknown;
  readonly atMs: number;
};

/** A world on 127.0.0.1 that answers every call, but holds those for which a gate is shut. */
export class GatedWorld {
  readonly requests: Request[] = [];
  readonly #server: Server;
  readonly #shut = new Set<string>();

  private constructor(server: Server) {
    this.#server = server;
    server.keepAliveTimeout = 0;
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const path = request.url ?? '';
        const { inputs } = JSON.parse(body);
        const key = request.headers['idempotency-key'];
        this.requests.push({ path, key: typeof key === 'string' ? key : undefined, inputs, atMs: performance.now() });
        const nth = this.to(path).length;
        if (!this.#shut.delete(path)) response.end(JSON.stringify({ value: { from: path, nth } }));
      });
    });
  }

  static async open(): Promise<GatedWorld> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new GatedWorld(server);
  }

  /** The next call on this path gets no answer. */
  shut(path: string): void {
    this.#shut.add(path);
  }

  to(path: string): readonly Request[] {
    return this.requests.filter((request) => request.path === path);
  }

  /** Resolves with the n-th call on a path. */
  async called(path: string, nth = 1): Promise<Request> {
    const end = performance.now() + 30_000;
    for (;;) {
      const found = this.to(path)[nth - 1];
      if (found !== undefined) return found;
      if (performance.now() > end)
        throw new Error(`expected call ${nth} on ${path} within 30 s, found ${this.to(path).length}`);
      await sleep(5);
    }
  }

  address(worker: string): string {
    const at = this.#server.address();
    if (at === null || typeof at === 'string') throw new Error(`expected a port, found ${at}`);
    return `http://127.0.0.1:${at.port}/${worker}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
