import { endingOf, isOutOfAttempts, isWorked, type Loss, type Reading } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A run whose worker was lost at any point is finished, in bounded time. */
export const runFinishesAfterAnyInterruption = requirement({
  id: 'recovery.run-finishes-after-any-interruption',
  since: '2026-12',
  title: 'A run finishes after any interruption',
  statement:
    'Wherever a run loses its worker, by death or by standing still, the run is brought to its end in bounded time.',
  duty: 'runtime',
  level: 1,
  profile: 'recover',
  reach: 'outside',
  needs: [],
  clauses: [
    { id: 'after-a-death', statement: 'The run finishes although its worker was killed.' },
    {
      id: 'after-a-standstill',
      statement: 'The run finishes although its worker stands still and does not come back.',
    },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary',
  occasions: (reading) => (isWorked(reading) ? reading.runs.flatMap((run) => occasionsOf(reading, run)) : []),
});

/**
 * A run that waits for a decision nobody gave, or stopped in the open as it had to, is no occasion: it neither finished nor hangs.
 * One whose every worker is killed at a step cannot finish.
 */
const occasionsOf = (reading: Reading, run: string): readonly Occasion[] => {
  const ending = endingOf(reading, run);
  const first = reading.losses[0];
  if (ending === undefined || first === undefined || isOutOfAttempts(reading)) return [];
  const clauses = new Set(reading.losses.filter((loss) => loss.seq < ending.seq).map(clauseOf));
  return [...clauses].flatMap((clause): Occasion[] => {
    if (ending.as === 'succeeded') return [kept(clause)];
    if (ending.as !== 'stuck' && ending.as !== 'failed') return [];
    const loss = reading.losses.find((one) => clauseOf(one) === clause) ?? first;
    const role = loss.by === 'kill' ? { kill: loss.seq } : { stop: loss.seq };
    const how = loss.by === 'kill' ? 'was killed' : 'stood still';
    return [broken(clause, `${run} ${ending.words} after ${loss.worker} ${how}`, proof({ ...role, rest: ending.seq }))];
  });
};

const clauseOf = (loss: Loss): string => (loss.by === 'kill' ? 'after-a-death' : 'after-a-standstill');
