import {
  bracketsOf,
  type Call,
  isAbout,
  isAccepted,
  isSteady,
  isWorked,
  leastMs,
  type Reading,
  type Sight,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A restart moves no deadline, and after it no effect begins. */
export const deadlineNeverMoves = requirement({
  id: 'limit.deadline-never-moves',
  since: '2026-12',
  title: 'A deadline never moves',
  statement: "A run's deadline counts from its launch, whoever works on it; after it no effect begins.",
  duty: 'runtime',
  level: 2,
  profile: 'limit',
  reach: 'world',
  needs: ['deadline'],
  clauses: [
    { id: 'no-effect-after', statement: 'No effect is sent after the deadline, also by a worker that came later.' },
    { id: 'shown-the-same', statement: 'The deadline that is shown after a restart is not later than the one before.' },
  ],
  source: 'Durable execution for AI agents, section Configure infrastructure recovery in Polyaxon',
  occasions: (reading) => [
    ...(isWorked(reading) ? reading.runs.flatMap((run) => noEffectAfter(reading, run)) : []),
    ...[...new Set(reading.sights.map((sight) => sight.run))].flatMap((run) => shownTheSame(reading, run)),
  ],
});

/**
 * Counted from the answer to the launch, which is later than the launch itself; and a call may be on its way for a moment. A worker that
 * the harness had stopped is a zombie then, and its calls are another requirement's affair.
 */
const noEffectAfter = (reading: Reading, run: string): readonly Occasion[] => {
  const launch = reading.exchanges
    .filter((one) => isAbout(one, 'launch'))
    .find((one) => one.command.run === run && isAccepted(one));
  const deadlineMs = reading.program.limits?.deadlineMs;
  const launchedMs = reading.history.observations[launch?.answered ?? -1]?.atMs;
  if (launch === undefined || deadlineMs === undefined || launchedMs === undefined) return [];
  const dueMs = launchedMs + 1.1 * deadlineMs + 50;
  const effects = reading.honest.filter((call) => call.run === run && call.op === 'effect' && !call.isResend);
  const late = effects.find((call) => call.atMs > dueMs);
  const ended = reading.rests.findLast((rest) => rest.event.run === run);
  if (late !== undefined) {
    const message = `${run} had ${deadlineMs} ms from its launch, and ${late.worker} sent ${late.step} after ${Math.round(late.atMs - launchedMs)} ms`;
    return [broken('no-effect-after', message, proof({ command: launch.sent, illegal: late.seq }))];
  }
  const isOver = ended !== undefined && ended.atMs > launchedMs + leastMs(deadlineMs);
  return isOver && isUndone(reading, run, effects) ? [kept('no-effect-after')] : [];
};

/** Some effect was left to send: only then could it have been sent too late. */
const isUndone = (reading: Reading, run: string, effects: readonly Call[]): boolean =>
  reading.steps.some(({ id, op }) => op === 'effect' && !effects.some((call) => call.run === run && call.step === id));

/** Both times are the runtime's own. In a script every command but the launch could have moved it. */
const shownTheSame = (reading: Reading, run: string): readonly Occasion[] => {
  const shown = reading.sights.filter((one) => one.run === run && isSteady(one) && one.view.deadlineAtMs !== undefined);
  const restarts = isWorked(reading)
    ? reading.losses.map((loss) => loss.seq)
    : bracketsOf(reading)
        .filter((bracket) => bracket.run === run)
        .flatMap(({ exchanges }) => exchanges.map((one) => one.sent));
  return restarts.flatMap((seq): readonly Occasion[] => {
    const before = shown.findLast((sight) => sight.seq < seq);
    const after = shown.find((sight) => sight.seq > seq);
    if (before === undefined || after === undefined) return [];
    if (atMs(after) <= atMs(before)) return [kept('shown-the-same')];
    const message = `the deadline of ${run} moved by ${atMs(after) - atMs(before)} ms`;
    return [broken('shown-the-same', message, proof({ before: before.seq, kill: seq, illegal: after.seq }))];
  });
};

const atMs = ({ view }: Sight): number => view.deadlineAtMs ?? 0;
