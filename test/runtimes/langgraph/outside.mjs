// What the three scripts share: an outside that can hold its answers, processes of the application, and the exit codes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** LangGraph's default is async; DURABILITY=sync or exit tries another. */
const durability = process.env.DURABILITY === undefined ? {} : { DURABILITY: process.env.DURABILITY };

/** Runs one script. `check` returns { confirmed, because }. Exit 1: the fault shows; 0: it does not; 2: the script broke. */
export const confirm = async (check) => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-runtimes-'));
  const outside = await openOutside();
  const children = [];
  const file = join(folder, 'langgraph.db');
  const start = (command, env = {}) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('application.mjs', import.meta.url)), file, command], {
      env: { PATH: process.env.PATH, WORLD: outside.address, LANGSMITH_TRACING: 'false', ...durability, ...env },
      stdio: 'inherit',
    });
    children.push(child);
    const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
    return { child, ended, pid: String(child.pid) };
  };
  const run = (command, env) => start(command, env).ended;
  try {
    const { confirmed, because } = await check({ file, outside, start, run });
    console.log(`${confirmed ? 'CONFIRMED' : 'NOT SEEN'}: ${because}`);
    process.exitCode = confirmed ? 1 : 0;
  } catch (error) {
    console.error(error);
    process.exitCode = 2;
  } finally {
    for (const child of children) child.kill('SIGKILL');
    outside.close();
    rmSync(folder, { recursive: true, force: true });
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

/** Stops a process and returns when the kernel shows it stopped. */
export const stop = async ({ child }) => {
  child.kill('SIGSTOP');
  const isStopped = () => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8'));
  while (!isStopped()) await new Promise(setImmediate);
};
