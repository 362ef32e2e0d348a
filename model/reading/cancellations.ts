import type { CommandOf } from '../vocabulary.ts';
import type { Call } from './calls.ts';
import { type Exchange, isAbout, isAccepted } from './exchanges.ts';
import { dueSteps } from './fate.ts';
import { isAlive, overAt } from './lives.ts';
import { precedes } from './order.ts';
import type { Stop } from './processes.ts';
import { callsFor, type Reading } from './reading.ts';
import { leastMs, timerBeganAt } from './timers.ts';
import { decisionsOn, gatedBy, waitOf } from './waits.ts';

/** A cancellation and its answer. */
export type Cancellation = Exchange<CommandOf<'cancel'>>;

/** The cancellations of a run that were accepted, in the order in which they were sent. */
export const cancellationsOf = (reading: Reading, run: string): readonly Cancellation[] =>
  reading.exchanges.filter((one) => isAbout(one, 'cancel')).filter((one) => one.command.run === run && isAccepted(one));

/** Whether steps were left to do when the cancellation was accepted: it did not race with the end. */
export const hadWorkLeft = (reading: Reading, { command, answered }: Cancellation): boolean =>
  dueSteps(reading, command.run).some(
    (step) => !callsFor(reading.calls, command.run, step.id).some((call) => call.seq < answered),
  );

/**
 * Why a call can only have begun after a cancellation was accepted, or nothing where it may have been on its way: it rests on an answer
 * that was released later, on a worker that began or woke up later, on a decision that was sent later, or on a wait that ended later.
 */
export const startedAfter = (reading: Reading, call: Call, cancel: Cancellation): string | undefined => {
  const since = cancel.answered;
  if (call.run !== cancel.command.run || call.seq < since || call.isResend) return undefined;
  if (isLaterWorker(reading, call, since)) return `its worker ${call.worker} came later`;
  const answer = answerBehind(reading, call, since);
  if (answer !== undefined) return `it rests on an answer to ${answer.step} that was given later`;
  if (isDecidedLater(reading, call, since)) return 'it rests on a decision that was sent later';
  return isDueLater(reading, call, since) ? 'it rests on a wait that ended later' : undefined;
};

const isLaterWorker = (reading: Reading, call: Call, since: number): boolean => {
  const began = reading.working.find((seen) => seen.worker === call.worker)?.seq ?? -1;
  const isWoken = reading.stops.some(
    (stop) =>
      stop.worker === call.worker &&
      stop.stopped.seq < since &&
      (stop.continued?.seq ?? -1) > since &&
      !isAlive(reading, stop.worker, since) &&
      stoodInACall(reading, stop),
  );
  return began > since || isWoken;
};

/** A worker that stood between two calls may have had the next one on its way already. */
const stoodInACall = (reading: Reading, { worker, stopped, continued }: Stop): boolean =>
  reading.calls.some(
    (call) => call.worker === worker && call.seq < stopped.seq && overAt(reading, call) > (continued?.seq ?? Infinity),
  );

/** The answer to a step that comes before it in the program, or the error to an earlier try of the same step. */
const answerBehind = (reading: Reading, call: Call, since: number): Call | undefined =>
  reading.calls.find((earlier) => {
    const answered = earlier.answered?.seq ?? Infinity;
    const isBehind =
      precedes(reading.program, earlier.step, call.step) || (earlier.step === call.step && call.op !== 'approval');
    return earlier.run === call.run && isBehind && answered > since && answered < call.seq && earlier.seq < call.seq;
  });

const isDecidedLater = (reading: Reading, call: Call, since: number): boolean =>
  decisionsOn(reading, call.run).some((decision, _, all) => {
    const wait = waitOf(reading, decision) ?? '';
    const isFirst = !all.some((one) => one.sent < since && waitOf(reading, one) === wait);
    return isFirst && decision.sent > since && gatedBy(reading, wait).some((step) => step.id === call.step);
  });

/** A timer or a backoff that cannot have ended when the cancellation was accepted, even if it began as early as it can have. */
const isDueLater = (reading: Reading, call: Call, since: number): boolean => {
  const atMs = reading.history.observations[since]?.atMs ?? Infinity;
  return waitsBefore(reading, call).some(({ beganMs, ms }) => beganMs + leastMs(ms) > atMs);
};

type Wait = { readonly beganMs: number; readonly ms: number };

const waitsBefore = (reading: Reading, call: Call): readonly Wait[] => {
  const tries = callsFor(reading.calls, call.run, call.step).filter((one) => one.seq < call.seq);
  const step = reading.steps.find((one) => one.id === call.step);
  const backoffMs = step?.retry?.backoffMs;
  const failedAt = tries.findLast((one) => (one.answered?.event.status ?? 0) >= 500)?.answered?.atMs;
  const backoff = backoffMs === undefined || failedAt === undefined ? [] : [{ beganMs: failedAt, ms: backoffMs }];
  const timers = reading.program.steps.flatMap((timer) => {
    if (timer.op !== 'timer' || !precedes(reading.program, timer.id, call.step)) return [];
    const beganMs = timerBeganAt(reading, call.run, timer.id)?.atMs;
    return beganMs === undefined ? [] : [{ beganMs, ms: timer.ms }];
  });
  return [...backoff, ...timers];
};
