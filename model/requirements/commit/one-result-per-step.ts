import { callsFor, gaveResult, isWorked, type Reading, type Sight, sureSights } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A step of a run has one committed result. */
export const oneResultPerStep = requirement({
  id: 'commit.one-result-per-step',
  since: '2026-12',
  title: 'One result per step',
  statement: 'Whoever carried a step out, and however often, one result of it is committed.',
  duty: 'runtime',
  level: 3,
  profile: 'recover',
  reach: 'world',
  needs: [],
  clauses: [{ id: 'one-commit', statement: 'A step that gave several results shows one commit.' }],
  source:
    'Durable execution for AI agents, section Commit outputs before acknowledging progress; report river-rescue-overwrites-completed',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => reading.steps.flatMap((step) => occasionOf(reading, run, step.id)))
      : [],
});

/** Only a step that had several results to commit could have kept two. Commits are counted, since equal values hide an overwrite. */
const occasionOf = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const given = callsFor(reading.calls, run, step).filter((call) => gaveResult(call) && !call.isResend);
  const [first, second] = given;
  const answered = second?.answered?.seq ?? Infinity;
  const read = sureSights(reading, run).filter((sight) => sight.seq > answered && commitsIn(sight, step) > 0);
  const double = read.find((sight) => commitsIn(sight, step) > 1);
  if (first === undefined || second === undefined || read.length === 0) return [];
  if (double === undefined) return [kept('one-commit')];
  const message = `${step} of ${run} shows ${commitsIn(double, step)} committed results`;
  return [broken('one-commit', message, proof({ first: first.answered?.seq, answer: answered, illegal: double.seq }))];
};

const commitsIn = (sight: Sight, step: string): number => sight.view.steps[step]?.commits.length ?? 0;
