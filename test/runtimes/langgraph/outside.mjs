// What the three scripts share: an outside that can hold its answers, processes of the application, and the exit codes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openOutside, tell } from '../outside.mjs';

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
  await tell(
    () => check({ file, outside, start, run }),
    () => {
      for (const child of children) child.kill('SIGKILL');
      outside.close();
      rmSync(folder, { recursive: true, force: true });
    },
  );
};

/** Stops a process and returns when the kernel shows it stopped. */
export const stop = async ({ child }) => {
  child.kill('SIGSTOP');
  const isStopped = () => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8'));
  while (!isStopped()) await new Promise(setImmediate);
};
