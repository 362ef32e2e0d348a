import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresServer } from '../../../adapters/postgres/server.ts';
import type { RunningServer } from '../../../model/vocabulary.ts';
import { Supervisor } from '../../../scenarios/processes/supervisor.ts';
import { startServers } from '../../../scenarios/servers.ts';

const packagesOf = (adapter: string): string => join(import.meta.dirname, '../../../adapters', adapter, 'node_modules');
const withDriver = (...adapters: readonly string[]): string | undefined =>
  adapters.map(packagesOf).find((folder) => existsSync(join(folder, 'pg')) || existsSync(join(folder, 'postgres')));

/** Folders of installed packages that have the two drivers most used: `pg` comes with two of the adapters. */
export const withPg = withDriver('dbos', 'langgraph');
const withPostgres = withDriver('openworkflow');

/** Whether the server and both drivers are installed, with the adapters that need them. */
export const isThere = existsSync(packagesOf('postgres')) && withPg !== undefined && withPostgres !== undefined;
/** A title that says what is missing. */
export const titled = (title: string): string =>
  isThere ? title : `${title} (skipped: run \`npx killpoint setup dbos\` and \`npx killpoint setup openworkflow\`)`;

/** The driver `pg`, which is a class for a client, and the driver `postgres`, which is a function. */
export const pg = () => createRequire(`${withPg}/`)('pg');
export const postgresJs = () => createRequire(`${withPostgres}/`)('postgres');

/** A Postgres of its own, and its end. */
export const startPostgres = async (): Promise<{ server: RunningServer; port: number; stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'killpoint-test-'));
  const supervisor = new Supervisor();
  const servers = await startServers([postgresServer('dbos')], supervisor, folder);
  const server = servers.running.postgres;
  if (server === undefined) throw new Error('expected a server named postgres');
  return {
    server,
    port: server.ports.sql ?? 0,
    stop: async () => {
      await supervisor.close();
      await servers.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
