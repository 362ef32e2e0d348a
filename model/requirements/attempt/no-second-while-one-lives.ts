import {
  type Call,
  isAlive,
  isOpenAt,
  isWorked,
  overAt,
  type Reading,
  repeatedBy,
  someoneLeft,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** While an attempt of a step is alive, no second one of that step begins, whatever wakes the run. */
export const noSecondWhileOneLives = requirement({
  id: 'attempt.no-second-while-one-lives',
  since: '2026-12',
  title: 'No second attempt while one lives',
  statement:
    'While an attempt of a step lives, nothing that wakes the run begins a second one: no new worker, and no command.',
  duty: 'runtime',
  dutyFollows: 'recoveryBy',
  level: 2,
  profile: 'fence',
  reach: 'world',
  needs: [],
  clauses: [
    { id: 'new-worker', statement: 'Another worker that starts, and looks for work, leaves the step alone.' },
    { id: 'command', statement: 'A launch, a decision or a cancellation that comes meanwhile begins nothing again.' },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment; report vercel-unrelated-wake-redispatches-step',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.honest.flatMap((live) => wakersOf(reading, live).flatMap((waker) => occasionOf(reading, live, waker)))
      : [],
});

type Waker = { readonly clause: string; readonly seq: number; readonly words: string; readonly had: boolean };

/** What came while the call was open and its worker alive. It had its chance if it was there, or answered, before the call was over. */
const wakersOf = (reading: Reading, live: Call): readonly Waker[] => {
  const over = overAt(reading, live);
  const isMeanwhile = (seq: number): boolean => isOpenAt(reading, live, seq);
  const workers = reading.working
    .filter((seen) => seen.worker !== live.worker && isMeanwhile(seen.seq))
    .map((seen) => ({
      clause: 'new-worker',
      seq: seen.seq,
      words: `${seen.worker} started`,
      had: live.answered !== undefined && isAlive(reading, seen.worker ?? '', over),
    }));
  const commands = reading.exchanges
    .filter((one) => ['launch', 'decide', 'cancel'].includes(one.command.type) && isMeanwhile(one.sent))
    .map((one) => ({
      clause: 'command',
      seq: one.sent,
      words: `a ${one.command.type} came`,
      had: live.answered !== undefined && one.outcome.status !== 'unknown' && one.answered < over,
    }));
  return [...workers, ...commands];
};

/**
 * The step itself, or one that the run had done before: then it was begun anew. Beyond its lease an attempt need not count as alive, which
 * is another requirement's affair.
 */
const occasionOf = (reading: Reading, live: Call, waker: Waker): readonly Occasion[] => {
  const { leaseMs } = reading.history.subject.bounds;
  const second = reading.honest.find((call) => {
    const isIn = call.run === live.run && call.seq > waker.seq && call.op !== 'approval';
    const isEarly = leaseMs === 0 || call.atMs - live.atMs < leaseMs;
    return isIn && isEarly && isOpenAt(reading, live, call.seq) && doesAgain(reading, live, call);
  });
  if (second === undefined) return waker.had ? [kept(waker.clause)] : [];
  const message = `${live.worker} was at work on ${live.step} when ${waker.words}, and ${second.worker} began ${second.step} again`;
  return [broken(waker.clause, message, proof({ first: live.seq, command: waker.seq, illegal: second.seq }))];
};

const doesAgain = (reading: Reading, live: Call, call: Call): boolean => {
  const earlier = repeatedBy(reading, call);
  return earlier !== undefined && !someoneLeft(reading, Math.min(live.seq, earlier.seq), call.seq);
};
