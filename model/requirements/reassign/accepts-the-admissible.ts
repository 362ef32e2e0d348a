import { type Reassignment, reassignmentsOf } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A reassignment that satisfies every predicate is accepted. */
export const acceptsTheAdmissible = requirement({
  id: 'reassign.accepts-the-admissible',
  since: '2026-12',
  title: 'An admissible reassignment is accepted',
  statement:
    'A reassignment that meets every condition is accepted: a runtime that refuses all of them guards nothing.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [{ id: 'accepted', statement: 'With every condition met the answer is yes.' }],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

const occasionsOf = (one: Reassignment): readonly Occasion[] => {
  if (one.fails.size > 0) return [];
  if (one.isAccepted) return [kept('accepted')];
  const { command, outcome, sent, answered } = one.exchange;
  const reason = outcome.status === 'refused' ? outcome.reason : 'no reason';
  const message = `every condition held for ${command.slot}, and the reassignment was refused: ${reason}`;
  return [
    broken('accepted', message, proof({ before: one.brackets[0]?.before.seq, command: sent, illegal: answered })),
  ];
};
