import { type Adapter, type Binary, type Reach, type Subject, subjectSchema } from '../model/vocabulary.ts';
import type { Ground } from './execute.ts';
import { endsEverything, messageOf, TargetUnavailable } from './failures.ts';
import { MeasuredPace, patient } from './pace.ts';
import { Door, type OnInvite } from './processes/door.ts';
import { Pool } from './processes/pool.ts';
import { Supervisor } from './processes/supervisor.ts';
import { virtualTime } from './processes/virtual-clock.ts';
import { reached } from './reach.ts';
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

/** How the cases are to stand: how many side by side, until when, where, and, where a person starts the workers, who tells him to. */
export type GroundWish = {
  readonly workers: number;
  readonly signal: AbortSignal;
  readonly folder: string;
  readonly reach?: readonly Reach[] | undefined;
  readonly onInvite?: OnInvite | undefined;
};

/**
 * Describes a target and makes what its cases share: one supervisor for every process, spares, and the world's server. `close` leaves no
 * process and no port behind; so does the end of this process, however it comes. Throws `TargetUnavailable`.
 */
export const openGround = async (adapter: Adapter, wish: GroundWish): Promise<OpenGround> => {
  const subject = reached(await describe(adapter), wish.reach);
  const { world, leave } = await surroundings(adapter);
  const pace = wish.onInvite === undefined ? new MeasuredPace() : patient;
  const supervisor = new Supervisor(world.fetch, pace);
  const lastResort = (): void => supervisor.killAll();
  process.on('exit', lastResort);
  const servers = await startServers(subject.servers, supervisor, wish.folder).catch(async (error: unknown) => {
    await supervisor.close();
    await world.close();
    leave();
    throw error;
  });
  const halt = new AbortController();
  const { files, remarks } = await openStoreFiles({ subject, adapter, supervisor, reach: wish.reach, halt });
  const door = wish.onInvite === undefined ? undefined : await Door.open(supervisor, wish.onInvite);
  // A process that a debugger holds answers nothing for as long as it likes: who waits for it is let go by its end.
  if (door !== undefined) wish.signal.addEventListener('abort', () => supervisor.killAll(), { once: true });
  const size = door === undefined ? wish.workers : 0;
  const pool = new Pool(supervisor, { size, onBroken: (error) => halt.abort(error), host: door });
  return {
    adapter: halting(adapter, halt),
    subject,
    servers: servers.running,
    startOwn: (folder) => startServers(subject.servers, supervisor, folder),
    binaries: servers.binaries,
    files,
    remarks,
    pool,
    world,
    pace,
    signal: AbortSignal.any([wish.signal, halt.signal]),
    halt: (because) => halt.abort(because),
    close: async () => {
      files?.watcher.end();
      pool.close();
      await supervisor.close();
      await door?.close();
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
      storeThrough: session.storeThrough,
      process: (role) => session.process(role),
      within: session.within,
      ground: session.ground,
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
