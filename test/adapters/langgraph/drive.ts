import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import {
  type Command,
  type CommandOf,
  type Json,
  type Program,
  programSchema,
  type Session,
} from '../../../model/vocabulary.ts';

/** The seeds' document review. */
export const review: Program = programSchema.parse({
  id: 'document-review',
  title: 'extract, analyse, wait for approval, publish',
  steps: [
    { op: 'model', id: 'extract', uses: [] },
    { op: 'model', id: 'analyse', uses: ['extract'] },
    { op: 'approval', id: 'approve', uses: ['analyse'] },
    { op: 'effect', id: 'publish', uses: ['analyse', 'approve'], contract: 'idempotent' },
  ],
});

export type Call = {
  readonly step: string;
  readonly run: string;
  readonly inputs: Json;
  readonly key: string | undefined;
};

/** A world that answers each step with `answers[step]`, or its name, and holds the answers of the steps in `held`. */
export class World {
  readonly calls: Call[] = [];
  readonly answers: Record<string, Json> = {};
  readonly held = new Set<string>();
  /** How many times each of these steps is answered with 503 before it has its answer. */
  readonly troubles: Record<string, number> = {};
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];
  #changed: () => void = () => undefined;

  constructor() {
    this.#server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const step = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      const key = request.headers['idempotency-key'];
      const { run, inputs }: { run: string; inputs: Json } = JSON.parse(body);
      this.calls.push({ step, run, inputs, key: typeof key === 'string' ? key : undefined });
      const give = () => this.#answer(response, step);
      if (this.held.has(step)) this.#waiting.push(give);
      else give();
      this.#changed();
    });
    this.#server.keepAliveTimeout = 0;
  }

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    return `http://127.0.0.1:${address.port}`;
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
  /** Resolves when `step` was called for the n-th time. */
  async called(step: string, nth = 1): Promise<void> {
    while (this.calls.filter((call) => call.step === step).length < nth)
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
  }
  /** Takes the answers that are held, oldest first, out of `release`: the caller gives them. */
  takeHeld(count: number): readonly (() => void)[] {
    return this.#waiting.splice(0, count);
  }
  /** Gives the answers that are held, and holds nothing any more. */
  release(): void {
    this.held.clear();
    for (const give of this.#waiting.splice(0)) give();
  }

  #answer(response: ServerResponse, step: string): void {
    const troubles = this.troubles[step] ?? 0;
    this.troubles[step] = troubles - 1;
    response.writeHead(troubles > 0 ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ value: step in this.answers ? this.answers[step] : `result of ${step}` }));
  }
}

/** One process of the adapter. */
export class Worker {
  readonly child: ChildProcess;
  readonly bootMs: Promise<number>;
  readonly #answers = new Map<number, (answer: Json) => void>();
  #ids = 0;

  constructor(session: Session) {
    const { command, arguments: given, env } = session.process('worker');
    const began = performance.now();
    this.child = spawn(command, given, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.bootMs = new Promise((resolve) => {
      if (this.child.stdout === null) throw new Error('expected a pipe');
      createInterface({ input: this.child.stdout }).on('line', (line) => {
        const { id, ready, ...answer } = JSON.parse(line);
        if (ready === true) resolve(performance.now() - began);
        else this.#answers.get(id)?.(answer);
      });
    });
  }

  ask(message: Readonly<Record<string, unknown>>): Promise<Json> {
    const id = ++this.#ids;
    this.child.stdin?.write(`${JSON.stringify({ id, ...message })}\n`);
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }
  send({ type, ...rest }: Command): Promise<Json> {
    return this.ask({ do: type, ...rest });
  }
  async kill(): Promise<void> {
    const died = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await died;
  }
}

/** Every kind of step that holds others, and one that fails twice. */
export const structured: Program = programSchema.parse({
  id: 'structured',
  title: 'a group, a choice, a child, a retry',
  steps: [
    { op: 'model', id: 'draft', uses: [] },
    {
      op: 'parallel',
      id: 'searches',
      uses: ['draft'],
      members: ['one', 'other'].map((id) => ({ op: 'tool', id, uses: ['draft'] })),
    },
    { op: 'model', id: 'pick', uses: ['searches'] },
    {
      op: 'choose',
      id: 'chosen',
      uses: ['pick'],
      by: 'pick',
      cases: {
        left: [
          { op: 'tool', id: 'left', uses: ['pick'] },
          { op: 'tool', id: 'lefter', uses: ['left'] },
        ],
        right: [{ op: 'tool', id: 'right', uses: ['pick'] }],
      },
    },
    {
      op: 'child',
      id: 'child',
      uses: ['chosen'],
      steps: [
        { op: 'tool', id: 'grow', uses: ['draft'] },
        { op: 'tool', id: 'grown', uses: ['grow'] },
      ],
    },
    { op: 'tool', id: 'flaky', uses: ['child'], retry: { attempts: 3, backoffMs: 10 } },
    { op: 'effect', id: 'publish', uses: ['other', 'lefter', 'child', 'flaky'], contract: 'idempotent' },
  ],
});

const by = { tenant: 'tenant-1', actor: 'client', run: 'run-1' };

export const launchOf = (program: Program): Command => ({
  type: 'launch',
  ...by,
  key: 'launch',
  slot: 'slot-1',
  startKey: 'start-1',
  pins: { package: 'package@1', workflow: 'workflow@1', binding: 'binding@1' },
  program,
  specification: 'specification-1',
  workerClass: 'standard',
});

export const approve: CommandOf<'decide'> = {
  type: 'decide',
  ...by,
  key: 'decide',
  approval: 'approve',
  decision: 'approve',
  revision: '',
};
