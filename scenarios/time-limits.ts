import type { Adapter, RunView, Session } from '../model/vocabulary.ts';
import { endsEverything, messageOf, TargetUnavailable } from './failures.ts';

/** How long one call on an adapter may take, in milliseconds: `describe` and `open` boot things, the others only look. */
export type TimeLimits = { readonly startMs: number; readonly callMs: number };

/** Generous: what takes longer hangs. */
const defaultLimits: TimeLimits = { startMs: 60_000, callMs: 30_000 };

/** After a reading that hung, the next ones get this long until one succeeds: a case takes hundreds, and would hang with each. */
const IMPATIENT_MS = 1_000;

/**
 * The same adapter, whose calls end in time. `describe` and `open` that hang, and a `close` that fails, throw `TargetUnavailable`; an
 * `inspect` that hangs throws, which makes the reading unreadable.
 */
export const withinLimits = (adapter: Adapter, limits: TimeLimits = defaultLimits): Adapter => {
  const readings = new Patience(limits.callMs);
  return {
    isInProcess: adapter.isInProcess,
    describe: () => within(limits.startMs, 'describe', () => adapter.describe()),
    open: async (setting) => {
      const session = await within(limits.startMs, 'open', () => adapter.open(setting));
      return {
        store: session.store,
        storeThrough: session.storeThrough,
        process: (role) => session.process(role),
        within: session.within,
        ground: session.ground,
        inspect: (run) => readings.spend((ms) => within(ms, 'inspect', () => session.inspect(run))),
        close: () => close(session, limits.callMs),
      };
    },
  };
};

class Patience {
  readonly #patientMs: number;
  #ms: number;
  constructor(patientMs: number) {
    this.#patientMs = patientMs;
    this.#ms = patientMs;
  }
  async spend(read: (ms: number) => Promise<RunView>): Promise<RunView> {
    try {
      const view = await read(this.#ms);
      this.#ms = this.#patientMs;
      return view;
    } catch (error) {
      if (!(error instanceof Late)) throw error;
      this.#ms = Math.min(this.#ms, IMPATIENT_MS);
      throw new Error('inspect hangs', { cause: error });
    }
  }
}

const close = (session: Session, ms: number): Promise<void> =>
  within(ms, 'close', () => session.close()).catch((error: unknown) => {
    throw endsEverything(error)
      ? error
      : new TargetUnavailable(`the adapter threw in close(): ${messageOf(error)}`, { cause: error });
  });

/** A call did not end in time. */
class Late extends TargetUnavailable {}

const within = async <T>(ms: number, what: string, call: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const words = `expected the adapter to answer ${what} within ${ms / 1_000} s; it hangs. A slow one gets longer with --call-limit`;
      reject(new Late(words));
    }, ms);
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
};
