import type { Entity, Kind } from '../../model/kinds.ts';
import type { RefusalReason } from '../../model/refusal.ts';
import { type Decision, decide } from '../../model/runtime.ts';
import { is } from '../../model/step.ts';
import type { View } from '../../model/transaction.ts';
import type { CommandOf } from '../../model/vocabulary.ts';
import type { Decide } from '../store.ts';
import { altered, having } from './altered.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { reopeningMutants } from './reassign-reopening.ts';

type Reassign = CommandOf<'reassign'>;

/** A mutant that decides nothing but reassignments otherwise. */
const otherwise =
  (how: (plain: Decide, view: View, command: Reassign) => Decision): NonNullable<Mutant['decide']> =>
  (plain) =>
  (view, command) =>
    command.type === 'reassign' ? how(plain, view, command) : plain(view, command);

const without = (kind: Kind, reason: RefusalReason) => ({ without: [{ kind, reason }] });

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
    return isForeign ? refused('foreign-tenant') : plain(view, command);
  }),
};

/** Its last attempt is over and none is at work, which is all that is asked. */
const reopensAWaitingSlot: Mutant = {
  id: 'reassign-reopens-a-waiting-slot',
  defect: 'A slot that waits for a decision counts as one that waits for its next attempt, and is reopened.',
  fails: ['reassign.only-from-retry-wait', 'evidence.failure-decision-outcome-are-linked'],
  explained:
    'The attempt before a wait did not fail, so that the decision is linked to no failure, which evidence.failure-decision-outcome-are-linked asks for.',
  decide: otherwise((plain, view, command) => {
    const slot = view.get('slot', command.slot);
    if (slot === undefined || !is(slot, 'waiting')) return plain(view, command);
    return plain(overlay(view, [{ kind: 'slot', id: command.slot, entity: { ...slot, leaf: 'retry-wait' } }]), command);
  }),
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
    altered(decide(view, command, classUnasked), 'slot', (slot) => having(slot, { workerClass: command.workerClass })),
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

const refused = (reason: RefusalReason): Decision => ({ answer: { status: 'refused', reason }, writes: [] });

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
      return altered(plain(view, command), 'slot', (slot, id) => {
        cache.set(id, slot);
        return slot;
      });
    };
  },
};

/** Which reassignments are accepted, and that they are one with what else comes. */
export const reassignMutants: readonly Mutant[] = [
  findsBySlotAlone,
  doesNotAskForTheRun,
  tellsOfForeignSlots,
  reopensAWaitingSlot,
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
