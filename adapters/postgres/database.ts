import { setTimeout } from 'node:timers/promises';
import type { RunningServer } from '../../model/vocabulary.ts';

/** Runs one statement on a connection of its own, which it closes. The adapter brings it, with the driver that its runtime uses. */
export type RunSql = (url: string, statement: string) => Promise<unknown>;

/** What an adapter's databases are made with. */
export type Making = {
  readonly run: RunSql;
  /** Makes the runtime's tables in an empty database. No connection to it may be open when it resolves. */
  readonly migrate: (url: string) => Promise<unknown>;
};

/** One database for each case, a copy of a template that is migrated once per server. */
export type Databases = {
  /** Makes the case's database and resolves to its address. */
  readonly create: (server: RunningServer, caseName: string) => Promise<string>;
  /** Its address as seen by whoever reaches the server by these ports. */
  readonly at: (server: RunningServer | undefined, caseName: string) => string;
  /** Drops it, whoever is still connected. */
  readonly drop: (server: RunningServer, caseName: string) => Promise<void>;
};

/** The databases of one adapter, called `ADAPTER_CASE`. The template is made when the first case asks. */
export const databasesOf = (adapter: string, { run, migrate }: Making): Databases => {
  const template = nameOf(adapter, 'template');
  const makeTemplate = async (server: RunningServer): Promise<void> => {
    await onceUp(() => run(urlOf(server, 'postgres'), `CREATE DATABASE ${quoted(template)}`));
    await migrate(urlOf(server, template));
  };
  /** By the server's data folder, which no two servers share. */
  const made = new Map<string, Promise<void>>();
  return {
    create: async (server, caseName) => {
      const making = made.get(server.folder) ?? makeTemplate(server);
      made.set(server.folder, making);
      await making;
      const name = nameOf(adapter, caseName);
      await run(urlOf(server, 'postgres'), `CREATE DATABASE ${quoted(name)} TEMPLATE ${quoted(template)}`);
      return urlOf(server, name);
    },
    at: (server, caseName) => {
      if (server === undefined) throw new Error("expected the server 'postgres' to be among the servers; it is not");
      return urlOf(server, nameOf(adapter, caseName));
    },
    drop: async (server, caseName) => {
      const name = nameOf(adapter, caseName);
      await run(urlOf(server, 'postgres'), `DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
    },
  };
};

const STARTING_UP = '57P03';
const UP_TRIES = 200;

/** Postgres accepts connections a moment before it serves them, and says so to whoever comes first. */
const onceUp = async (ask: () => Promise<unknown>): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await ask();
      return;
    } catch (error) {
      const isStarting = error instanceof Error && 'code' in error && error.code === STARTING_UP;
      if (!isStarting || tries === UP_TRIES) throw error;
      await setTimeout(50);
    }
  }
};

const urlOf = (server: RunningServer, database: string): string => {
  const port = server.ports.sql;
  if (port === undefined) throw new Error("expected the server 'postgres' to have a port 'sql'; it has none");
  return `postgresql://postgres@127.0.0.1:${port}/${encodeURIComponent(database)}`;
};

/** Postgres cuts longer names silently, and two cases would share a database then. */
const NAME_LIMIT = 63;

const nameOf = (adapter: string, name: string): string => {
  const full = `${adapter}_${name}`;
  if (Buffer.byteLength(full) <= NAME_LIMIT) return full;
  throw new Error(`expected the name of a database to have at most ${NAME_LIMIT} bytes; found '${full}'`);
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
