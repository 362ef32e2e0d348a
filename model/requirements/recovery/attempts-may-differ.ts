import {
  type Call,
  callsFor,
  commitmentOf,
  endingOf,
  gaveResult,
  isOutOfAttempts,
  isWorked,
  type Reading,
} from '../../reading.ts';
import { type Json, sameJson } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A repeated uncommitted step may give another output, and the run goes on from that. */
export const attemptsMayDiffer = requirement({
  id: 'recovery.attempts-may-differ',
  since: '2026-12',
  title: 'Attempts may differ',
  statement: 'When an uncommitted step is tried again and comes out differently, the run goes on from the new output.',
  duty: 'runtime',
  level: 1,
  profile: 'recover',
  reach: 'world',
  needs: [],
  clauses: [{ id: 'goes-on', statement: 'A different output of the second try is accepted.' }],
  source: 'Durable Execution Across Agent Lifecycles, section Persistence, stochastic replay, and effect idempotency',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => reading.steps.flatMap((step) => occasionOf(reading, run, step.id)))
      : [],
});

/** The last try that differs from an earlier one of another worker, both before the step was committed. */
const occasionOf = (reading: Reading, run: string, step: string): readonly Occasion[] => {
  const commit = commitmentOf(reading, run, step);
  const tries = callsFor(reading.honest, run, step).filter((call) => call.seq < (commit?.seq ?? Infinity));
  const differing = tries.findLast((call) => tries.some((earlier) => differ(earlier, call)));
  const ending = endingOf(reading, run);
  if (differing?.answered === undefined || ending === undefined || isOutOfAttempts(reading)) return [];
  if (wentOn(reading, differing) || ending.as === 'succeeded') return [kept('goes-on')];
  if (ending.as !== 'stuck' && ending.as !== 'failed') return [];
  const earlier = tries.find((call) => differ(call, differing));
  const message = `${step} came out differently in its second try, and ${run} ${ending.words}`;
  return [broken('goes-on', message, proof({ first: earlier?.seq, answer: differing.answered.seq, rest: ending.seq }))];
};

const differ = (earlier: Call, later: Call): boolean => {
  const [one, other] = [resultOf(earlier), resultOf(later)];
  return (
    earlier.seq < later.seq &&
    earlier.worker !== later.worker &&
    one !== undefined &&
    other !== undefined &&
    !sameJson(one, other)
  );
};

/**
 * A result that was computed and never left counts too: the first try then had an output that nobody will ever see. An error of the world is
 * no output.
 */
const resultOf = (call: Call): Json | undefined =>
  gaveResult(call) ? call.answered?.event.value : call.done?.event.value;

/** The new output was committed, or a later step was given it. */
const wentOn = (reading: Reading, call: Call): boolean => {
  const commit = commitmentOf(reading, call.run, call.step);
  if (commit !== undefined && commit.seq > call.seq) return true;
  return reading.honest.some((one) => {
    const handed = one.run === call.run ? one.inputs[call.step] : undefined;
    return one.seq > call.seq && handed !== undefined && sameJson(handed, resultOf(call) ?? null);
  });
};
