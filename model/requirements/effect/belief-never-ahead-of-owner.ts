import { callsFor, isSteady, isSure, isWorked, type Reading, type Sight } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A runtime says that an effect is done only if the effect's owner says so. */
export const beliefNeverAheadOfOwner = requirement({
  id: 'effect.belief-never-ahead-of-owner',
  since: '2026-12',
  title: 'Belief is never ahead of the owner',
  statement: 'While the owner has not applied an action, the runtime does not show it, or its run, as done.',
  duty: 'shared',
  level: 1,
  profile: 'effects',
  reach: 'world',
  needs: ['effect'],
  clauses: [
    { id: 'not-ahead', statement: 'Read between dispatch and application, the effect does not stand as done.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Recovery trace and ambiguous-effect boundary',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.sights.flatMap((sight) =>
          reading.steps.filter((step) => step.op === 'effect').flatMap((step) => occasionOf(reading, sight, step.id)),
        )
      : [],
});

/** Only a reading between dispatch and application can catch the runtime; at the end it is too late. */
const occasionOf = (reading: Reading, sight: Sight, step: string): readonly Occasion[] => {
  const sent = callsFor(reading.calls, sight.run, step).filter((call) => call.seq < sight.seq);
  const [first] = sent;
  if (first === undefined || !isSteady(sight)) return [];
  if (sent.some((call) => call.applied !== undefined && call.applied.seq < sight.seq)) return [];
  const claim = claimOf(sight, step);
  return claim === undefined
    ? [kept('not-ahead')]
    : [
        broken(
          'not-ahead',
          `the owner had not applied ${step}, and ${sight.run} showed ${claim}`,
          proof({ first: first.seq, illegal: sight.seq }),
        ),
      ];
};

/** A commit or a recorded outcome is durable and believed while the worker is held; a status may still be on its way. */
const claimOf = (sight: Sight, step: string): string | undefined => {
  const shown = sight.view.steps[step];
  if ((shown?.commits.length ?? 0) > 0) return `a committed result of ${step}`;
  if (shown?.effect === 'applied') return `${step} as applied`;
  return sight.view.status === 'succeeded' && isSure(sight) ? 'itself as succeeded' : undefined;
};
