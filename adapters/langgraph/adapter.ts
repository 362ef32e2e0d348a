import { readFileSync } from 'node:fs';
import type { Adapter, Program, RunningServer, RunView, Session, Setting } from '../../model/vocabulary.ts';
import { nodeProcess } from '../process/index.ts';
import { makeSqlite, readSqlite } from './sqlite.ts';
import { subjectOf } from './subject.ts';
import type { Threads } from './thread.ts';
import { type Store, type Variant, variantOf } from './variant.ts';
import { viewOf } from './view.ts';

/** LangGraph JS on its SQLite or Postgres checkpointer. Throws an error that names the choices where a variant is not known. */
export const createLangGraph = (asked: Readonly<Record<string, string>>): Adapter => {
  const variant = variantOf(asked);
  const open = variant.saver === 'sqlite' ? onSqlite : onPostgres();
  return {
    describe: async () => subjectOf(installedVersion(), variant),
    open: async (setting) => sessionOn(await open(setting), { variant, program: setting.program }),
  };
};

export { createLangGraph as default };

/** This folder, from its source and from its build in `dist`. */
const home = new URL(import.meta.url.endsWith('/dist/adapter.js') ? '..' : '.', import.meta.url);

const installedVersion = (): string => {
  const file = new URL('node_modules/@langchain/langgraph/package.json', home);
  try {
    const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
    return version;
  } catch (cause) {
    throw new Error('LangGraph is not installed. Run `npx killpoint setup langgraph`.', { cause });
  }
};

/** Where a store is for whoever reaches its server by these ports. */
type Through = (servers: Readonly<Record<string, RunningServer>>) => string;

/** A case's store: where it is, how it is read, and what is left to do when it is closed. */
type Opened = {
  readonly at: string;
  readonly through?: Through;
  readonly threads: Threads;
  readonly drop: () => Promise<void>;
};

const onSqlite = async ({ folder }: Setting): Promise<Opened> => {
  const at = await makeSqlite(folder);
  return { at, threads: readSqlite(at), drop: async () => undefined };
};

/** Loaded only where it is asked for: the default variant needs neither the driver nor a server. */
const onPostgres = (): ((setting: Setting) => Promise<Opened>) => {
  const loaded = import('./postgres.ts').then(({ readPostgres, postgresDatabases }) => ({
    readPostgres,
    databases: postgresDatabases(),
  }));
  return async ({ name, servers: { postgres } }) => {
    if (postgres === undefined)
      throw new Error("expected a server 'postgres', which this variant describes; found none");
    const { databases, readPostgres } = await loaded;
    const at = await databases.create(postgres, name);
    return {
      at,
      through: (servers) => databases.at(servers.postgres, name),
      threads: await readPostgres(at),
      drop: () => databases.drop(postgres, name),
    };
  };
};

const sessionOn = ({ at, through, threads, drop }: Opened, its: { variant: Variant; program: Program }): Session => {
  const seen = new Map<string, { mark: unknown; view: RunView }>();
  const store: Store = { at, ...its.variant };
  return {
    store,
    ...(through === undefined ? {} : { storeThrough: (servers) => ({ ...store, at: through(servers) }) }),
    process: () => ({
      ...nodeProcess(new URL('dist/process.js', home)),
      env: { LANGSMITH_TRACING: 'false', LANGCHAIN_TRACING_V2: 'false' },
    }),
    inspect: async (run) => {
      const mark = await threads.mark(run);
      const last = seen.get(run);
      if (last !== undefined && last.mark === mark) return last.view;
      const view = viewOf(await threads.read(run), its.program);
      seen.set(run, { mark, view });
      return view;
    },
    close: async () => {
      await threads.close();
      await drop();
    },
  };
};
