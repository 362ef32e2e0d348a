import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type Adapter, isTerminal, type Program, type Session } from '../../model/vocabulary.ts';
import { launchOf, RUN } from '../../scenarios/execute/messages.ts';

/** How often the script looks whether the run is finished: as often as the harness does. */
const LOOK_MS = 15;

/**
 * What the harness does for a plan that kills a worker while its one effect is applied, by the shortest script that does it: no history, no
 * gate, no check that anything landed, and nothing is judged. It waits as long as anybody must who wants to see that nothing more comes.
 */
export const byHand = async (adapter: Adapter, program: Program, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const session = await adapter.open({ folder, name: 'bare', settings: {}, program, servers: {} });
  const world = new Owner();
  const base = await world.listen();
  const first = await boot(session);
  await first.ask({ do: 'open', store: session.store, world: base, program, name: 'worker-1' });
  void first.ask({ do: 'work' });
  const { type, ...launch } = launchOf(program, 'launch');
  void first.ask({ do: type, ...launch });
  const held = await world.next();
  await first.kill();
  held.destroy();
  const second = await boot(session);
  await second.ask({ do: 'open', store: session.store, world: base, program, name: 'worker-2' });
  void second.ask({ do: 'work' });
  const asked = await world.next();
  asked.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value: { receipt: 'done' } }));
  while (!isTerminal((await session.inspect(RUN)).status)) await pause(LOOK_MS);
  await pause((await adapter.describe()).bounds?.idleMs ?? 0);
  await second.kill();
  await session.close();
  await world.close();
  rmSync(folder, { recursive: true });
};

/** Calls as they come, each to be answered by who takes it. */
class Owner {
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));
  #waiting: ((response: ServerResponse) => void) | undefined;

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port for the script, found none');
    return `http://127.0.0.1:${address.port}`;
  }
  next(): Promise<ServerResponse> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    await once(request, 'end');
    this.#waiting?.(response);
  }
}

/** One process of the target, which has said that it is ready. */
const boot = async (session: Session) => {
  const { command, arguments: given, env } = session.process('worker');
  const child: ChildProcess = spawn(command, [...given], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('expected streams of a process that was spawned with pipes');
  const answers = new Map<number, () => void>();
  const isReady = new Promise<void>((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const { id, ready } = JSON.parse(line);
      if (ready === true) resolve();
      else answers.get(id)?.();
    });
  });
  await isReady;
  let asked = 0;
  return {
    ask: (message: object): Promise<void> =>
      new Promise((resolve) => {
        asked += 1;
        answers.set(asked, resolve);
        stdin.write(`${JSON.stringify({ id: asked, ...message })}\n`);
      }),
    kill: async (): Promise<void> => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};
