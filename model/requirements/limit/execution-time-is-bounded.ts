import { type Call, endingOf, isSteady, isWorked, overAt, type Reading } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** The time that a run is at work is bounded over all its attempts, and waiting is not work. */
export const executionTimeIsBounded = requirement({
  id: 'limit.execution-time-is-bounded',
  since: '2026-12',
  title: 'Execution time is bounded',
  statement:
    'A run is at work for no longer than its limit, over all its workers together; the time that it waits does not count.',
  duty: 'runtime',
  level: 3,
  profile: 'limit',
  reach: 'world',
  needs: ['execution-time'],
  clauses: [
    { id: 'bounded', statement: 'No step begins once the calls of the run have taken up its time.' },
    { id: 'waiting-is-free', statement: 'A run that waited for longer than its limit goes on from the wait.' },
    { id: 'never-grows', statement: 'The time left that is shown after a restart is no more than before.' },
  ],
  source:
    'Durable execution for AI agents, section Configure infrastructure recovery in Polyaxon; report hatchet-parked-task-times-out',
  occasions: (reading) => {
    const limitMs = reading.program.limits?.executionMs;
    if (!isWorked(reading) || limitMs === undefined) return [];
    return reading.runs.flatMap((run) => [
      ...bounded(reading, run, limitMs),
      ...waitingIsFree(reading, run, limitMs),
      ...neverGrows(reading, run),
    ]);
  },
});

type Span = { readonly fromMs: number; readonly toMs: number };

/** When a call of the run was open: the least that it was at work. A prompt that is shown is a wait by then. */
const spansOf = (reading: Reading, run: string): readonly Span[] => {
  const spans = reading.honest
    .filter((call) => call.run === run && call.op !== 'approval')
    .map((call) => ({ fromMs: call.atMs, toMs: timeOf(reading, leftAt(reading, call), call) }))
    .sort((one, other) => one.fromMs - other.fromMs);
  // What two members of a group do at once is one time at work.
  return spans.map((span, at) => {
    const before = Math.max(0, ...spans.slice(0, at).map(({ toMs }) => toMs));
    return { fromMs: Math.max(span.fromMs, before), toMs: Math.max(span.toMs, before) };
  });
};

/** Where its worker was done with a call, or was stopped over it. */
const leftAt = (reading: Reading, call: Call): number =>
  Math.min(
    overAt(reading, call),
    ...reading.stops.filter(({ worker }) => worker === call.worker).map(({ stopped }) => stopped.seq),
  );

const timeOf = (reading: Reading, seq: number, call: Call): number =>
  reading.history.observations[seq]?.atMs ?? call.atMs;

const busyUntil = (spans: readonly Span[], atMs: number): number =>
  spans.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, atMs) - fromMs), 0);

const bounded = (reading: Reading, run: string, limitMs: number): readonly Occasion[] => {
  const spans = spansOf(reading, run);
  const own = reading.honest.filter((call) => call.run === run && !call.isResend);
  const isOver = (atMs: number): boolean => busyUntil(spans, atMs) > 1.1 * limitMs + 50;
  const late = own.find((call) => isOver(call.atMs));
  if (late !== undefined) {
    const message = `${run} may be at work for ${limitMs} ms, and ${late.worker} began ${late.step} after ${Math.round(busyUntil(spans, late.atMs))} ms of work`;
    return [broken('bounded', message, proof({ first: own[0]?.seq, illegal: late.seq }))];
  }
  const ending = endingOf(reading, run);
  const isWorth = busyUntil(spans, Infinity) >= limitMs && (ending?.as === 'stopped' || ending?.as === 'failed');
  return isWorth ? [kept('bounded')] : [];
};

/** It waited longer than it may work, and had not worked for nearly as long. */
const waitingIsFree = (reading: Reading, run: string, limitMs: number): readonly Occasion[] => {
  const spans = spansOf(reading, run);
  const ending = endingOf(reading, run);
  const passedMs = (reading.history.observations[ending?.seq ?? -1]?.atMs ?? 0) - (spans[0]?.fromMs ?? Infinity);
  const busyMs = busyUntil(spans, Infinity);
  const hasWait = reading.program.steps.some(({ op }) => op === 'approval' || op === 'timer');
  if (ending === undefined || !hasWait || passedMs - busyMs < limitMs || busyMs > limitMs / 2) return [];
  if (ending.as === 'succeeded') return [kept('waiting-is-free')];
  const last = reading.sights.findLast((sight) => sight.run === run && sight.view.status === 'expired');
  if (last === undefined) return [];
  const message = `${run} was at work for ${Math.round(busyMs)} of its ${limitMs} ms, waited, and expired`;
  return [broken('waiting-is-free', message, proof({ rest: ending.seq, illegal: last.seq }))];
};

const neverGrows = (reading: Reading, run: string): readonly Occasion[] => {
  const shown = reading.sights.filter(
    (one) => one.run === run && isSteady(one) && one.view.executionLeftMs !== undefined,
  );
  return reading.losses.flatMap((loss): readonly Occasion[] => {
    const before = shown.findLast((sight) => sight.seq < loss.seq);
    const after = shown.find((sight) => sight.seq > loss.seq);
    if (before === undefined || after === undefined) return [];
    const grownMs = (after.view.executionLeftMs ?? 0) - (before.view.executionLeftMs ?? 0);
    if (grownMs <= 0) return [kept('never-grows')];
    const message = `${loss.worker} was lost, and ${run} had ${grownMs} ms more to work than before`;
    return [broken('never-grows', message, proof({ before: before.seq, kill: loss.seq, illegal: after.seq }))];
  });
};
