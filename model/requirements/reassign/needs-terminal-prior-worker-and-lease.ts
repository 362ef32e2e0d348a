import { failsOnly, type Reassignment, reassignmentsOf } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A slot is reassigned only when its prior worker and the lease of that worker are both terminal. */
export const needsTerminalPriorWorkerAndLease = requirement({
  id: 'reassign.needs-terminal-prior-worker-and-lease',
  since: '2026-12',
  title: 'The prior worker and its lease have ended',
  statement:
    'A reassignment is refused unless the slot names a prior worker whose recorded status is terminal and whose lease has ended.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    { id: 'worker', statement: 'A prior worker that is still recorded as starting or running stands in the way.' },
    { id: 'lease', statement: 'A prior lease that is still live stands in the way.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

/** A slot without a prior worker has neither; that case is the state's, which `reassign.only-from-retry-wait` judges. */
const occasionsOf = (one: Reassignment): readonly Occasion[] =>
  (['worker', 'lease'] as const).flatMap((clause): Occasion[] => {
    if (one.slot === undefined || !one.fails.has(clause)) return [];
    if (!one.isAccepted) return failsOnly(one, clause) ? [kept(clause)] : [];
    const status = one.prior?.[clause].status ?? 'missing';
    return [
      broken(
        clause,
        `the prior ${clause} of ${one.slot.id} was ${status}, and its reassignment was accepted`,
        proof({ before: one.brackets[0]?.before.seq, command: one.exchange.sent, illegal: one.exchange.answered }),
      ),
    ];
  });
