import { failsOnly, fits, type Reassignment, reassignmentsOf } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A reassignment chooses a launch specification of the same tenant, run and slot that fits the asked class, or is refused. */
export const selectsACompatibleSpecification = requirement({
  id: 'reassign.selects-a-compatible-specification',
  since: '2026-12',
  title: 'A reassignment selects a compatible specification',
  statement:
    'A reassignment selects a launch specification that was made for this tenant, run and slot and fits the asked worker class, or it is refused; it never borrows one.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    {
      id: 'fits',
      statement: 'The selected specification is of this slot and fits the class, although others are published.',
    },
    { id: 'none-fits', statement: 'Without one that fits, the reassignment is refused.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

/** A choice is seen only where something else could have been chosen. */
const occasionsOf = (one: Reassignment): readonly Occasion[] => {
  const { slot, after, published } = one;
  const { command, sent, answered } = one.exchange;
  if (slot === undefined) return [];
  if (one.fails.has('specification')) {
    if (!one.isAccepted) return failsOnly(one, 'specification') ? [kept('none-fits')] : [];
    const message = `no specification of ${slot.id} fits ${command.workerClass}, and the reassignment was accepted`;
    return [broken('none-fits', message, proof({ command: sent, illegal: answered }))];
  }
  const isChoice = published.some((other) => !fits(other, slot, command.workerClass));
  if (!one.isAccepted || after === undefined || !isChoice) return [];
  const chosen = published.find((other) => other.id === after.specification);
  if (chosen !== undefined && fits(chosen, slot, command.workerClass)) return [kept('fits')];
  const message = `${slot.id} was reopened for ${command.workerClass} under ${after.specification}, which is not made for it`;
  return [broken('fits', message, proof({ command: sent, answer: answered, illegal: one.brackets[0]?.after.seq }))];
};
