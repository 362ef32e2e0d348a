import { failsOnly, type Reassignment, reassignmentsOf } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A reassignment needs a reason. */
export const needsAReason = requirement({
  id: 'reassign.needs-a-reason',
  since: '2026-12',
  title: 'A reassignment needs a reason',
  statement: 'A reassignment without a reason, or with a reason of nothing but blanks, is refused.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    { id: 'empty', statement: 'An empty reason is refused.' },
    { id: 'blank', statement: 'A reason of blanks is refused.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

const occasionsOf = (one: Reassignment): readonly Occasion[] => {
  if (!one.fails.has('reason')) return [];
  const { reason } = one.exchange.command;
  const clause = reason === '' ? 'empty' : 'blank';
  if (!one.isAccepted) return failsOnly(one, 'reason') ? [kept(clause)] : [];
  const message = `a reassignment with the reason ${JSON.stringify(reason)} was accepted`;
  return [broken(clause, message, proof({ command: one.exchange.sent, illegal: one.exchange.answered }))];
};
