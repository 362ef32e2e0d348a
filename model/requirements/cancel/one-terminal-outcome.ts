import { type Cancellation, cancellationsOf, endingOf, isWorked, type Reading, sureSights } from '../../reading.ts';
import { isTerminal } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A run that is cancelled reaches one outcome, whatever races with the cancellation. */
export const oneTerminalOutcome = requirement({
  id: 'cancel.one-terminal-outcome',
  since: '2026-12',
  title: 'One terminal outcome',
  statement: 'A run whose cancellation was accepted comes to one end, cancelled or not, and stays there.',
  duty: 'runtime',
  level: 3,
  profile: 'cancel',
  reach: 'world',
  needs: ['cancel'],
  clauses: [
    { id: 'reaches-one', statement: 'The run comes to an end.' },
    { id: 'keeps-it', statement: 'An end that was shown is the end that is shown from then on.' },
  ],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; report dbos-cancelled-run-becomes-success',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          cancellationsOf(reading, run)
            .slice(0, 1)
            .flatMap((cancel) => occasionsOf(reading, cancel)),
        )
      : [],
});

/** A run may have ended before it was cancelled: then it must stay at that end. */
const occasionsOf = (reading: Reading, cancel: Cancellation): readonly Occasion[] => {
  const { run } = cancel.command;
  const ending = endingOf(reading, run);
  if (ending === undefined) return [];
  const given = { command: cancel.sent, answer: cancel.answered };
  if (ending.as === 'stuck' || ending.as === 'waiting') {
    const message = `the cancellation of ${run} was accepted, and it ${ending.words}`;
    return [broken('reaches-one', message, proof({ ...given, rest: ending.seq }))];
  }
  return [kept('reaches-one'), ...keepsIt(reading, run, given)];
};

/** One reading says what the end is; it takes another to say that it stayed. */
const keepsIt = (reading: Reading, run: string, given: Given): readonly Occasion[] => {
  const sights = sureSights(reading, run);
  const first = sights.find((sight) => isTerminal(sight.view.status));
  const later = sights.filter((sight) => first !== undefined && sight.seq > first.seq);
  const other = later.find((sight) => sight.view.status !== first?.view.status);
  if (first === undefined || later.length === 0) return [];
  if (other === undefined) return [kept('keeps-it')];
  const message = `${run} had ended as ${first.view.status}, and was ${other.view.status} later`;
  return [broken('keeps-it', message, proof({ ...given, finished: first.seq, illegal: other.seq }))];
};

type Given = { readonly command: number; readonly answer: number };
