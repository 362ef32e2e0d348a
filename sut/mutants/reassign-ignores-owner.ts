import type { Mutant } from './mutant.ts';

export const reassignIgnoresOwner: Mutant = {
  id: 'reassign-ignores-owner',
  defect: 'Anybody may reassign a slot, whoever owned its prior worker.',
  fails: ['reassign.needs-the-recorded-owner'],
  defects: { without: [{ kind: 'slot', reason: 'actor-is-not-owner' }] },
};
