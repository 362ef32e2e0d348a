import type { Entity } from '../../model/kinds.ts';
import type { View } from '../../model/transaction.ts';
import type { Mutant } from './mutant.ts';
import { having, rewritten } from './writes.ts';

type Slot = Entity<'slot'>;

/** A mutant whose accepted reassignments leave the slot in another state. */
const leaving =
  (how: (slot: Slot, before: Slot) => Slot): NonNullable<Mutant['decide']> =>
  (plain) =>
  (view, command) => {
    const decision = plain(view, command);
    return command.type === 'reassign'
      ? rewritten(decision, 'slot', (slot, id) => how(slot, beforeOf(view, id, slot)))
      : decision;
  };

const beforeOf = (view: View, id: string, slot: Slot): Slot => view.get('slot', id) ?? slot;

const keepsTheRetryTime: Mutant = {
  id: 'reassign-keeps-the-retry-time',
  defect: 'A reassigned slot still waits for the retry time that it had.',
  fails: ['reassign.reopens-the-same-slot'],
  decide: leaving((slot, before) => having(slot, { retryAtMs: before.context.retryAtMs })),
};

/** Who looks at it cannot tell it from one that nobody has worked on. */
const reopensAsReady: Mutant = {
  id: 'reassign-reopens-as-ready',
  defect: 'A reassigned slot is put among the ready ones.',
  fails: ['reassign.reopens-the-same-slot'],
  decide: leaving((slot) => ({ ...slot, leaf: 'ready' })),
};

/** A row is written anew, of what the command says and nothing else. */
const forgetsThePrior: Mutant = {
  id: 'reassign-forgets-the-prior-worker',
  defect: 'A reassigned slot no longer names the worker that it had before.',
  fails: ['reassign.reopens-the-same-slot'],
  decide: leaving((slot) => having(slot, { prior: null })),
};

const forgetsTheReason: Mutant = {
  id: 'reassign-forgets-the-reason',
  defect: 'The reason of a reassignment is asked for, and not written down on the slot.',
  fails: ['reassign.reopens-the-same-slot'],
  decide: leaving((slot, before) => having(slot, { reason: before.context.reason })),
};

/** What an accepted reassignment leaves. */
export const reopeningMutants: readonly Mutant[] = [
  keepsTheRetryTime,
  reopensAsReady,
  forgetsThePrior,
  forgetsTheReason,
];
