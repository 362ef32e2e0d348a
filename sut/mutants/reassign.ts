import type { Entity, Kind } from '../../model/kinds.ts';
import type { RefusalReason } from '../../model/refusal.ts';
import { decide } from '../../model/runtime.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { findingMutants, otherwise } from './reassign-finding.ts';
import { reopeningMutants } from './reassign-reopening.ts';
import { having, rewritten } from './writes.ts';

const without = (kind: Kind, reason: RefusalReason) => ({ without: [{ kind, reason }] });

/** Its last attempt is over and none is at work, which is all that is asked. */
const reopensAWaitingSlot: Mutant = {
  id: 'reassign-reopens-a-waiting-slot',
  defect: 'A slot that waits for a decision counts as one that waits for its next attempt, and is reopened.',
  fails: ['reassign.only-from-retry-wait', 'evidence.failure-decision-outcome-are-linked'],
  explained:
    'The attempt before a wait did not fail, so that the decision is linked to no failure, which evidence.failure-decision-outcome-are-linked asks for.',
  decide: otherwise((plain, view, command) =>
    plain(overlay(view, waitingAgain(view, command.slot, 'waiting')), command),
  ),
};

/** Its worker has not said that it is up, so that nobody seems to be at work. */
const reopensAClaimedSlot: Mutant = {
  id: 'reassign-reopens-a-claimed-slot',
  defect: 'A slot that was just claimed is reopened as long as the new worker has not started.',
  fails: ['reassign.only-from-retry-wait'],
  decide: otherwise((plain, view, command) =>
    plain(overlay(view, waitingAgain(view, command.slot, 'claimed')), command),
  ),
};

/** The slot as one that waits for its next attempt, where it is in that state. */
const waitingAgain = (view: View, id: string, state: string): readonly Write[] => {
  const slot = view.get('slot', id);
  return slot !== undefined && is(slot, state) ? [{ kind: 'slot', id, entity: { ...slot, leaf: 'retry-wait' } }] : [];
};

const doesNotWaitForTheWorker: Mutant = {
  id: 'reassign-does-not-wait-for-the-worker',
  defect: 'A slot is reassigned although its prior worker is recorded as running: only the lease is looked at.',
  fails: ['reassign.needs-terminal-prior-worker-and-lease'],
  defects: without('slot', 'prior-worker-not-terminal'),
};

/** A claim still waits for the lease. */
const doesNotWaitForTheLease: Mutant = {
  id: 'reassign-does-not-wait-for-the-lease',
  defect: 'A slot is reassigned as soon as its prior worker has ended, whether that worker’s lease is over or not.',
  fails: ['reassign.needs-terminal-prior-worker-and-lease'],
  decide: otherwise((_, view, command) => decide(view, command, leaseUnasked)),
};
const leaseUnasked = without('slot', 'prior-lease-not-terminal');

const needsNoReason: Mutant = {
  id: 'reassign-needs-no-reason',
  defect: 'A reassignment may leave its reason empty.',
  fails: ['reassign.needs-a-reason'],
  defects: without('slot', 'reason-is-blank'),
};

const takesBlanksForAReason: Mutant = {
  id: 'reassign-takes-blanks-for-a-reason',
  defect: 'A reason is compared with the empty text and not trimmed, so that one of blanks is taken for a reason.',
  fails: ['reassign.needs-a-reason'],
  decide: otherwise((plain, view, command) =>
    command.reason === '' ? plain(view, command) : decide(view, command, reasonUnasked),
  ),
};
const reasonUnasked = without('slot', 'reason-is-blank');

/** Of all that name the run and the slot it takes one for the class, whoever published it. */
const borrowsASpecification: Mutant = {
  id: 'reassign-borrows-a-specification',
  defect: 'A reassignment takes a launch specification of the asked class that another tenant had published.',
  fails: ['reassign.selects-a-compatible-specification'],
  defects: without('specification', 'specification-is-of-another-scope'),
};

/** The slot gets the class that was asked for, and the first specification that is its own. */
const takesAnySpecification: Mutant = {
  id: 'reassign-takes-any-specification',
  defect: 'A reassignment takes a launch specification of the slot without asking for which worker class it is.',
  fails: ['reassign.selects-a-compatible-specification'],
  decide: otherwise((_, view, command) =>
    rewritten(decide(view, command, classUnasked), 'slot', (slot) =>
      having(slot, { workerClass: command.workerClass }),
    ),
  ),
};
const classUnasked = without('specification', 'specification-is-of-another-class');

/** It makes the slot claimable first, and asks then what has become of the worker before. */
const refusalClearsTheTime: Mutant = {
  id: 'refused-reassign-clears-the-retry-time',
  defect: 'A reassignment that is refused for a worker or a lease has cleared the retry time of the slot by then.',
  fails: ['reassign.refusal-changes-nothing'],
  decide: otherwise((plain, view, command) => {
    const { answer, writes } = plain(view, command);
    const slot = view.get('slot', command.slot);
    const isTooLate = answer.status === 'refused' && answer.reason.startsWith('prior-');
    if (!isTooLate || slot === undefined) return { answer, writes };
    return { answer, writes: [{ kind: 'slot', id: command.slot, entity: having(slot, { retryAtMs: null }) }] };
  }),
};

/** What a claim needs of a slot it has from the process's own memory, which only the process's own commands renew. */
const claimWritesTheSlotBack: Mutant = {
  id: 'claim-writes-the-slot-back',
  defect:
    'A claim goes by the slot as its process last read it, and writes specification, class and reason back as they were.',
  fails: ['reassign.is-atomic'],
  plot: ({ store }) => {
    for (const { id: slot, entity } of store.unfinished('slot')) {
      const { tenant, run } = entity.context;
      store.accepts({ type: 'hold', tenant, actor: 'cache', key: '', run, slot });
    }
    return {};
  },
  decide: (plain) => {
    const cache = new Map<string, Entity<'slot'>>();
    return (view, command) => {
      if (!('slot' in command)) return plain(view, command);
      const now = view.get('slot', command.slot);
      const known = cache.get(command.slot) ?? now;
      if (known !== undefined) cache.set(command.slot, known);
      if (command.type === 'claim' && now !== undefined && known !== undefined) {
        const { specification, workerClass, reason } = known.context;
        const entity = having(now, { specification, workerClass, reason });
        return plain(overlay(view, [{ kind: 'slot', id: command.slot, entity }]), command);
      }
      return rewritten(plain(view, command), 'slot', (slot, id) => {
        cache.set(id, slot);
        return slot;
      });
    };
  },
};

/** Which reassignments are accepted, and that they are one with what else comes. */
export const reassignMutants: readonly Mutant[] = [
  ...findingMutants,
  reopensAWaitingSlot,
  reopensAClaimedSlot,
  doesNotWaitForTheWorker,
  doesNotWaitForTheLease,
  needsNoReason,
  takesBlanksForAReason,
  borrowsASpecification,
  takesAnySpecification,
  refusalClearsTheTime,
  claimWritesTheSlotBack,
  ...reopeningMutants,
];
