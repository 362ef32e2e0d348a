import type { Decision } from '../../model/runtime.ts';
import type { View } from '../../model/transaction.ts';
import type { CommandOf } from '../../model/vocabulary.ts';
import type { Decide } from '../store.ts';
import type { Mutant } from './mutant.ts';

type Reassign = CommandOf<'reassign'>;

/** A mutant that decides nothing but reassignments otherwise. */
export const otherwise =
  (how: (plain: Decide, view: View, command: Reassign) => Decision): NonNullable<Mutant['decide']> =>
  (plain) =>
  (view, command) =>
    command.type === 'reassign' ? how(plain, view, command) : plain(view, command);

const findsBySlotAlone: Mutant = {
  id: 'reassign-finds-by-slot-alone',
  defect: 'A reassignment looks its slot up by the id of the slot, and never compares the tenant and the run.',
  fails: ['reassign.resolves-in-tenant-and-run', 'identity.tenants-are-isolated'],
  explained: 'With the tenant not compared, identity.tenants-are-isolated sees a foreign command accepted.',
  decide: otherwise((plain, view, command) => {
    const { tenant, run } = view.get('slot', command.slot)?.context ?? command;
    return plain(view, { ...command, tenant, run });
  }),
};

const doesNotAskForTheRun: Mutant = {
  id: 'reassign-does-not-ask-for-the-run',
  defect: 'A reassignment looks whether there is such a run in its tenant, and not whether the slot is of that run.',
  fails: ['reassign.resolves-in-tenant-and-run'],
  decide: otherwise((plain, view, command) => {
    const isThere = view.get('run', command.run)?.context.tenant === command.tenant;
    const run = isThere ? view.get('slot', command.slot)?.context.run : undefined;
    return plain(view, { ...command, run: run ?? command.run });
  }),
};

const tellsOfForeignSlots: Mutant = {
  id: 'reassign-tells-of-foreign-slots',
  defect: 'The refusal of a reassignment says of a slot that it is of another tenant, and so that it is there.',
  fails: ['reassign.resolves-in-tenant-and-run', 'identity.tenants-are-isolated'],
  explained: 'identity.tenants-are-isolated says the same of every command: a refusal must not tell that a run exists.',
  decide: otherwise((plain, view, command) => {
    const slot = view.get('slot', command.slot);
    const isForeign = slot !== undefined && slot.context.tenant !== command.tenant;
    return isForeign ? { answer: { status: 'refused', reason: 'foreign-tenant' }, writes: [] } : plain(view, command);
  }),
};

/** Where a reassignment looks for its slot. */
export const findingMutants: readonly Mutant[] = [findsBySlotAlone, doesNotAskForTheRun, tellsOfForeignSlots];
