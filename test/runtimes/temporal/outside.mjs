// What the scripts share: a Temporal server, an outside whose answers are given by hand, and the exit codes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, tell } from '../outside.mjs';
import { binary } from './packages.mjs';

/** Runs one script. `check` returns { confirmed, because }. Exit 1: the fault shows; 0: it does not; 2: the script broke. */
export const confirm = async (check) => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-runtimes-'));
  const [grpc, http, metrics] = [await freePort(), await freePort(), await freePort()];
  const ports = ['--port', grpc, '--http-port', http, '--metrics-port', metrics, '--ip', '127.0.0.1'].map(String);
  const file = ['--db-filename', join(folder, 'temporal.db')];
  const server = spawn(binary, ['server', 'start-dev', '--headless', '--log-level', 'warn', ...ports, ...file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const outside = await openOutside();
  await tell(
    async () => {
      await ready(server, http);
      return check({ outside, address: `127.0.0.1:${grpc}` });
    },
    async () => {
      outside.close();
      server.kill('SIGKILL');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  );
};

/** Holds every call, `/STEP`, until `give` is called on it. */
const openOutside = async () => {
  const calls = [];
  const waiting = new Set();
  const server = createServer((request, response) => {
    request.resume();
    calls.push({ step: request.url.slice(1), give: () => response.end('done') });
    for (const look of waiting) look();
  });
  Object.assign(server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  /** Resolves with the first call that satisfies `condition`. */
  const call = (condition) =>
    new Promise((resolve) => {
      const look = () => {
        const found = calls.find(condition);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { calls, call, close, address: `http://127.0.0.1:${server.address().port}` };
};

const ready = async (server, port) => {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/namespaces/default`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
