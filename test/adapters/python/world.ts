import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Json } from '../../../model/vocabulary.ts';

/** One call on the world. */
export type Call = {
  readonly worker: string;
  readonly step: string;
  readonly run: string;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly key: string | undefined;
  readonly atMs: number;
};

/** A world that answers each call with its step and which call of that step it was, and holds or fails those that it was told to. */
export class World {
  readonly calls: Call[] = [];
  readonly #server: Server;
  readonly #held = new Set<string>();
  readonly #failing = new Map<string, number>();
  readonly #open: { readonly step: string; readonly give: () => Promise<void> }[] = [];
  #tell: () => void = () => undefined;

  private constructor(server: Server) {
    this.#server = server;
    server.keepAliveTimeout = 0;
    server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const [, worker = '', , step = ''] = (request.url ?? '').split('/').map(decodeURIComponent);
      const { run, inputs }: { run: string; inputs: Record<string, Json> } = JSON.parse(body);
      const key = request.headers['idempotency-key'];
      this.calls.push({
        worker,
        step,
        run,
        inputs,
        key: key === undefined ? key : String(key),
        atMs: performance.now(),
      });
      const give = this.#answerTo(step, response);
      if (this.#held.has(step)) this.#open.push({ step, give });
      else void give();
      this.#tell();
    });
  }
  static async open(): Promise<World> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new World(server);
  }

  address(worker: string): string {
    const at = this.#server.address();
    if (at === null || typeof at === 'string') throw new Error('expected a port');
    return `http://127.0.0.1:${at.port}/${worker}`;
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Calls for this step get no answer until it is released. */
  hold(step: string): void {
    this.#held.add(step);
  }
  /** The next `times` calls for this step are answered with a 503. */
  fail(step: string, times: number): void {
    this.#failing.set(step, times);
  }
  /** Answers what is held of a step; resolves when each answer was read or can never be. */
  async release(step: string): Promise<void> {
    this.#held.delete(step);
    await Promise.all(this.#open.filter((one) => one.step === step).map(({ give }) => give()));
  }

  /** Answers the oldest call that is held of a step, and goes on holding the others. */
  async answerFirst(step: string): Promise<void> {
    const at = this.#open.findIndex((one) => one.step === step);
    await Promise.all(this.#open.splice(at, 1).map(({ give }) => give()));
  }

  of(step: string): readonly Call[] {
    return this.calls.filter((call) => call.step === step);
  }
  /** Which worker asked for which step, in the order of the calls. */
  get path(): readonly string[] {
    return this.calls.map(({ worker, step }) => `${worker} ${step}`);
  }
  /** Resolves with the n-th call for a step. */
  async called(step: string, nth = 1): Promise<Call> {
    for (;;) {
      const found = this.of(step)[nth - 1];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const before = this.#tell;
        this.#tell = () => {
          before();
          resolve();
        };
      });
    }
  }

  #answerTo(step: string, response: ServerResponse): () => Promise<void> {
    const nth = this.of(step).length;
    const fails = this.#failing.get(step) ?? 0;
    this.#failing.set(step, fails - 1);
    const [status, value] = fails > 0 ? [503, 'later'] : [200, `${step} ${nth}`];
    return () =>
      new Promise((resolve) => {
        if (response.destroyed) return resolve();
        response.once('close', resolve);
        response.writeHead(status, { connection: 'close' }).end(JSON.stringify({ value }));
      });
  }
}
