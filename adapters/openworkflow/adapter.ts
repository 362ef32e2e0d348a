import { BackendPostgres } from 'openworkflow/postgres';
import postgres from 'postgres';
import type { Adapter, Session, Setting } from '../../model/vocabulary.ts';
import { databasesOf } from '../postgres/database.ts';
import { wayTo } from '../postgres/relay.ts';
import { postgresServer } from '../postgres/server.ts';
import { nodeProcess } from '../process/index.ts';
import { installedVersion, processModule } from './installed.ts';
import { subjectOf } from './subject.ts';
import { type Variant, variantOf } from './variant.ts';
import { openReader } from './view.ts';

/** OpenWorkflow on Postgres, a database for each case. Throws an error that names the choices where a variant is not known. */
export const createOpenWorkflow = (asked: Readonly<Record<string, string>>): Adapter => {
  const variant = variantOf(asked);
  return {
    describe: async () => ({
      ...subjectOf(installedVersion(), variant),
      servers: [postgresServer('openworkflow')],
    }),
    open: (setting) => openSession(setting, variant),
  };
};

export { createOpenWorkflow as default };

/** The driver prints what Postgres remarks, and the harness's output is not its. */
const silent = (): void => undefined;

const databases = databasesOf('openworkflow', {
  run: async (url, statement) => {
    const sql = postgres(url, { max: 1, onnotice: silent });
    await sql.unsafe(statement).finally(() => sql.end());
  },
  migrate: async (url) => {
    const backend = await BackendPostgres.connect(url);
    await backend.stop();
  },
});

const openSession = async ({ name, servers, settings }: Setting, variant: Variant): Promise<Session> => {
  const server = servers.postgres;
  if (server === undefined) throw new Error("expected the harness to have started the server 'postgres'; it has not");
  const url = await databases.create(server, name);
  const sql = postgres(url, { max: 1, onnotice: silent, connection: { default_transaction_read_only: true } });
  const reader = await openReader(sql);
  const way = await wayTo(url, settings);
  return {
    store: { url: way.url, ...variant },
    storeThrough: ({ postgres: through }) => ({ url: databases.at(through, name), ...variant }),
    ground: way.ground,
    process: () => nodeProcess(processModule),
    inspect: (run) => reader.viewOf(run),
    close: async () => {
      await way.close();
      await sql.end();
      await databases.drop(server, name);
    },
  };
};
