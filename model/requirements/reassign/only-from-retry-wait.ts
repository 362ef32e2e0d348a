import { failsOnly, type Reassignment, reassignmentsOf } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A slot is reassigned only in retry-wait. */
export const onlyFromRetryWait = requirement({
  id: 'reassign.only-from-retry-wait',
  since: '2026-12',
  title: 'Only a slot in retry-wait is reassigned',
  statement: 'A reassignment is refused in every state of the slot but the wait between two attempts.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    {
      id: 'refused-elsewhere',
      statement: 'A slot that is ready, held, claimed, active, waiting or ended is not reopened.',
    },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

/** A slot that never had an attempt lacks a prior worker as well: there the two conditions cannot be told apart. */
const occasionsOf = (one: Reassignment): readonly Occasion[] => {
  if (one.slot === undefined || !one.fails.has('state')) return [];
  if (one.isAccepted)
    return [
      broken(
        'refused-elsewhere',
        `${one.slot.id} was ${one.slot.state}, and its reassignment was accepted`,
        proof({ before: one.brackets[0]?.before.seq, command: one.exchange.sent, illegal: one.exchange.answered }),
      ),
    ];
  return failsOnly(one, 'state', 'prior', 'worker', 'lease') ? [kept('refused-elsewhere')] : [];
};
