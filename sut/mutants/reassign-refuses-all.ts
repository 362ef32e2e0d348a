import type { Mutant } from './mutant.ts';

/** Without it, a runtime that refuses everything would keep every other rule of reassignment. */
export const reassignRefusesAll: Mutant = {
  id: 'reassign-refuses-all',
  defect: 'Every reassignment is refused, whatever it asks.',
  fails: ['reassign.accepts-the-admissible'],
  explained:
    'Nothing that an accepted reassignment does can be seen on it, so those requirements stay inconclusive; the reason that it names need not be one that holds.',
  decide: (plain) => (view, command) =>
    command.type === 'reassign'
      ? { answer: { status: 'refused', reason: 'no-compatible-specification' }, writes: [] }
      : plain(view, command),
};
