import { endingOf, isWorked, landedOf, needlessRepeats, type Reading } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** One of several workers that start at once on one ready run executes it. */
export const oneOfManyWins = requirement({
  id: 'claim.one-of-many-wins',
  since: '2026-12',
  title: 'One of many workers wins',
  statement: 'When several workers start at once on one ready run, it is executed once: not twice, and not never.',
  duty: 'runtime',
  dutyFollows: 'recoveryBy',
  level: 2,
  profile: 'fence',
  reach: 'world',
  needs: ['client'],
  clauses: [
    { id: 'not-twice', statement: 'No step is done by two of them.' },
    { id: 'not-never', statement: 'They do not keep each other from it: the run finishes.' },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment; report durablefunctions-lease-steal-duplicates',
  occasions: (reading) =>
    isWorked(reading) && isContested(reading) ? reading.runs.flatMap((run) => occasionsOf(reading, run)) : [],
});

/** Two workers were told to work before the run had made its first call, and lived on. */
const isContested = (reading: Reading): boolean => {
  const started = landedOf(reading, 'start-worker').filter(({ event }) => event.boundary.at === 'run.ready');
  const first = reading.calls.find((call) => call.answered !== undefined)?.answered?.seq ?? Infinity;
  const early = new Set(reading.working.filter((seen) => seen.seq < first).map((seen) => seen.worker));
  return started.length > 1 && early.size > 1;
};

/** They may share the steps among them: a step that two of them do is the fault. A lost worker's step is another's by right. */
const occasionsOf = (reading: Reading, run: string): readonly Occasion[] => {
  const ending = endingOf(reading, run);
  if (ending === undefined || reading.losses.length > 0) return [];
  const [repeat] = needlessRepeats(reading, run);
  const { first, again } = repeat ?? {};
  const words = `${first?.worker} and ${again?.worker} both did ${again?.step} of ${run}`;
  return [
    repeat === undefined
      ? kept('not-twice')
      : broken('not-twice', words, proof({ first: first?.seq, illegal: again?.seq })),
    ...(ending.as === 'succeeded' ? [kept('not-never')] : []),
    ...(ending.as === 'stuck' || ending.as === 'failed'
      ? [
          broken(
            'not-never',
            `several workers started on ${run} at once, and it ${ending.words}`,
            proof({ rest: ending.seq }),
          ),
        ]
      : []),
  ];
};
