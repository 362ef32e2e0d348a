import { type Call, callsFor, endingOf, failed, isWorked, landedOf, type Reading } from '../../reading.ts';
import { isOf, type RetryPolicy } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** The configured number of attempts is the end of it, however they ended. */
export const attemptsAreBounded = requirement({
  id: 'limit.attempts-are-bounded',
  since: '2026-12',
  title: 'Attempts are bounded',
  statement:
    'After the configured number of attempts no further one begins, however they ended, and each death counts once.',
  duty: 'runtime',
  level: 2,
  profile: 'limit',
  reach: 'world',
  needs: [],
  clauses: [
    {
      id: 'crashes',
      statement: 'A step that kills each worker is given up after the configured number of deaths.',
      features: ['attempt-limit'],
    },
    {
      id: 'polite-failures',
      statement: 'A step that the world keeps failing is given up after the configured number of tries.',
      features: ['retry'],
    },
  ],
  source:
    'Durable execution for AI agents, section Qualify the recovery behavior; reports faktory-crash-attempts-not-counted and celery-oom-kill-acknowledged',
  occasions: (reading) =>
    isWorked(reading) ? reading.runs.flatMap((run) => [...crashes(reading, run), ...politeFailures(reading, run)]) : [],
});

/**
 * Each worker that came to the step was killed there. A setting may count the retries rather than the attempts, so one more than the
 * number is no fault; one less is, since then a death was counted twice.
 */
const crashes = (reading: Reading, run: string): readonly Occasion[] => {
  const limit = reading.program.limits?.attempts;
  const [poison] = landedOf(reading, 'poison');
  const ending = endingOf(reading, run);
  if (limit === undefined || poison === undefined || ending === undefined) return [];
  const dead = new Set(
    reading.history.observations
      .filter((seen) => isOf(seen, 'process.died') && seen.event.by === 'plan')
      .map((seen) => seen.worker),
  );
  const tries = reading.calls.filter(
    (call) => call.run === run && call.step === poison.event.boundary.step && dead.has(call.worker) && !call.isResend,
  );
  return bounded('crashes', {
    ...{ tries, limit, least: limit, most: limit + 1, isMoving: isMoving(reading, run), ending },
    words: `limited to ${limit} attempts`,
  });
};

const politeFailures = (reading: Reading, run: string): readonly Occasion[] =>
  reading.steps.flatMap((step) => {
    const policy: RetryPolicy | undefined = step.retry;
    const answers = 'answers' in step ? step.answers : undefined;
    const ending = endingOf(reading, run);
    if (policy === undefined || answers === undefined || !('fails' in answers) || ending === undefined) return [];
    const tries = callsFor(reading.calls, run, step.id).filter((call) => !call.isResend);
    if (answers.times < policy.attempts || !tries.some(failed)) return [];
    // A try that a crash cut off may go uncounted; a count that begins anew after it does not.
    const [limit, most] = [policy.attempts, policy.attempts + reading.losses.length];
    return bounded('polite-failures', {
      ...{ tries, limit, least: 1, most, isMoving: isMoving(reading, run), ending },
      words: `to be tried ${limit} times`,
    });
  });

const isMoving = (reading: Reading, run: string): boolean =>
  reading.rests.findLast((rest) => rest.event.run === run)?.event.as === 'livelock';

type Bounds = {
  readonly tries: readonly Call[];
  /** The configured number, and the fewest and the most that it may come to. */
  readonly limit: number;
  readonly least: number;
  readonly most: number;
  /** It kept moving and was cut off. */
  readonly isMoving: boolean;
  readonly ending: NonNullable<ReturnType<typeof endingOf>>;
  readonly words: string;
};

const bounded = (
  clause: string,
  { tries, limit, least, most, isMoving, ending, words }: Bounds,
): readonly Occasion[] => {
  const [first] = tries;
  const extra = tries[most];
  if (first === undefined) return [];
  const begun = `${first.step} was ${words}, and`;
  if (extra !== undefined)
    return [
      broken(clause, `${begun} it was begun ${tries.length} times`, proof({ first: first.seq, illegal: extra.seq })),
    ];
  const evidence = proof({ first: first.seq, rest: ending.seq });
  const isGivenUp = ['stopped', 'failed', 'review'].includes(ending.as);
  // A run that rests without an end is another requirement's affair; its attempts have one once they are used up.
  const isUsedUp = ending.as === 'stuck' && !isMoving && tries.length >= limit;
  if (!isGivenUp && !isUsedUp) return [];
  if (tries.length < least) return [broken(clause, `${begun} it was given up after ${tries.length}`, evidence)];
  return [kept(clause)];
};
