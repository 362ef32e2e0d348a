import {
  type Cancellation,
  cancellationsOf,
  endingOf,
  hadWorkLeft,
  isWorked,
  type Reading,
  startedAfter,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An accepted cancellation survives crashes. */
export const survivesCrashes = requirement({
  id: 'cancel.survives-crashes',
  since: '2026-12',
  title: 'A cancellation survives crashes',
  statement: 'A cancellation that was accepted holds for the workers that come after a crash.',
  duty: 'runtime',
  level: 3,
  profile: 'cancel',
  reach: 'outside',
  needs: ['cancel'],
  clauses: [{ id: 'still-cancelled', statement: 'A successor takes no step, and the run does not end as a success.' }],
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

/** A worker was lost after the acceptance, with steps left, and another one came. */
const occasionOf = (reading: Reading, cancel: Cancellation): readonly Occasion[] => {
  const { run } = cancel.command;
  const loss = reading.losses.find((one) => one.seq > cancel.answered);
  const next = reading.working.find((seen) => loss !== undefined && seen.seq > loss.seq);
  const ending = endingOf(reading, run);
  if (loss === undefined || next === undefined || ending === undefined || !hadWorkLeft(reading, cancel)) return [];
  // A step that began all the same is another requirement's: a run that ends cancelled has kept its cancellation.
  if (ending.as === 'stopped' || ending.as === 'review') return [kept('still-cancelled')];
  if (ending.as === 'failed') return [];
  const given = { command: cancel.sent, answer: cancel.answered, kill: loss.seq };
  const call = reading.calls.find((one) => one.seq > loss.seq && startedAfter(reading, one, cancel) !== undefined);
  if (call !== undefined) {
    const message = `${run} was cancelled, ${loss.worker} was lost, and ${call.worker} went on to ${call.step}`;
    return [broken('still-cancelled', message, proof({ ...given, illegal: call.seq, rest: ending.seq }))];
  }
  const message = `${run} was cancelled, ${loss.worker} was lost, and it ${ending.words}`;
  return [broken('still-cancelled', message, proof({ ...given, rest: ending.seq }))];
};
