import { callsFor, commitmentOf, endingOf, isSteady, isWorked, nodeLossesOf, type Reading } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** What was committed is recovered on another node, and nothing is called committed that only the lost node had. */
export const survivesNodeLoss = requirement({
  id: 'commit.survives-node-loss',
  since: '2026-12',
  title: 'Commits survive the loss of a node',
  statement:
    'A worker on another node recovers all that was committed, and nothing counts as committed that only the lost node had.',
  duty: 'runtime',
  level: 3,
  profile: 'recover',
  reach: 'world',
  needs: ['shared-store'],
  clauses: [
    { id: 'recovers', statement: 'The run goes on elsewhere, and no committed step runs again.' },
    { id: 'nothing-only-there', statement: 'Every result that was shown as committed is shown after the loss.' },
  ],
  source: 'Durable execution for AI agents, section Define the recovery boundary',
  occasions: (reading) =>
    isWorked(reading)
      ? nodeLossesOf(reading).flatMap(({ seq }) =>
          reading.runs.flatMap((run) => [...recovers(reading, run, seq), ...nothingOnlyThere(reading, run, seq)]),
        )
      : [],
});

/** Only a run of which something was committed can lose it. */
const recovers = (reading: Reading, run: string, lost: number): readonly Occasion[] => {
  const steps = reading.steps.filter((step) => (commitmentOf(reading, run, step.id)?.seq ?? Infinity) < lost);
  const ending = endingOf(reading, run);
  if (steps.length === 0 || ending === undefined || ending.seq < lost) return [];
  const again = steps
    .flatMap((step) => callsFor(reading.honest, run, step.id))
    .find((call) => call.seq > lost && !call.isResend);
  if (again !== undefined) {
    const message = `${again.step} of ${run} was committed, its node was lost, and ${again.worker} ran it again`;
    const committed = commitmentOf(reading, run, again.step)?.seq;
    return [broken('recovers', message, proof({ committed, kill: lost, illegal: again.seq }))];
  }
  if (ending.as === 'succeeded') return [kept('recovers')];
  if (ending.as !== 'stuck' && ending.as !== 'failed') return [];
  const message = `the node of ${run} was lost, and it ${ending.words}`;
  return [broken('recovers', message, proof({ kill: lost, rest: ending.seq }))];
};

/** A reading that could be believed, before and after. */
const nothingOnlyThere = (reading: Reading, run: string, lost: number): readonly Occasion[] => {
  const own = reading.sights.filter((sight) => sight.run === run && isSteady(sight));
  const before = own.findLast((sight) => sight.seq < lost);
  const after = own.find((sight) => sight.seq > lost);
  const shown = Object.entries(before?.view.steps ?? {}).filter(([, { commits }]) => commits.length > 0);
  if (before === undefined || after === undefined || shown.length === 0) return [];
  const gone = shown.find(([step]) => (after.view.steps[step]?.commits.length ?? 0) === 0);
  if (gone === undefined) return [kept('nothing-only-there')];
  const message = `${gone[0]} was shown as committed, and after its node was lost it was not`;
  return [broken('nothing-only-there', message, proof({ committed: before.seq, kill: lost, illegal: after.seq }))];
};
