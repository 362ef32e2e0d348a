// What the scripts share: an outside that can hold its answers, processes of the application, and the exit codes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freshDatabase, query } from './postgres.mjs';

const adapter = fileURLToPath(new URL('../../../adapters/dbos/', import.meta.url));
const { DBOSClient } = createRequire(adapter)('@dbos-inc/dbos-sdk');

/** Runs one script. `check` returns { confirmed, because }. Exit 1: the fault shows; 0: it does not; 2: the script broke. */
export const confirm = async (check) => {
  const database = await freshDatabase();
  const outside = await openOutside();
  const children = [];
  const start = (command, env = {}) => {
    const file = fileURLToPath(new URL('application.mjs', import.meta.url));
    const child = spawn(process.execPath, [file, command, 'order-1'], {
      env: { PATH: process.env.PATH, DBOS_SYSTEM_DATABASE_URL: database.url, OUTSIDE: outside.address, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    const kill = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    return { kill };
  };
  try {
    const { confirmed, because } = await check({
      outside,
      start,
      rows: (statement) => query(database.url, statement),
      client: async (use) => {
        const client = await DBOSClient.create({ systemDatabaseUrl: database.url, applicationName: 'shop' });
        return use(client).finally(() => client.destroy());
      },
    });
    console.log(`${confirmed ? 'CONFIRMED' : 'NOT SEEN'}: ${because}`);
    process.exitCode = confirmed ? 1 : 0;
  } catch (error) {
    console.error(error);
    process.exitCode = 2;
  } finally {
    for (const child of children) child.kill('SIGKILL');
    outside.close();
    await database.close();
  }
};

/** Answers every call with its number, at once or, where `holds(call)` says so, when `give` is called on it. */
const openOutside = async () => {
  const calls = [];
  const waiting = new Set();
  const outside = { calls, holds: () => false };
  const server = createServer((request, response) => {
    const [, pid, step] = request.url.split('/');
    const call = { pid, step, give: () => response.end(`${step}, answer ${calls.indexOf(call) + 1}`) };
    calls.push(call);
    request.resume();
    if (!outside.holds(call)) call.give();
    for (const look of waiting) look();
  });
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  outside.address = `http://127.0.0.1:${server.address().port}`;
  outside.close = () => {
    server.closeAllConnections();
    server.close();
  };
  /** Resolves when the calls so far satisfy `condition`. */
  outside.until = (condition) =>
    new Promise((resolve) => {
      const look = () => {
        if (!condition(calls)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return outside;
};

/** Asks until `is` says yes. */
export const poll = async (ask, is) => {
  for (;;) {
    const answer = await ask();
    if (is(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
