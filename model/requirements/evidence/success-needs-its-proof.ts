import {
  callsFor,
  dueSteps,
  isAbout,
  isAccepted,
  isWorked,
  type Reading,
  resultsOf,
  type Sight,
  sureSights,
} from '../../reading.ts';
import type { Step } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Success is never reported without the committed result that proves it. */
export const successNeedsItsProof = requirement({
  id: 'evidence.success-needs-its-proof',
  since: '2026-12',
  title: 'Success needs its proof',
  statement:
    'A run shows success only when each step that it had to do has a result: one that the world gave, and that is committed.',
  duty: 'runtime',
  level: 1,
  profile: 'evidence',
  reach: 'world',
  needs: [],
  clauses: [
    { id: 'the-world-gave-it', statement: 'Behind a success stands an answer of the world for each step.' },
    { id: 'it-is-committed', statement: 'Beside a success stands a committed result of each step.' },
  ],
  source: 'Durable execution for AI agents, section Qualify the recovery behavior',
  occasions: (reading) =>
    isWorked(reading)
      ? allRuns(reading).flatMap((run) =>
          sureSights(reading, run)
            .filter(isSuccess)
            .flatMap((sight) => occasionsOf(reading, sight)),
        )
      : [],
});

/** A run that nobody called for may be shown as a success all the same. */
const allRuns = (reading: Reading): readonly string[] => [...new Set(reading.sights.map((sight) => sight.run))];

const isSuccess = (sight: Sight): boolean => sight.view.status === 'succeeded';

/** A success after no loss shows little, so it counts as an occasion only when it is false. */
const occasionsOf = (reading: Reading, sight: Sight): readonly Occasion[] => {
  const wasRecovered = reading.losses.some((loss) => loss.seq < sight.seq);
  const due = dueSteps(reading, sight.run);
  const clauses = [
    { id: 'the-world-gave-it', lack: due.map((step) => missingAnswer(reading, sight, step)).find(isWords) },
    ...(showsCommits(reading, sight.run)
      ? [{ id: 'it-is-committed', lack: due.map((step) => missingCommit(sight, step)).find(isWords) }]
      : []),
  ];
  return clauses.flatMap(({ id, lack }): Occasion[] => {
    if (lack !== undefined)
      return [broken(id, `${sight.run} showed success, and ${lack}`, proof({ illegal: sight.seq }))];
    return wasRecovered ? [kept(id)] : [];
  });
};

const isWords = (words: string | undefined): words is string => words !== undefined;

const missingAnswer = (reading: Reading, sight: Sight, step: Step): string | undefined => {
  const calls = callsFor(reading.calls, sight.run, step.id);
  const isBefore = (seen: { readonly seq: number } | undefined): boolean => seen !== undefined && seen.seq < sight.seq;
  if (step.op === 'effect' && !calls.some((call) => isBefore(call.applied))) return `${step.id} had not been applied`;
  if (isResolved(reading, sight, step.id)) return undefined;
  return resultsOf(reading, sight.run, step.id).some(isBefore)
    ? undefined
    : `the world had given no result of ${step.id}`;
};

/** Its answer was lost, and a person found out that it had been applied. */
const isResolved = (reading: Reading, sight: Sight, step: string): boolean =>
  reading.exchanges
    .filter((one) => isAbout(one, 'resolve'))
    .filter((one) => isAccepted(one) && one.answered < sight.seq)
    .some(({ command }) => command.run === sight.run && command.step === step && command.outcome === 'applied');

/** An adapter that shows no commits at all says nothing about them. */
const showsCommits = (reading: Reading, run: string): boolean =>
  reading.sights.some(
    (sight) => sight.run === run && Object.values(sight.view.steps).some((step) => step.commits.length > 0),
  );

const missingCommit = (sight: Sight, step: Step): string | undefined =>
  (sight.view.steps[step.id]?.commits.length ?? 0) > 0
    ? undefined
    : `no committed result of ${step.id} stood beside it`;
