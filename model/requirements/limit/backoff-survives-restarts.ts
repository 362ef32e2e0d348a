import { type Call, callsFor, failed, isWorked, leastMs, type Reading, someoneLeft } from '../../reading.ts';
import { isOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** The time to wait before a retry is kept, also where the worker is lost meanwhile. */
export const backoffSurvivesRestarts = requirement({
  id: 'limit.backoff-survives-restarts',
  since: '2026-12',
  title: 'A backoff survives restarts',
  statement:
    'The next try after an error does not begin before its backoff is over, also where another worker makes it.',
  duty: 'runtime',
  level: 2,
  profile: 'limit',
  reach: 'world',
  needs: ['retry'],
  clauses: [
    { id: 'in-one-life', statement: 'The worker that had the error waits before it tries again.' },
    { id: 'across-a-restart', statement: 'A worker that takes over during the backoff waits for the rest of it.' },
  ],
  source: 'Durable execution for AI agents, section Qualify the recovery behavior',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps.flatMap((step) =>
            step.retry === undefined
              ? []
              : triesOf(reading, run, step.id).flatMap((tries) =>
                  occasionOf(reading, tries, step.retry?.backoffMs ?? 0),
                ),
          ),
        )
      : [],
});

type Tries = { readonly first: Call; readonly again: Call };

/** Each try that failed, with the one after it. */
const triesOf = (reading: Reading, run: string, step: string): readonly Tries[] => {
  const calls = callsFor(reading.honest, run, step).filter((call) => !call.isResend);
  return calls.slice(1).flatMap((again, at) => {
    const first = calls[at];
    return first !== undefined && failed(first) && (first.answered?.seq ?? Infinity) < again.seq
      ? [{ first, again }]
      : [];
  });
};

/** A restart that takes longer than the backoff cannot show whether it was kept: the successor must have been there in time. */
const occasionOf = (reading: Reading, { first, again }: Tries, backoffMs: number): readonly Occasion[] => {
  const { seq = 0, atMs = 0 } = first.answered ?? {};
  const wasCut = someoneLeft(reading, seq, again.seq);
  const clause = wasCut ? 'across-a-restart' : 'in-one-life';
  const passedMs = again.atMs - atMs;
  if (backoffMs === 0 || wasNeverRecorded(reading, first)) return [];
  if (passedMs < leastMs(backoffMs)) {
    const message = `${again.step} failed and was to wait ${backoffMs} ms, and ${again.worker} tried again after ${Math.round(passedMs)} ms`;
    return [broken(clause, message, proof({ answer: seq, illegal: again.seq }))];
  }
  const came = reading.working.find((seen) => seen.worker === again.worker)?.atMs ?? Infinity;
  return wasCut && came >= atMs + leastMs(backoffMs) ? [] : [kept(clause)];
};

/** Its worker died in the middle of its first write after the answer: that the try had failed was known to nobody else. */
const wasNeverRecorded = (reading: Reading, { answered, worker }: Call): boolean => {
  const own = reading.history.observations.filter((seen) => seen.worker === worker && seen.seq > (answered?.seq ?? 0));
  const death = own.findIndex((seen) => isOf(seen, 'boundary.held') && seen.event.boundary.at === 'commit.before');
  return death >= 0 && !own.slice(0, death).some((seen) => isOf(seen, 'store.committed'));
};
