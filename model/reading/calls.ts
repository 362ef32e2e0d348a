import { type CallOp, type History, isOf, type Json, type Observation, type ObservationOf } from '../vocabulary.ts';

/** One call on the world, all its observations together. `worker` is the process that made it. */
export type Call = {
  readonly run: string;
  readonly step: string;
  readonly op: CallOp;
  readonly worker: string;
  readonly nonce: string;
  readonly inputs: Readonly<Record<string, Json>>;
  /** The idempotency key, on effects. */
  readonly key: string | undefined;
  /** Its number, which its observations share. */
  readonly number: number;
  /** The place of its arrival in the history, and the time. */
  readonly seq: number;
  readonly atMs: number;
  readonly done: ObservationOf<'call.done'> | undefined;
  readonly applied: ObservationOf<'effect.applied'> | undefined;
  readonly answered: ObservationOf<'call.answered'> | undefined;
  readonly lost: ObservationOf<'call.lost'> | undefined;
  /** Each time that its owner said the outcome, apart from the answer. */
  readonly told: readonly ObservationOf<'effect.called-back'>[];
  /** A transport sent an earlier call once more: the runtime decided nothing. */
  readonly isResend: boolean;
};

/** The calls of a history in the order of their arrival. */
export const callsOf = (history: History): readonly Call[] => {
  const later = new Map<number, Observation[]>();
  for (const seen of history.observations)
    if ('call' in seen.event && seen.event.call !== undefined)
      later.set(seen.event.call, [...(later.get(seen.event.call) ?? []), seen]);
  const nonces = new Set<string>();
  return history.observations
    .filter((seen) => isOf(seen, 'call.received'))
    .map((received) => {
      const of = received.event;
      const nonce = JSON.stringify([of.run, of.step, of.nonce]);
      const isResend = nonces.has(nonce);
      nonces.add(nonce);
      return callOf(received, later.get(of.call) ?? [], isResend);
    });
};

const callOf = (received: ObservationOf<'call.received'>, all: readonly Observation[], isResend: boolean): Call => ({
  run: received.event.run,
  step: received.event.step,
  op: received.event.op,
  worker: received.worker ?? '',
  nonce: received.event.nonce,
  inputs: received.event.inputs,
  key: received.event.key,
  number: received.event.call,
  seq: received.seq,
  atMs: received.atMs,
  done: all.find((seen) => isOf(seen, 'call.done')),
  applied: all.find((seen) => isOf(seen, 'effect.applied')),
  answered: all.find((seen) => isOf(seen, 'call.answered')),
  lost: all.find((seen) => isOf(seen, 'call.lost')),
  told: all.filter((seen) => isOf(seen, 'effect.called-back')),
  isResend,
});

/** Whether the world answered with an error that may pass. */
export const failed = (call: Call): boolean => call.answered !== undefined && call.answered.event.status >= 500;

/** Whether the world gave the caller what it asked for: an error is an answer, but no result. */
export const gaveResult = (call: Call): boolean =>
  call.answered !== undefined && call.answered.event.status >= 200 && call.answered.event.status < 300;
