import { failsOnly, type Reassignment, reassignmentsOf } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Where an owner of the prior worker is recorded, only that actor may reassign. */
export const needsTheRecordedOwner = requirement({
  id: 'reassign.needs-the-recorded-owner',
  since: '2026-12',
  title: 'Only the recorded owner reassigns',
  statement:
    'Where the prior worker has an owner on record, no other actor may reassign its slot; where none is recorded, any actor may.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    { id: 'another-actor', statement: 'An actor who is not the recorded owner is refused.' },
    { id: 'no-owner', statement: 'With no owner on record the actor stands in nobody’s way.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

const occasionsOf = (one: Reassignment): readonly Occasion[] => {
  const owner = one.prior?.worker.owner ?? null;
  const { command, sent, answered } = one.exchange;
  const evidence = proof({ before: one.brackets[0]?.before.seq, command: sent, illegal: answered });
  if (one.fails.has('owner')) {
    if (!one.isAccepted) return failsOnly(one, 'owner') ? [kept('another-actor')] : [];
    const message = `${command.actor} reassigned ${command.slot}, whose prior worker belongs to ${owner}`;
    return [broken('another-actor', message, evidence)];
  }
  if (one.prior === undefined || owner !== null || one.fails.size > 0) return [];
  if (one.isAccepted) return [kept('no-owner')];
  return [
    broken('no-owner', `nobody owns the prior worker of ${command.slot}, and ${command.actor} was refused`, evidence),
  ];
};
