import { type Adapter, type Binary, type Reach, type Subject, subjectSchema } from '../model/vocabulary.ts';
import type { Ground } from './execute.ts';
import { endsEverything, messageOf, TargetUnavailable } from './failures.ts';
import { Pool } from './processes/pool.ts';
import { Supervisor } from './processes/supervisor.ts';
import { virtualTime } from './processes/virtual-clock.ts';
import { startServers } from './servers.ts';
import { openStoreFiles } from './store/store-files.ts';
import type { World } from './world/receive.ts';
import { WorldServer } from './world/server.ts';
import { WorldWithin } from './world/within.ts';

/** What cases stand on, with its end. */
export type OpenGround = Ground & {
  /** The servers that run, each with its version and digest. */
  readonly binaries: readonly Binary[];
  /** What of this machine a reader of the report has to know. */
  readonly remarks: readonly string[];
  /** Ends every running case as aborted, because of something that makes going on useless. */
  readonly halt: (because: unknown) => void;
  readonly close: () => Promise<void>;
};

/**
 * Describes a target and makes what its cases share: one supervisor for every process, spares, and the world's server. `close` leaves no
 * process and no port behind; so does the end of this process, however it comes. Throws `TargetUnavailable`.
 */
export const openGround = async (
  adapter: Adapter,
  wish: {
    readonly workers: number;
    readonly signal: AbortSignal;
    readonly folder: string;
    readonly reach?: readonly Reach[] | undefined;
  },
): Promise<OpenGround> => {
  const subject = await describe(adapter);
  const { world, leave } = await surroundings(adapter);
  const supervisor = new Supervisor(world.fetch);
  const lastResort = (): void => supervisor.killAll();
  process.on('exit', lastResort);
  const servers = await startServers(subject.servers, supervisor, wish.folder).catch(async (error: unknown) => {
    await supervisor.close();
    await world.close();
    leave();
    throw error;
  });
  const halt = new AbortController();
  const opened =
    wish.reach?.includes('store') === true ? await openStoreFiles({ subject, adapter, supervisor }) : undefined;
  opened?.files?.watcher.onLost((error) => halt.abort(error));
  const pool = new Pool(supervisor, { size: wish.workers, onBroken: (error) => halt.abort(error) });
  return {
    adapter: halting(adapter, halt),
    subject,
    servers: servers.running,
    binaries: servers.binaries,
    files: opened?.files,
    remarks: opened?.remarks ?? [],
    pool,
    world,
    signal: AbortSignal.any([wish.signal, halt.signal]),
    halt: (because) => halt.abort(because),
    close: async () => {
      opened?.files?.watcher.end();
      pool.close();
      await supervisor.close();
      await servers.close();
      await world.close();
      leave();
      process.off('exit', lastResort);
    },
  };
};

/** What is met while reading is only written down, unless nothing can mean anything any more: then every case ends. */
const halting = (adapter: Adapter, halt: AbortController): Adapter => ({
  isInProcess: adapter.isInProcess,
  describe: () => adapter.describe(),
  open: async (setting) => {
    const session = await adapter.open(setting);
    return {
      store: session.store,
      process: (role) => session.process(role),
      within: session.within,
      inspect: (run) =>
        session.inspect(run).catch((error: unknown) => {
          if (endsEverything(error)) halt.abort(error);
          throw error;
        }),
      close: () => session.close(),
    };
  },
});

/** Processes that live in this one need no network, and time passes for them and for us when nothing is left to do. */
const surroundings = async ({ isInProcess }: Adapter): Promise<{ world: World; leave: () => void }> => {
  if (isInProcess === true) return { world: new WorldWithin(), leave: virtualTime() };
  const world = new WorldServer();
  await world.listen();
  return { world, leave: () => undefined };
};

const describe = async (adapter: Adapter): Promise<Subject> => {
  const described = await adapter.describe().catch((error: unknown) => {
    if (endsEverything(error)) throw error;
    throw new TargetUnavailable(`the adapter threw in describe(): ${messageOf(error)}`, { cause: error });
  });
  const parsed = subjectSchema.safeParse(described);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new TargetUnavailable(
    `expected describe() to return a subject; what it returned does not fit:\n${issues.join('\n')}`,
  );
};
