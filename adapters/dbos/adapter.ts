import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DBOSClient } from '@dbos-inc/dbos-sdk';
import pg from 'pg';
import type { Adapter, RunningServer, Session, Setting } from '../../model/vocabulary.ts';
import { databasesOf } from '../postgres/database.ts';
import { wayTo } from '../postgres/relay.ts';
import { postgresServer } from '../postgres/server.ts';
import { nodeProcess } from '../process/index.ts';
import { logger } from './logger.ts';
import { APPLICATION, QUEUE } from './names.ts';
import { subjectOf } from './subject.ts';
import { type Variant, variantOf } from './variant.ts';
import { familyOf, viewOf } from './view.ts';

/** DBOS Transact on a Postgres of its own. Throws an error that names the choices where a variant is not known. */
export const createDbos = (asked: Readonly<Record<string, string>>): Adapter => {
  const variant = variantOf(asked);
  return {
    describe: async () => ({ ...subjectOf(installedVersion(), variant), servers: [postgresServer('dbos')] }),
    open: async (setting) => openSession(setting, variant),
  };
};

export { createDbos as default };

/** This folder, from its source and from its build in `dist`. */
const home = new URL(import.meta.url.endsWith('/dist/adapter.js') ? '..' : '.', import.meta.url);

const installedVersion = (): string => {
  const file = new URL('node_modules/@dbos-inc/dbos-sdk/package.json', home);
  try {
    const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
    return version;
  } catch (cause) {
    throw new Error('DBOS is not installed. Run `npx killpoint setup dbos`.', { cause });
  }
};

const present = (server: RunningServer | undefined): RunningServer => {
  if (server === undefined) throw new Error("expected the server 'postgres', which describe() names, to be running");
  return server;
};

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  // The server may end first, with the harness. A query on what is left fails by itself; without a listener the whole process would.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** `npx dbos`, whose `schema` makes the tables. The same from `DBOS.migrate` would write to our standard output. */
const dbosCommand = fileURLToPath(new URL('node_modules/@dbos-inc/dbos-sdk/dist/src/cli/cli.js', home));

/** A template is what an application leaves that was deployed before: its tables, and the queue that it registered. */
const databases = databasesOf('dbos', {
  run: async (url, statement) => {
    const client = await connected(url);
    await client.query(statement).finally(() => client.end());
  },
  migrate: async (url) => {
    await promisify(execFile)(process.execPath, [dbosCommand, 'schema', url]);
    const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: APPLICATION, logger });
    await client.registerQueue(QUEUE).finally(() => client.destroy());
  },
});

const openSession = async ({ servers, name, program, settings }: Setting, variant: Variant): Promise<Session> => {
  const server = present(servers.postgres);
  const url = await databases.create(server, name);
  const reader = await connected(url);
  await reader.query('set default_transaction_read_only = on');
  const way = await wayTo(url, settings);
  return {
    store: { url: way.url, ...variant },
    storeThrough: ({ postgres }) => ({ url: databases.at(postgres, name), ...variant }),
    ground: way.ground,
    process: () => nodeProcess(new URL('dist/process.js', home)),
    inspect: async (run) => viewOf((await reader.query(familyOf, [run])).rows[0], { run, program, nowMs: Date.now() }),
    close: async () => {
      await way.close();
      await reader.end();
      await databases.drop(server, name);
    },
  };
};
