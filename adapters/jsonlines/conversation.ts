import type { z } from 'zod';
import {
  adapterAnswerSchemas,
  adapterMessageSchema,
  adapterProtocol,
  departures,
  handshakeSchema,
  issuesOf,
  type Json,
  ProtocolBroken,
  type Subject,
  TargetUnavailable,
  UsageError,
} from '../../model/vocabulary.ts';
import { type Launch, Peer, quoted } from './peer.ts';

/** The adapter answered, and its answer is that it has none. A definite one would be given again. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  readonly isDefinite: boolean;
  constructor(message: string, isDefinite: boolean) {
    super(message);
    this.isDefinite = isDefinite;
  }
}

/** A message without its number. */
type Message = { readonly do: string; readonly [member: string]: unknown };

/**
 * The adapter protocol spoken with one process: every answer is parsed; a strict one reports members that the protocol does not have, in
 * both directions. What does not fit ends the process with `ProtocolBroken`.
 */
export class Conversation {
  readonly #peer: Peer;
  readonly #isStrict: boolean;

  constructor(launch: Launch, isStrict: boolean) {
    this.#peer = new Peer(launch);
    this.#isStrict = isStrict;
  }

  /** The handshake: the same protocol, the variant that was asked for. Throws `UsageError` where there is no such variant. */
  async describe(variant: Readonly<Record<string, string>>): Promise<Subject> {
    const message = { do: 'describe', protocol: adapterProtocol, variant };
    const { subject } = await this.ask(message, adapterAnswerSchemas.describe).catch((error: unknown) => {
      if (!(error instanceof Unanswered)) throw error;
      const Kind = error.isDefinite ? UsageError : TargetUnavailable;
      throw new Kind(`the adapter answered describe: ${error.message}`, { cause: error });
    });
    const odd = Object.entries(variant).find(([name, value]) => subject.variant[name] !== value);
    if (odd === undefined) return subject;
    const [name, value] = odd;
    throw this.broken([
      'what it says it runs on must be what it runs on:',
      `asked for ${name}=${quoted(value)}, it described ${name}=${quoted(subject.variant[name] ?? 'nothing')}.`,
      "Say in 'variant' what is at work, every asked name included; answer 'refused' to a variant that there is not.",
    ]);
  }
  /** One message and what `ok` holds in its answer. Throws `Unanswered`, `Crashed` or `ProtocolBroken`. */
  async ask<T>(message: Message, schema: z.ZodType<T>): Promise<T> {
    if (this.#isStrict) this.#check('killpoint itself', departures(adapterMessageSchema, { id: 1, ...message }));
    const line = await this.#peer.ask(message);
    if ('refused' in line) throw new Unanswered(`refused: ${line.refused}`, true);
    if ('unknown' in line) throw new Unanswered(`unknown: ${line.unknown}\n${this.#peer.words()}`, false);
    if (message.do === 'describe') this.#checkProtocol(line.ok);
    if (this.#isStrict) this.#check(`the answer to ${message.do}`, departures(schema, line.ok));
    const parsed = schema.safeParse(line.ok);
    if (parsed.success) return parsed.data;
    throw this.broken([
      `the answer to ${message.do} does not fit the protocol:`,
      ...issuesOf(parsed.error).map((issue) => `  ${issue}`),
      `It wrote: ${quoted(JSON.stringify(line.ok))}`,
    ]);
  }
  /** Ends the process: nothing that it says from now on is believed. */
  broken(lines: readonly string[]): ProtocolBroken {
    const error = new ProtocolBroken(lines.join('\n'));
    this.#peer.distrust(error);
    return error;
  }
  kill(): Promise<void> {
    return this.#peer.kill();
  }

  /** Read before anything else: an answer of another protocol need not fit ours in any other way. */
  #checkProtocol(answer: Json): void {
    const spoken = handshakeSchema.safeParse(answer);
    if (!spoken.success || spoken.data.protocol === adapterProtocol) return;
    throw this.broken([
      `killpoint speaks adapter protocol ${adapterProtocol}, this adapter speaks ${spoken.data.protocol}: bring them to one version.`,
    ]);
  }
  #check(who: string, found: readonly string[]): void {
    if (found.length > 0) throw this.broken([`${who} departs from the protocol:`, ...found.map((each) => `  ${each}`)]);
  }
}
