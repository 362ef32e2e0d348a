import type { Mutant } from './mutant.ts';

/** Without it, a runtime that refuses everything would keep every other rule of reassignment. */
export const reassignRefusesAll: Mutant = {
  id: 'reassign-refuses-all',
  defect: 'Every reassignment is refused, whatever it asks.',
  fails: ['reassign.accepts-the-admissible', 'reassign.needs-the-recorded-owner', 'reassign.refusal-changes-nothing'],
  explained:
    'reassign.needs-the-recorded-owner lets the caller through where nobody is recorded, who is refused here; reassign.refusal-changes-nothing wants the reason that really failed, which the one named here is not. Nothing that an accepted reassignment does can be seen, so those requirements stay inconclusive.',
  decide: (plain) => (view, command) =>
    command.type === 'reassign'
      ? { answer: { status: 'refused', reason: 'no-compatible-specification' }, writes: [] }
      : plain(view, command),
};
