import { type Reassignment, reassignmentsOf, sameShown } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A reassignment creates no attempt, worker or lease. */
export const createsNoWorker = requirement({
  id: 'reassign.creates-no-worker',
  since: '2026-12',
  title: 'A reassignment creates no worker',
  statement:
    'An accepted reassignment prepares the next claim and creates nothing itself: no attempt, no worker, no lease.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    { id: 'nothing-created', statement: 'The attempts, with their workers and leases, are the same before and after.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

const occasionsOf = (one: Reassignment): readonly Occasion[] => {
  if (!one.isAccepted) return [];
  const changed = one.brackets.find(({ before, after }) => !sameShown(before.view.attempts, after.view.attempts));
  if (changed === undefined) return [kept('nothing-created')];
  const known = new Set(changed.before.view.attempts?.map((attempt) => attempt.id));
  const added = changed.after.view.attempts?.filter((attempt) => !known.has(attempt.id)) ?? [];
  const what = added.length > 0 ? `created ${added.map((attempt) => attempt.id).join(', ')}` : 'changed an attempt';
  const { sent, answered } = one.exchange;
  const evidence = proof({ before: changed.before.seq, command: sent, answer: answered, illegal: changed.after.seq });
  return [broken('nothing-created', `a reassignment of ${one.exchange.command.slot} ${what}`, evidence)];
};
