import { createInterface } from 'node:readline';
import {
  type Command,
  type InProcessSpec,
  type Json,
  type Measured,
  measuredSchema,
  type OpenMessage,
  type Outcome,
  type ProcessRole,
  type ProcessSpec,
  processLineSchema,
} from '../../model/vocabulary.ts';
import { ProtocolBroken, TargetUnavailable } from '../failures.ts';
import type { Pace } from '../pace.ts';
import type { Handle } from './handle.ts';

/** What is kept of a process's stderr, for the message of a failure. Bytes, from the end. */
const STDERR_LIMIT = 8_192;
const BOOT_LIMIT_MS = 60_000;
const OPEN_LIMIT_MS = 60_000;
/** A command that has no answer by then is unknown, as if its process had died over it. */
const COMMAND_LIMIT_MS = 30_000;

/** Who starts a process, and how long it may take over what it is told. */
export interface Starter {
  spawn(spec: ProcessSpec): Handle;
  board(spec: InProcessSpec): Handle;
  readonly pace?: Pace | undefined;
}

/** One process of a target, driven over JSON Lines on its standard streams. */
export class Driven {
  readonly child: Handle;
  /** What it is used as: a spare is neither until a case takes it. */
  role: ProcessRole | 'spare' = 'spare';
  /** Resolves when it said that it is ready; rejects when it dies first, says something else, or takes longer than a minute. */
  readonly ready: Promise<void>;
  readonly #answers = new Map<number, (outcome: Outcome) => void>();
  readonly #onBroken: (error: ProtocolBroken) => void;
  readonly #pace: Pace | undefined;
  #stderr = '';
  #ids = 0;

  constructor(starter: Starter, spec: ProcessSpec | InProcessSpec, onBroken: (error: ProtocolBroken) => void) {
    this.#onBroken = onBroken;
    this.#pace = starter.pace;
    this.child = 'boot' in spec ? starter.board(spec) : starter.spawn(spec);
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_LIMIT);
    });
    this.ready = this.#boot('boot' in spec ? 'a part of this process' : `${spec.command} ${spec.arguments.join(' ')}`);
    // Whoever needs the process awaits `ready`; a spare that nobody needs may fail in silence.
    this.ready.catch(() => undefined);
    void this.child.exited.then(() => this.#giveUp('its process died'));
  }

  get stderr(): string {
    return this.#stderr;
  }
  /** Sends `open` and waits until the process has its store; says what it measured there. Throws `TargetUnavailable` when it cannot open it. */
  async open(message: Omit<OpenMessage, 'id' | 'do'>): Promise<Measured> {
    const outcome = await this.#ask({ do: 'open', ...message }, OPEN_LIMIT_MS);
    if (outcome.status === 'ok') return measuredIn(outcome.value);
    throw new TargetUnavailable(
      `a ${this.role} process could not open its store: ${JSON.stringify(outcome)}\n${this.#stderr}`,
    );
  }
  /** Makes a worker of it. Resolves after its recovery scan, which may run a whole program. */
  work(): Promise<Outcome> {
    return this.#ask({ do: 'work' });
  }
  /** Sends a command; `unknown` when the process dies or breaks off before it answers, or hangs. */
  command(command: Command, limitMs = COMMAND_LIMIT_MS): Promise<Outcome> {
    const { type, ...rest } = command;
    return this.#ask({ do: type, ...rest }, limitMs);
  }
  /** Moves the clock that it goes by to `ms` milliseconds away from the true time. */
  skew(ms: number): Promise<Outcome> {
    return this.#ask({ do: 'skew', ms }, COMMAND_LIMIT_MS);
  }
  /** Tells a worker to stop in order. Resolves when it has begun to: it exits by itself. */
  drain(): Promise<Outcome> {
    return this.#ask({ do: 'drain' }, COMMAND_LIMIT_MS);
  }
  /** Every command that has no answer yet is unknown from now on. */
  #giveUp(cause: string): void {
    for (const answer of this.#answers.values()) answer({ status: 'unknown', cause });
    this.#answers.clear();
  }

  #ask(message: Readonly<Record<string, unknown>>, limitMs?: number): Promise<Outcome> {
    const id = ++this.#ids;
    if (this.child.death !== undefined)
      return Promise.resolve({ status: 'unknown', cause: 'its process was dead already' });
    return new Promise((resolve) => {
      const late = (): void => {
        this.#answers.delete(id);
        resolve({ status: 'unknown', cause: `it gave no answer within ${(limitMs ?? 0) / 1_000} s` });
      };
      const timer = this.#after(limitMs, late);
      this.#answers.set(id, (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
      this.child.stdin.write(`${JSON.stringify({ id, ...message })}\n`);
    });
  }

  async #boot(started: string): Promise<void> {
    const said = new Promise<void>((resolve, reject) => {
      createInterface({ input: this.child.stdout }).on('line', (line) => this.#read(line, { resolve, reject }));
    });
    const late = new Promise<'late'>((resolve) => this.#after(BOOT_LIMIT_MS, () => resolve('late'))?.unref());
    const first = await Promise.race([said.then(() => 'ready' as const), this.child.exited, late]);
    if (first === 'ready') return;
    const how =
      first === 'late'
        ? `said nothing for ${BOOT_LIMIT_MS / 1000} s`
        : `ended with code ${first.code}, signal ${first.signal}`;
    throw new TargetUnavailable(
      `expected the ${this.role} process to say {"ready":true} on its stdout; it ${how}.\nIt was started as: ${started}\n${this.#stderr}`,
    );
  }

  /** What is given up after a time, where it is given up at all. */
  #after(ms: number | undefined, late: () => void): NodeJS.Timeout | undefined {
    const waitMs = ms === undefined ? undefined : (this.#pace?.mustHappen(ms) ?? ms);
    return waitMs === undefined || waitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(late, waitMs);
  }

  #read(line: string, boot: { resolve: () => void; reject: (error: ProtocolBroken) => void }): void {
    const parsed = processLineSchema.safeParse(jsonOf(line));
    if (!parsed.success) {
      const broken = new ProtocolBroken(
        `expected one JSON object a line on the ${this.role} process's stdout: {"ready":true}, or {"id":N} with "ok", "refused" or "unknown".\n` +
          `It wrote: ${JSON.stringify(line.slice(0, 400))}\nWrite logs to stderr, and only protocol lines to stdout.`,
      );
      boot.reject(broken);
      this.#onBroken(broken);
      return;
    }
    const said = parsed.data;
    if ('ready' in said) {
      boot.resolve();
      return;
    }
    const answer = this.#answers.get(said.id);
    this.#answers.delete(said.id);
    answer?.(outcomeOf(said));
  }
}

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** Most processes measure nothing and answer null. */
const measuredIn = (answer: Json): Measured => {
  if (answer === null || typeof answer !== 'object') return {};
  const parsed = measuredSchema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ProtocolBroken(
    `expected the answer to open to hold null, or {"version", "variant"} as measured; it was ${JSON.stringify(answer).slice(0, 400)}`,
  );
};

const outcomeOf = (said: { ok: Json } | { refused: string } | { unknown: string }): Outcome => {
  if ('ok' in said) return { status: 'ok', value: said.ok };
  return 'refused' in said ? { status: 'refused', reason: said.refused } : { status: 'unknown', cause: said.unknown };
};
