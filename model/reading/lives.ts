import { isOf } from '../vocabulary.ts';
import { type Call, gaveResult } from './calls.ts';
import { type Exchange, isAccepted } from './exchanges.ts';
import type { Reading } from './reading.ts';

/** Whether a process could act at that place of a history: neither dead nor standing still. */
export const isAlive = (reading: Reading, worker: string, seq: number): boolean =>
  !reading.history.observations.some(
    (seen) => seen.worker === worker && seen.seq <= seq && isOf(seen, 'process.died'),
  ) &&
  !reading.stops.some(
    (stop) => stop.worker === worker && stop.stopped.seq <= seq && seq < (stop.continued?.seq ?? Infinity),
  );

/** Where a call was over: answered, lost, or its worker dead. */
export const overAt = (reading: Reading, call: Call): number => {
  const death = reading.history.observations.find(
    (seen) => seen.worker === call.worker && seen.seq > call.seq && isOf(seen, 'process.died'),
  );
  return Math.min(call.answered?.seq ?? Infinity, call.lost?.seq ?? Infinity, death?.seq ?? Infinity);
};

/** Whether a call was open at that place, and its worker able to go on from it. */
export const isOpenAt = (reading: Reading, call: Call, seq: number): boolean =>
  call.seq < seq && seq < overAt(reading, call) && isAlive(reading, call.worker, seq);

/**
 * Whether anybody left between two places of a history: a death of whatever cause, a stop, or a lease that a command ended. Only then has
 * another one a reason to do a step that somebody had begun.
 */
export const someoneLeft = (reading: Reading, from: number, to: number): boolean =>
  reading.history.observations.some(
    (seen) => seen.seq > from && seen.seq < to && (isOf(seen, 'process.died') || isOf(seen, 'process.stopped')),
  ) || reading.exchanges.some((one) => endsLease(one) && one.answered > from && one.sent < to);

const endsLease = (one: Exchange): boolean => isAccepted(one) && ['revoke', 'expire'].includes(one.command.type);

/** The earlier call whose work this one does again: one that still lives, or that the world had given its result. */
export const repeatedBy = (reading: Reading, call: Call): Call | undefined =>
  call.isResend
    ? undefined
    : reading.calls.find(
        (earlier) =>
          earlier.run === call.run &&
          earlier.step === call.step &&
          earlier.seq < call.seq &&
          (isOpenAt(reading, earlier, call.seq) ||
            (gaveResult(earlier) && (earlier.answered?.seq ?? Infinity) < call.seq)),
      );

/** Calls that do work again although nobody had left since that work was begun. */
export const needlessRepeats = (reading: Reading, run: string): readonly Repeat[] =>
  reading.honest
    .filter((call) => call.run === run && call.op !== 'approval')
    .flatMap((again) => {
      const first = repeatedBy(reading, again);
      if (first === undefined || someoneLeft(reading, first.seq, again.seq) || wasLongGone(reading, first)) return [];
      return [{ first, again }];
    });

/**
 * Whether a call was the first that a worker made after it had stood still for longer than a lease: by then what it went on with was due to
 * somebody else, or to a new attempt of its own.
 */
const wasLongGone = (reading: Reading, call: Call): boolean =>
  reading.stops.some(({ worker, stopped, continued }) => {
    if (worker !== call.worker || continued === undefined || continued.seq > call.seq) return false;
    const isFirst = !reading.calls.some(
      (other) => other.worker === worker && other.seq > continued.seq && other.seq < call.seq,
    );
    return isFirst && continued.atMs - stopped.atMs >= reading.history.subject.bounds.leaseMs;
  });

/** A call that did again what another one had done, or was doing. */
export type Repeat = { readonly first: Call; readonly again: Call };

/** The workers that were told to work and could act at that place. */
export const workersAt = (reading: Reading, seq: number): readonly string[] =>
  reading.working
    .filter((seen) => seen.seq <= seq && seen.worker !== undefined)
    .map((seen) => seen.worker ?? '')
    .filter((worker) => isAlive(reading, worker, seq));
