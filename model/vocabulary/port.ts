import { z } from 'zod';
import { type Json, jsonSchema } from './json.ts';
import { type Program, programSchema } from './program.ts';
import type { Described } from './subject.ts';
import type { RunView } from './view.ts';

/**
 * A runtime under test. `describe` is asked once and says what it is; `open` prepares a fresh store for one case, before any
 * process starts. Both may throw: the harness then reports the target as unavailable (exit 69).
 */
export interface Adapter {
  /** Its processes live in the harness's own, under a virtual clock: its sessions have `within` (reach simulated). */
  readonly isInProcess?: boolean | undefined;
  describe(): Promise<Described>;
  open(setting: Setting): Promise<Session>;
}

/**
 * What one case gives an adapter: an empty folder of its own (mode 0700), a name that no other case of this harness has (for what cases
 * share, such as a database server), the plan's settings and program, and the ports of the servers that it described.
 */
export type Setting = {
  readonly folder: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, Json>>;
  readonly program: Program;
  readonly servers: Readonly<Record<string, RunningServer>>;
  /**
   * The folder holds a store already, as a loss of power left it: it is opened as it is, and nothing is made in it. Only a target that says
   * `store: 'files'` is asked that.
   */
  readonly existing?: boolean | undefined;
};

/** A described server at work: the port of 127.0.0.1 that each of its named ports became, and its data folder. */
export type RunningServer = { readonly ports: Readonly<Record<string, number>>; readonly folder: string };

/** One store of one case. It does no work itself: whatever calls the world is a process that the harness started. */
export interface Session {
  /** What a process is told in its `open` message so that it finds the store. */
  readonly store: Json;
  /**
   * The same store as seen by a process for which these ports stand in the place of the servers' own. Only where the subject can `store`:
   * `inspect` goes on reading from the servers themselves.
   */
  readonly storeThrough?: ((servers: Readonly<Record<string, RunningServer>>) => Json) | undefined;
  /** What to spawn. Equal specifications are pooled across cases, so nothing of the case may stand in them. */
  process(role: ProcessRole): ProcessSpec;
  /** What to bring up instead, where the adapter's processes live in the harness's own. */
  readonly within?: InProcessSpec | undefined;
  /** What can be done to what this case's runtime stands on. */
  readonly ground?: SessionGround | undefined;
  /** Reads the durable state of one run. Never writes; may be called at any moment, also while workers are stopped. */
  inspect(run: string): Promise<RunView>;
  close(): Promise<void>;
}

/**
 * What can be done to the store of one case, and to no other case's; each resolves when it is so. A runtime must meet its store's own
 * error, not one that somebody pretends. What an adapter leaves out it does not list in `can`.
 */
export type SessionGround = {
  /** Takes the store away from every process of the case: whatever would write to it fails until `restore`. */
  readonly outage?: () => Promise<void>;
  /** Leaves the store no room for anything more until `restore`. */
  readonly full?: () => Promise<void>;
  /** Ends an outage, or makes room again. */
  readonly restore?: () => Promise<void>;
  /** Comes after all of the runtime was killed at once: what the session itself holds open of the store is opened anew. */
  readonly reopen?: () => Promise<void>;
};

/** What a process is used as: a worker is told to work, a client only passes commands. */
export type ProcessRole = 'worker' | 'client';
/** What to spawn. The environment is all that the process gets, besides PATH, HOME and the like. */
export type ProcessSpec = {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** A process that lives in the harness's own, as an object with the messages of one. Only a runtime in TypeScript can have it. */
export type InProcessSpec = { readonly boot: (surroundings: Surroundings) => Resident };
/** One such process, booted: it has no store yet, which `open` names. */
export type Resident = {
  /** Answers a message, as a line of the process protocol does. */
  readonly tell: (message: ProcessMessage) => Promise<ProcessLine>;
  /** Lets go of what it holds open. Comes once, when nothing of it runs any more. */
  readonly abandon: () => void;
};
/** A message as it comes: `do` says what to do, and what else it holds depends on that. */
export type ProcessMessage = { readonly id: number; readonly do: string };
/** Carries a request to the world, as the global `fetch` does. */
export type Fetch = (to: string, init?: RequestInit) => Promise<Response>;

/** All that a resident may reach beside its store. A promise from here never settles once its process was killed. */
export type Surroundings = {
  /** The time in milliseconds, as the clock of its node has it. */
  readonly now: () => number;
  /** Milliseconds that have passed since some moment: no step of a clock moves it. */
  readonly passed: () => number;
  /** Does something every `ms` milliseconds while the process runs, and gives back how to end that. */
  readonly every: (ms: number, deed: () => void) => () => void;
  /** The folder of its node's own disk. A successor finds there what it left, unless the node was lost. */
  readonly disk: () => string;
  /** Takes what the process would write to its standard error. */
  readonly complain: (error: unknown) => void;
  /** Its way to the world, at the address that `open` names. */
  readonly fetch: Fetch;
  /**
   * To be called in the middle of every write of its store: when all of it is written and it is not durable yet, and once it is. A process
   * that is killed there never gets it back: this throws, and whatever unwinds reaches nothing any more. A throw before means that the
   * write must be undone.
   */
  readonly atCommit: (moment: CommitMoment) => void;
  /** Ends the process in order: nothing of it runs or is answered after that. */
  readonly exit: () => void;
};
/** Where a write stands: it could still be undone, or it is durable. */
export type CommitMoment = 'before' | 'after';

/**
 * What the harness writes to a process, one JSON object a line. `open` comes once and first; `work` makes a worker of it: it runs
 * its recovery scan and then serves; `skew` moves its clock to `ms` milliseconds away from the true time; `drain` tells it to stop in order: it takes up nothing more, answers,
 * and exits by itself once what it has in hand has ended or was given back. Any other `do` is a command of `commands.ts` with `do` in place of `type`.
 */
export const openMessageSchema = z.object({
  id: z.number().int(),
  do: z.literal('open'),
  store: jsonSchema,
  /** The base address of this process's own world. */
  world: z.string(),
  program: programSchema,
  /** Older programs that the code of this process still has: runs that began under them are its business too. */
  older: z.array(programSchema).readonly().optional(),
  /** The name that the harness gave this process, such as `worker-1`. */
  name: z.string(),
});
export type OpenMessage = z.infer<typeof openMessageSchema>;

/** What the harness writes to a process whose clock it moves. */
export const skewMessageSchema = z.object({
  id: z.number().int(),
  do: z.literal('skew'),
  /** How far the clock of its node is from the true time from now on. */
  ms: z.number().int(),
});

/**
 * What the answer to `open` may say of the runtime at work in this process, measured there: it must be what the adapter described, or
 * every verdict would be about something else. What is left out is not compared.
 */
export const measuredSchema = z.object({
  version: z.string().optional(),
  variant: z.record(z.string(), z.string()).optional(),
});
export type Measured = z.infer<typeof measuredSchema>;

/** What a process writes back: `ready` once when booted, then an answer per `id`. A command without an answer is unknown. */
export const processLineSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ id: z.number().int(), ok: jsonSchema }),
  z.object({ id: z.number().int(), refused: z.string() }),
  z.object({ id: z.number().int(), unknown: z.string() }),
]);
export type ProcessLine = z.infer<typeof processLineSchema>;
