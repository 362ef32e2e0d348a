import type { EventOf, Json, Observation } from '../vocabulary.ts';

/** One call on the world, as far as it has come. */
export type Call = {
  readonly id: number;
  readonly worker: string;
  readonly run: string;
  readonly step: string;
  readonly seq: number;
  readonly atMs: number;
  readonly key: string | undefined;
  readonly inputs: Readonly<Record<string, Json>>;
  /** The attempt that it belongs to, where the rules know one. */
  attempt: string | undefined;
  /** The answer that left for its worker, or that none will. */
  end: Answered | undefined;
  /** Whether the answer waits for a stopped worker to read it. */
  isUnread: boolean;
};
type Answered = {
  readonly seq: number;
  readonly atMs: number;
  readonly status: number | undefined;
  readonly value: Json;
};

/** A process, from the moment on at which it was told to work. */
export type Process = { readonly sinceMs: number; isStopped: boolean; isDead: boolean };

/** An owner's word about an action, and who was told. */
export type Told = {
  readonly worker: string;
  readonly atMs: number;
  readonly found: EventOf<'effect.looked-up'>['found'];
  readonly value: Json;
  /** Whether the word has reached who asked. */
  isTold: boolean;
  /** Whether the rules were told of it. */
  isUsed: boolean;
};

/** What was seen of the processes and of the calls on the world. */
export class Seen {
  readonly #processes = new Map<string, Process>();
  readonly #calls = new Map<number, Call>();
  readonly #byStep = new Map<string, Call[]>();
  readonly #byWorker = new Map<string, Call[]>();
  readonly #nonces = new Set<string>();
  readonly #asked = new Map<number, Told>();
  readonly #applied = new Set<string>();
  readonly #askedFor = new Map<string, Told[]>();

  process(id: string): Process | undefined {
    return this.#processes.get(id);
  }

  works(id: string, atMs: number): void {
    if (!this.#processes.has(id)) this.#processes.set(id, { sinceMs: atMs, isStopped: false, isDead: false });
  }

  dies(id: string): void {
    const found = this.#processes.get(id);
    if (found !== undefined) found.isDead = true;
  }

  stops(id: string, isStopped: boolean): void {
    const found = this.#processes.get(id);
    if (found !== undefined) found.isStopped = isStopped;
    if (!isStopped) for (const call of this.#byWorker.get(id) ?? []) call.isUnread = false;
  }

  /** A call that arrives; nothing where it is the same request once more, or nobody's. */
  receives({ seq, atMs, worker }: Observation, event: EventOf<'call.received'>): Call | undefined {
    if (worker === undefined || this.#nonces.has(event.nonce)) return undefined;
    this.#nonces.add(event.nonce);
    this.works(worker, atMs);
    const { call: id, run, step, key, inputs } = event;
    const open = { attempt: undefined, end: undefined, isUnread: false };
    const call: Call = { ...{ id, worker, run, step, seq, atMs, key, inputs }, ...open };
    this.#calls.set(id, call);
    append(this.#byStep, stepKey(run, step), call);
    append(this.#byWorker, worker, call);
    return call;
  }

  ends({ seq, atMs }: Observation, id: number, answer: { readonly status?: number; readonly value: Json }): void {
    const call = this.#calls.get(id);
    if (call === undefined || call.end !== undefined) return;
    call.end = { seq, atMs, status: answer.status, value: answer.value };
    call.isUnread = this.#processes.get(call.worker)?.isStopped === true;
  }

  asks({ atMs, worker = '' }: Observation, { call, run, step, found, value }: EventOf<'effect.looked-up'>): void {
    const told: Told = { worker, atMs, found, value, isTold: false, isUsed: false };
    this.#asked.set(call, told);
    append(this.#askedFor, stepKey(run, step), told);
  }

  applies(run: string, step: string): void {
    this.#applied.add(stepKey(run, step));
  }

  isApplied(run: string, step: string): boolean {
    return this.#applied.has(stepKey(run, step));
  }

  tells(call: number): void {
    const told = this.#asked.get(call);
    if (told !== undefined) told.isTold = true;
  }

  /** What owners said about an action and the rules do not know yet. */
  wordsFor(run: string, step: string): readonly Told[] {
    return (this.#askedFor.get(stepKey(run, step)) ?? []).filter(({ isTold, isUsed }) => isTold && !isUsed);
  }

  /** The calls for a step, the last one first. */
  callsFor(run: string, step: string): readonly Call[] {
    return (this.#byStep.get(stepKey(run, step)) ?? []).toReversed();
  }

  callsOf(worker: string): readonly Call[] {
    return this.#byWorker.get(worker) ?? [];
  }
}

/** Whether its worker has an answer that says that it was done. */
export const isDone = ({ end }: Call): boolean => end?.status !== undefined && end.status < 300;
/** Whether its worker was told that it failed, or that nobody answers. */
export const isFailed = ({ end }: Call): boolean =>
  end !== undefined && (end.status === undefined || end.status >= 300);

const stepKey = (run: string, step: string): string => JSON.stringify([run, step]);
const append = <T>(lists: Map<string, T[]>, key: string, one: T): void => {
  const list = lists.get(key) ?? [];
  list.push(one);
  lists.set(key, list);
};
