import {
  type Cancellation,
  cancellationsOf,
  hadWorkLeft,
  isOpenAt,
  isWorked,
  type Reading,
  startedAfter,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Once a cancellation was accepted, no step begins. */
export const nothingStartsAfter = requirement({
  id: 'cancel.nothing-starts-after',
  since: '2026-12',
  title: 'Nothing starts after a cancellation',
  statement:
    'Once a cancellation was accepted, no step of the run begins. What was on its way then is no fault; what rests on anything that came later is.',
  duty: 'runtime',
  level: 3,
  profile: 'cancel',
  reach: 'world',
  needs: ['cancel'],
  clauses: [{ id: 'nothing-begins', statement: 'No call rests on what happened after the acceptance.' }],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; report dbos-cancelled-run-becomes-success',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          cancellationsOf(reading, run)
            .slice(0, 1)
            .flatMap((cancel) => occasionOf(reading, cancel)),
        )
      : [],
});

/** Worth asking where steps were left, and something came that could have begun them. */
const occasionOf = (reading: Reading, cancel: Cancellation): readonly Occasion[] => {
  const { run } = cancel.command;
  const found = reading.calls
    .map((call) => ({ call, why: startedAfter(reading, call, cancel) }))
    .find(({ why }) => why !== undefined);
  if (found !== undefined) {
    const message = `${run} was cancelled, and ${found.call.step} began after that: ${found.why}`;
    return [
      broken(
        'nothing-begins',
        message,
        proof({ command: cancel.sent, answer: cancel.answered, illegal: found.call.seq }),
      ),
    ];
  }
  const isOver = reading.rests.some((rest) => rest.event.run === run && rest.seq > cancel.answered);
  return isOver && hadWorkLeft(reading, cancel) && hadOccasion(reading, cancel) ? [kept('nothing-begins')] : [];
};

/** An open call that was answered, a wait that went on, or a worker that came. */
const hadOccasion = (reading: Reading, { command, answered }: Cancellation): boolean => {
  const isAnswered = reading.calls.some(
    (call) => isOpenAt(reading, call, answered) && (call.answered?.seq ?? -1) > answered,
  );
  const sight = reading.sights.findLast((one) => one.run === command.run && one.seq < answered);
  return (
    isAnswered ||
    sight?.view.status === 'waiting' ||
    reading.working.some((seen) => seen.seq > answered) ||
    isIdle(reading, answered)
  );
};

/** A run that had no call open was in a wait, or about to begin. */
const isIdle = (reading: Reading, seq: number): boolean => !reading.calls.some((call) => isOpenAt(reading, call, seq));
