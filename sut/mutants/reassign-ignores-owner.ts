import type { Mutant } from './mutant.ts';

/** The owner of the prior worker is recorded, and nobody asks for it. */
export const reassignIgnoresOwner: Mutant = {
  id: 'reassign-ignores-owner',
  defect: 'Anybody may reassign a slot, whoever owned its prior worker.',
  fails: ['reassign.needs-the-recorded-owner'],
  defects: { without: [{ kind: 'slot', reason: 'actor-is-not-owner' }] },
};
