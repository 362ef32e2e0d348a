import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Binary, ProcessSpec, RunningServer, ServerCommand, ServerSpec } from '../model/vocabulary.ts';
import { TargetUnavailable } from './failures.ts';
import type { Child, Supervisor } from './processes/supervisor.ts';
import { until } from './processes/waiting.ts';

/** The servers of a target at work, and what each of them is. */
export type Servers = {
  readonly running: Readonly<Record<string, RunningServer>>;
  readonly binaries: readonly Binary[];
  /** Kills each of them and starts it again on what it left. Resolves when all are ready. */
  readonly restart: () => Promise<void>;
  /** Ends them and takes the data folders away. */
  readonly close: () => Promise<void>;
};

const READY_LIMIT_MS = 90_000;
/** The account `nobody`, which every Linux has. */
const NOBODY = 65_534;
const OUTPUT_LIMIT = 4_096;

/**
 * Starts what a target described, each on free ports of 127.0.0.1 with an empty data folder below `folder`, and waits until each is ready.
 * Throws `TargetUnavailable` with the server's last words when one does not come up.
 */
export const startServers = async (
  specs: readonly ServerSpec[],
  supervisor: Supervisor,
  folder: string,
): Promise<Servers> => {
  const started: Started[] = [];
  for (const spec of specs) started.push(await start(spec, supervisor, folder));
  return {
    running: Object.fromEntries(started.map(({ spec, server }) => [spec.name, server])),
    binaries: await Promise.all(specs.map(binaryOf)),
    restart: async () => {
      for (const one of started) await one.child.kill();
      for (const one of started) one.child = await up(one, supervisor);
    },
    close: async () => {
      for (const { server, child } of started) {
        await child.kill();
        await rm(server.folder, { recursive: true, force: true });
      }
    },
  };
};

type Started = { readonly spec: ServerSpec; readonly server: RunningServer; child: Child };

const start = async (spec: ServerSpec, supervisor: Supervisor, folder: string): Promise<Started> => {
  const ports: Record<string, number> = {};
  for (const name of spec.ports) ports[name] = await freePort();
  const server: RunningServer = { ports, folder: await dataFolder(spec, folder) };
  supervisor.discard(server.folder);
  if (spec.prepare !== undefined) {
    const prepared = spawn(supervisor, spec, { command: spec.prepare, server });
    const { code } = await prepared.child.exited;
    if (code !== 0) throw failed(spec, `its preparation ended with code ${code}`, prepared.words());
  }
  return { spec, server, child: await up({ spec, server }, supervisor) };
};

/** Starts a server on what stands in its folder. Resolves when it is ready. */
const up = async ({ spec, server }: Pick<Started, 'spec' | 'server'>, supervisor: Supervisor): Promise<Child> => {
  const { child, words } = spawn(supervisor, spec, { command: spec.start, server });
  const isUp = await until(() => child.death !== undefined || isReady(spec, server.ports), READY_LIMIT_MS);
  if (child.death !== undefined) throw failed(spec, `it ended with code ${child.death.code}`, words());
  if (!isUp) throw failed(spec, `it was not ready after ${READY_LIMIT_MS / 1000} s`, words());
  return child;
};

/**
 * A folder that no other start of this server has: the smoke test runs a target and its own idiom side by side. A server that refuses root cannot enter a folder of root's with mode 0700: its data stands in the system's temporary folder
 * then.
 */
const dataFolder = async (spec: ServerSpec, folder: string): Promise<string> => {
  if (isToChangeUser(spec)) {
    const own = await mkdtemp(join(tmpdir(), `killpoint-${spec.name}-`));
    await chown(own, NOBODY, NOBODY);
    return own;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return mkdtemp(join(folder, `server-${spec.name}-`));
};

const isToChangeUser = (spec: ServerSpec): boolean => spec.unprivileged && process.getuid?.() === 0;

type Work = { readonly command: ServerCommand; readonly server: RunningServer };
type Spoken = { readonly child: Child; readonly words: () => string };

const spawn = (supervisor: Supervisor, spec: ServerSpec, { command, server }: Work): Spoken => {
  const fill = (text: string): string =>
    text
      .replaceAll('{folder}', server.folder)
      .replaceAll(/\{port:(\w+)\}/g, (_, name: string) => String(server.ports[name] ?? ''));
  const filled: ProcessSpec = {
    command: fill(command.command),
    arguments: command.arguments.map(fill),
    env: Object.fromEntries(Object.entries(command.env).map(([name, value]) => [name, fill(value)])),
  };
  const child = supervisor.spawn(filled, {
    cwd: server.folder,
    ...(isToChangeUser(spec) ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString('utf8')).slice(-OUTPUT_LIMIT);
    });
  return { child, words: () => words };
};

const failed = (spec: ServerSpec, how: string, words: string): TargetUnavailable =>
  new TargetUnavailable(`the server '${spec.name}' ${spec.version} did not come up: ${how}.\n${words}`);

const isReady = async ({ ready }: ServerSpec, ports: Readonly<Record<string, number>>): Promise<boolean> => {
  const port = ports[ready.port];
  if (port === undefined || !(await accepts(port))) return false;
  if (ready.path === undefined) return true;
  try {
    return (await fetch(`http://127.0.0.1:${port}${ready.path}`)).ok;
  } catch {
    // Not listening for HTTP yet is the ordinary case here: it is asked again.
    return false;
  }
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });

/** A port that was free a moment ago. Another process may take it first: then the server says so, and its run ends as unavailable. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address === null || typeof address === 'string'
          ? reject(new Error('expected a TCP port of 127.0.0.1'))
          : resolve(address.port),
      );
    });
  });

const binaryOf = async ({ name, version, binary }: ServerSpec): Promise<Binary> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(binary), hash);
  return { name, version, sha256: hash.digest('hex') };
};
