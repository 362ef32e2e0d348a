import {
  type Cancellation,
  cancellationsOf,
  endingOf,
  isAbout,
  isSure,
  isWorked,
  type Reading,
  startedAfter,
} from '../../reading.ts';
import { isTerminal } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A repeated cancellation is as one. */
export const repeatsAsOne = requirement({
  id: 'cancel.repeats-as-one',
  since: '2026-12',
  title: 'A repeated cancellation is one',
  statement:
    'A cancellation that is sent again, accepted or refused, changes nothing that the first had brought about.',
  duty: 'runtime',
  level: 3,
  profile: 'cancel',
  reach: 'outside',
  needs: ['cancel'],
  clauses: [
    { id: 'changes-nothing', statement: 'After another cancellation the run has the end that it had, or comes to it.' },
  ],
  source: 'Durable execution for AI agents, section Preserve approval and cancellation state',
  occasions: (reading) => (isWorked(reading) ? reading.runs.flatMap((run) => occasionsOf(reading, run)) : []),
});

const occasionsOf = (reading: Reading, run: string): readonly Occasion[] => {
  const [first] = cancellationsOf(reading, run);
  if (first === undefined) return [];
  return reading.exchanges
    .filter((one) => isAbout(one, 'cancel'))
    .filter((one) => one.command.run === run && one.sent > first.answered && one.outcome.status !== 'unknown')
    .flatMap((again) => occasionOf(reading, first, again));
};

const occasionOf = (reading: Reading, first: Cancellation, again: Cancellation): readonly Occasion[] => {
  const { run } = first.command;
  const own = reading.sights.filter((sight) => sight.run === run);
  const before = own.findLast((sight) => sight.seq < again.sent && isTerminal(sight.view.status));
  const last = own.findLast((sight) => sight.seq > again.answered && isSure(sight));
  const given = { answer: first.answered, command: again.sent };
  const call = reading.calls.find((one) => one.seq > again.sent && startedAfter(reading, one, again) !== undefined);
  if (call !== undefined && before !== undefined) {
    const message = `${run} had ended as ${before.view.status}, was cancelled again, and ${call.step} began`;
    return [broken('changes-nothing', message, proof({ ...given, finished: before.seq, illegal: call.seq }))];
  }
  if (last === undefined) return [];
  if (before !== undefined && last.view.status !== before.view.status) {
    const message = `${run} had ended as ${before.view.status}, was cancelled again, and is ${last.view.status}`;
    return [broken('changes-nothing', message, proof({ ...given, finished: before.seq, illegal: last.seq }))];
  }
  const ending = endingOf(reading, run);
  if (ending?.as !== 'stuck' && ending?.as !== 'waiting') return ending === undefined ? [] : [kept('changes-nothing')];
  return [
    broken(
      'changes-nothing',
      `${run} was cancelled twice, and it ${ending.words}`,
      proof({ ...given, rest: ending.seq }),
    ),
  ];
};
