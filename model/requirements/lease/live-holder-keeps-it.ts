import {
  type Call,
  endingOf,
  gaveResult,
  heldCallOf,
  isAlive,
  isWorked,
  landedOf,
  overAt,
  type Reading,
  repeatedBy,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A worker that is slow and healthy is left alone. */
export const liveHolderKeepsIt = requirement({
  id: 'lease.live-holder-keeps-it',
  since: '2026-12',
  title: 'A live holder keeps its lease',
  statement:
    'A worker that is slow but healthy keeps its step, within the limits that the runtime documents, and what it brings counts.',
  duty: 'runtime',
  level: 2,
  profile: 'fence',
  reach: 'world',
  needs: [],
  clauses: [
    { id: 'left-alone', statement: 'While its call goes on, nobody does its work a second time.' },
    { id: 'result-counts', statement: 'Its late answer is the result of the step: the run goes on from it.' },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary; report durablefunctions-lease-steal-duplicates',
  occasions: (reading) =>
    isWorked(reading)
      ? landedOf(reading, 'delay').flatMap((landed) => {
          const call = heldCallOf(reading, landed);
          return call === undefined ? [] : occasionsOf(reading, call);
        })
      : [],
});

/** It was held for longer than its lease, its worker never stood still, and, unless it was given up, its answer came. */
const occasionsOf = (reading: Reading, slow: Call): readonly Occasion[] => {
  const over = overAt(reading, slow);
  const repeat = reading.honest.find(
    (call) => call.run === slow.run && call.seq > slow.seq && doesAgain(reading, slow, call),
  );
  if (reading.stops.length > 0 || reading.losses.length > 0) return [];
  if (repeat !== undefined && repeat.seq < over) {
    const message = `${slow.worker} was at work on ${slow.step}, and ${repeat.worker} began ${repeat.step} again`;
    return [broken('left-alone', message, proof({ first: slow.seq, illegal: repeat.seq }))];
  }
  if (slow.answered === undefined || !wasLong(reading, slow) || !isAlive(reading, slow.worker, over))
    return givenUp(reading, slow, repeat);
  return [kept('left-alone'), ...resultCounts(reading, slow, repeat)];
};

/** The step itself, or one that came before it: then the run was begun anew. */
const doesAgain = (reading: Reading, slow: Call, call: Call): boolean =>
  !call.isResend && call.op !== 'approval' && (call.step === slow.step || repeatedBy(reading, call) !== undefined);

const wasLong = ({ history }: Reading, { answered, atMs }: Call): boolean =>
  (answered?.atMs ?? 0) - atMs > history.subject.bounds.leaseMs;

/** A call that its own runtime ended, while its worker lived, was not left alone; only the repeat shows that it was ended. */
const givenUp = (reading: Reading, slow: Call, repeat: Call | undefined): readonly Occasion[] => {
  if (slow.lost === undefined || repeat === undefined || !isAlive(reading, slow.worker, slow.lost.seq)) return [];
  const message = `${slow.worker} was at work on ${slow.step} when it was made to give up, and ${repeat.worker} did it again`;
  return [broken('left-alone', message, proof({ first: slow.seq, illegal: repeat.seq }))];
};

const resultCounts = (reading: Reading, slow: Call, repeat: Call | undefined): readonly Occasion[] => {
  if (!gaveResult(slow)) return [];
  const ending = endingOf(reading, slow.run);
  const answer = slow.answered?.seq;
  if (repeat !== undefined) {
    const message = `${slow.step} was answered after a long time, and ${repeat.worker} did ${repeat.step} again`;
    return [broken('result-counts', message, proof({ answer, illegal: repeat.seq }))];
  }
  if (ending?.as === 'succeeded') return [kept('result-counts')];
  if (ending?.as !== 'stuck' && ending?.as !== 'failed') return [];
  const message = `${slow.step} was answered after a long time, and ${slow.run} ${ending.words}`;
  return [broken('result-counts', message, proof({ answer, rest: ending.seq }))];
};
