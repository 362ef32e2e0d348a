import { isDeepStrictEqual } from 'node:util';
import {
  type Adapter,
  adapterAnswerSchemas,
  type ProcessRole,
  type ProcessSpec,
  type Session,
  type Setting,
  type Subject,
  TargetUnavailable,
} from '../../model/vocabulary.ts';
import { Conversation, Unanswered } from './conversation.ts';
import { Crashed, type Launch, quoted } from './peer.ts';

/** What an adapter's process is asked for, and how closely its lines are read. */
export type JsonLinesOptions = {
  readonly launch: Launch;
  readonly variant: Readonly<Record<string, string>>;
  /** Reports members that the protocol does not have, in both directions. */
  readonly isStrict: boolean;
};

/**
 * An adapter in any language: a process that speaks the adapter protocol on its standard streams. One that crashes is started again once,
 * described again, and the calls that it left open are repeated; after a second crash every call throws `TargetUnavailable`. A bad line
 * ends it with `ProtocolBroken`.
 */
export class JsonLinesAdapter implements Adapter {
  readonly #options: JsonLinesOptions;
  #now: Conversation | undefined;
  /** Resolves when the process that took over has said that it is the same target. */
  #takenOver: Promise<void> = Promise.resolve();
  #restarts = 1;
  #subject: Subject | undefined;

  constructor(options: JsonLinesOptions) {
    this.#options = options;
  }

  async describe(): Promise<Subject> {
    this.#subject = await this.#repeatable((process) => process.describe(this.#options.variant));
    return this.#subject;
  }
  async open(setting: Setting): Promise<Session> {
    const { open, inspect, close } = adapterAnswerSchemas;
    const opened = await this.#repeatable((process) => process.ask({ do: 'open', setting }, open));
    const { session, store } = opened;
    const [worker, client] = await Promise.all([this.#specOf(session, 'worker'), this.#specOf(session, 'client')]);
    return {
      store,
      process: (role) => specOrThrow(role === 'worker' ? worker : client, role),
      inspect: (run) => this.#repeatable((process) => process.ask({ do: 'inspect', session, run }, inspect)),
      close: async () => void (await this.#repeatable((process) => process.ask({ do: 'close', session }, close))),
    };
  }
  /** Kills the process, so that it can be seen whether the next one goes on. This is not counted as a crash. */
  async crash(): Promise<void> {
    this.#restarts++;
    await this.#now?.kill();
  }
  /** Ends the process for good. */
  async end(): Promise<void> {
    this.#restarts = 0;
    await this.#now?.kill();
  }

  /** A target without clients may refuse to name one: that matters only where one is needed. */
  #specOf(session: string, role: ProcessRole): Promise<ProcessSpec | Unanswered> {
    const { process: schema } = adapterAnswerSchemas;
    return this.#repeatable((process) => process.ask({ do: 'process', session, role }, schema)).catch(
      (error: unknown) => {
        if (error instanceof Unanswered) return error;
        throw error;
      },
    );
  }
  /** Does something that asks the process; once more, where it died over it. */
  async #repeatable<T>(deed: (process: Conversation) => Promise<T>): Promise<T> {
    await this.#takenOver;
    const asked = this.#current();
    try {
      return await deed(asked);
    } catch (error) {
      if (!(error instanceof Crashed)) throw error;
      this.#replace(asked, error);
      await this.#takenOver;
      return await deed(this.#current()).catch(unavailableIfCrashed);
    }
  }
  #current(): Conversation {
    this.#now ??= new Conversation(this.#options.launch, this.#options.isStrict);
    return this.#now;
  }
  /** Many calls may meet one crash: the first of them starts the next process. */
  #replace(dead: Conversation, crash: Crashed): void {
    if (this.#now !== dead) return;
    if (this.#restarts === 0) throw unavailable(crash);
    this.#restarts--;
    this.#now = undefined;
    this.#takenOver = this.#sayAgain(this.#current());
    // Whoever waits for it is told; where nobody does, the next call is.
    this.#takenOver.catch(() => undefined);
  }
  async #sayAgain(process: Conversation): Promise<void> {
    const before = this.#subject;
    if (before === undefined) return;
    const after = await process.describe(this.#options.variant).catch(unavailableIfCrashed);
    if (isDeepStrictEqual(after, before)) return;
    throw process.broken([
      'expected the adapter to describe the same target after its restart. Before and after:',
      quoted(JSON.stringify(before)),
      quoted(JSON.stringify(after)),
    ]);
  }
}

const unavailableIfCrashed = (error: unknown): never => {
  throw error instanceof Crashed ? unavailable(error) : error;
};

const unavailable = (crash: Crashed): TargetUnavailable =>
  new TargetUnavailable(`the adapter's process is gone, and it was started again once already: ${crash.message}`, {
    cause: crash,
  });

const specOrThrow = (spec: ProcessSpec | Unanswered, role: ProcessRole): ProcessSpec => {
  if (!(spec instanceof Unanswered)) return spec;
  throw new TargetUnavailable(`the adapter named no ${role} process: ${spec.message}`, { cause: spec });
};
