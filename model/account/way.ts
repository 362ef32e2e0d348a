import type { RefusalReason } from '../refusal.ts';
import type { Command } from '../vocabulary.ts';
import type { Belief, Said } from './belief.ts';
import type { Call, Seen } from './seen.ts';
import type { Operand } from './telling.ts';

/** Why the rules do not go along. */
export type Stuck = Extract<Said, { readonly status: 'refused' }> & {
  /** What was compared, where that was not asked of a machine. */
  readonly about?: { readonly entity: string; readonly state: string; readonly operands: readonly Operand[] };
};

/** A command that was sent and whose answer is not there, or was lost. */
export type Sent = { readonly command: Command; readonly seq: number; readonly atMs: number };

/** Clocks are read a little apart, and in whole milliseconds. */
const APART_MS = 5;
/** How far a skewed clock may be ahead. */
const SKEW_MS = 36_000_000;

const notYet: readonly RefusalReason[] = [
  'lease-not-due',
  'grace-not-passed',
  'retry-time-not-reached',
  'timer-not-due',
  'approval-not-due',
  'run-not-due',
];
const tooLate: readonly RefusalReason[] = ['deadline-passed', 'approval-expired', 'execution-time-used-up'];

/**
 * The way of the specification through a history. Times are only known between bounds: what is refused as too early is asked again at the
 * latest time that it may have been, what is refused as too late at the earliest.
 */
export class Way {
  readonly belief: Belief;
  readonly seen: Seen;
  readonly pending = new Map<number, Sent>();
  readonly isScripted: boolean;
  readonly #isSkewed: boolean;
  readonly #shown = new Set<string>();
  readonly #first = new Map<string, Call>();
  readonly #keys = new Map<string, string>();
  readonly #revisions = new Map<string, string>();
  readonly #done = new Set<string>();
  #hidden: string[] = [];
  #times = { early: 0, late: 0 };

  constructor(belief: Belief, seen: Seen, how: { readonly isScripted: boolean; readonly isSkewed: boolean }) {
    this.belief = belief;
    this.seen = seen;
    this.isScripted = how.isScripted;
    this.#isSkewed = how.isSkewed;
  }

  get lateMs(): number {
    return this.#times.late;
  }

  /** Between which times what is told now has happened. */
  between(earlyMs: number, lateMs: number): void {
    this.#times = { early: earlyMs, late: this.latest(lateMs) };
    this.belief.nowMs = this.#times.late;
  }

  /** The latest that the runtime's own clock may have shown at a moment. */
  latest(atMs: number): number {
    return atMs + APART_MS + (this.#isSkewed ? SKEW_MS : 0);
  }

  /** Does what a command does, at a time at which it may have been done. */
  say(command: Command, earlyMs = this.#times.early): Stuck | undefined {
    const said = this.#at(setsDeadline(command) ? this.#times.late : earlyMs, command);
    if (said.status === 'ok') return this.#keep(command);
    if (notYet.includes(said.reason)) return this.#stuck(command, this.#at(this.#times.late, command));
    if (tooLate.includes(said.reason)) return this.#stuck(command, this.#at(earlyMs - APART_MS, command));
    return said;
  }

  #stuck(command: Command, said: Said): Stuck | undefined {
    return said.status === 'ok' ? this.#keep(command) : said;
  }

  #keep(command: Command): undefined {
    if (command.key !== '') this.#done.add(JSON.stringify([command.tenant, command.key]));
    return undefined;
  }

  /** The same for a step that nobody showed. */
  assume(command: Command, words: string, earlyMs?: number): Stuck | undefined {
    const refused = this.say(command, earlyMs);
    if (refused === undefined) this.#hidden.push(words);
    return refused;
  }

  /** Whether the runtime itself showed a result, so that it is no assumption. */
  isShown(output: string): boolean {
    return this.#shown.has(output);
  }

  /** What an approval was asked about, where that was shown. */
  revisionOf(approval: string): string | undefined {
    return this.#revisions.get(approval);
  }

  asks(approval: string, revision: string): void {
    this.#revisions.set(approval, revision);
  }

  show(output: string): void {
    this.#shown.add(output);
  }

  /** The first request for an action. */
  intended(effect: string, call: Call): Call {
    const first = this.#first.get(effect) ?? call;
    this.#first.set(effect, first);
    return first;
  }

  /** The action that a key was first used for. */
  named(key: string, effect: string): string {
    const first = this.#keys.get(key) ?? effect;
    this.#keys.set(key, first);
    return first;
  }

  /** Whether a command was not given before. A repeat under its key is answered as before, and does nothing. */
  isNews(command: Command): boolean {
    const key = JSON.stringify([command.tenant, command.key]);
    return command.key === '' || !this.#done.has(key);
  }

  note(words: string): void {
    this.#hidden.push(words);
  }

  /** What was assumed since this was last asked. */
  hidden(): readonly string[] {
    const hidden = this.#hidden;
    this.#hidden = [];
    return hidden;
  }

  #at(nowMs: number, command: Command): Said {
    this.belief.nowMs = nowMs;
    const said = this.belief.say(command);
    this.belief.nowMs = this.#times.late;
    return said;
  }
}

const setsDeadline = ({ type }: Command): boolean => ['launch', 'branch', 'request-approval'].includes(type);
