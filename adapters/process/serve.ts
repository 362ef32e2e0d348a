import { createInterface } from 'node:readline';
import {
  type Command,
  commandSchema,
  type Json,
  type Measured,
  type OpenMessage,
  openMessageSchema,
  type ProcessLine,
  type ProcessMessage,
  type Resident,
  type Surroundings,
  skewMessageSchema,
} from '../../model/vocabulary.ts';

/** The answer of a process to one command: done, or definitely not done. Anything thrown is `unknown`. */
export type Answer = { readonly ok: Json } | { readonly refused: string };

/** What a process of a runtime does for the harness. */
export interface Handlers {
  /** Connects to the store. Comes once, before anything else. */
  open(message: OpenMessage): Promise<void> | void;
  /** Which runtime is really at work in this process, once it is open: must be what the adapter described. */
  measure?(): Promise<Measured> | Measured;
  /** Recovers what is unfinished, then serves; commands that come meanwhile wait until it returns. */
  work(): Promise<void> | void;
  command(command: Command): Promise<Answer> | Answer;
  /** Moves the clock that this process goes by to `ms` milliseconds away from the true time. May come before `open`. */
  skew?(ms: number): void;
  /** Takes up nothing more, from now on; resolves once what it has in hand has ended or was given back. The process exits then. */
  drain?(): Promise<void>;
}

/**
 * Serves the process protocol on stdin and stdout, and exits when stdin ends: then the harness is gone, however it went, and nobody would
 * ever end this process. Only the protocol may be written to stdout.
 */
export const serve = (handlers: Handlers): void => {
  const complain = (error: unknown): void =>
    void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  const tell = conversation(handlers, { complain, exit: () => process.exit() });
  const say = (line: ProcessLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
  const lines = createInterface({ input: process.stdin });
  lines.on('close', () => process.exit());
  lines.on('line', (line) => {
    void tell(JSON.parse(line)).then(say);
  });
  say({ ready: true });
};

type Around = Pick<Surroundings, 'complain' | 'exit'>;

/**
 * Answers messages as they come. Those that come while it opens or recovers wait until that is done. `complain` is told what was thrown, and
 * `exit` ends the process.
 */
export const conversation = (handlers: Handlers, around: Around): Resident['tell'] => {
  let before: Promise<unknown> = Promise.resolve();
  return async (message) => {
    const answer = before.then(() => perform(handlers, message, around));
    if (message.do === 'open' || message.do === 'work') before = answer.catch(() => undefined);
    try {
      return { id: message.id, ...(await answer) };
    } catch (error) {
      around.complain(error);
      return { id: message.id, unknown: String(error) };
    }
  };
};

const perform = async (handlers: Handlers, message: ProcessMessage, around: Around): Promise<Answer> => {
  if (message.do === 'open') {
    await handlers.open(openMessageSchema.parse(message));
    const { version, variant } = (await handlers.measure?.()) ?? {};
    if (version !== undefined || variant !== undefined)
      return { ok: { ...(version === undefined ? {} : { version }), ...(variant === undefined ? {} : { variant }) } };
  } else if (message.do === 'work') await handlers.work();
  else if (message.do === 'drain') return drain(handlers, around);
  else if (message.do === 'skew') return skew(handlers, message);
  else {
    const { id: _, do: type, ...rest } = message;
    return handlers.command(commandSchema.parse({ type, ...rest }));
  }
  return { ok: null };
};

/** Who had nothing in hand has drained before the answer is written, and exits after that. */
const drain = (handlers: Handlers, { complain, exit }: Around): Answer => {
  if (handlers.drain === undefined) return { refused: 'this process cannot be told to stop in order' };
  void handlers
    .drain()
    .catch(complain)
    .finally(() => setImmediate(exit));
  return { ok: null };
};

const skew = (handlers: Handlers, message: ProcessMessage): Answer => {
  if (handlers.skew === undefined) return { refused: 'the clock of this process cannot be moved' };
  handlers.skew(skewMessageSchema.parse(message).ms);
  return { ok: null };
};
