import type { RefusalReason } from '../../model/refusal.ts';
import type { AttemptView, RunView } from '../../model/vocabulary.ts';
import { launchMutants } from './identity-launch.ts';
import type { Mutant } from './mutant.ts';
import { having, withWrites } from './writes.ts';

/** The list of runs is a list of attempts. */
const shownOnceClaimed: Mutant = {
  id: 'shown-once-claimed',
  defect: 'A run is shown only once a worker has claimed it.',
  fails: ['identity.state-outlives-workers', 'identity.admission-is-atomic'],
  explained: 'identity.admission-is-atomic wants a run whose launch was accepted to be there before a worker comes.',
  shows: (view) => (view.attempts?.length === 0 ? { status: 'absent', steps: {} } : view),
};

/** The worker that takes over enters what it was built with. */
const takeoverRepins: Mutant = {
  id: 'takeover-repins',
  defect: 'A worker that takes a run over after a death writes its own package into the pins of the run.',
  fails: ['identity.run-survives-replacement'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'claim' || decision.answer.status === 'refused') return decision;
    const run = view.get('run', command.run);
    if (run === undefined || (view.get('slot', command.slot)?.context.deaths ?? 0) === 0) return decision;
    const entity = having(run, { pins: { ...run.context.pins, package: `package of ${command.actor}` } });
    return withWrites(decision, [{ kind: 'run', id: command.run, entity }]);
  },
};

const successorRenamesTheRun: Mutant = {
  id: 'successor-renames-the-run',
  defect: 'A worker that goes on after a death works under a name for the run that it made itself.',
  fails: ['identity.run-survives-replacement', 'effect.applied-once', 'evidence.success-needs-its-proof'],
  explained:
    'The effect that it sends is one of a run that nobody launched: the run itself succeeds without it, against effect.applied-once and evidence.success-needs-its-proof.',
  conduct: { callsFor: ({ attempt, isRecovery }, run) => (isRecovery ? `${run} (${attempt})` : run) },
};

/** Nobody works on the other one, which is there as one that was given up. */
const takeoverAddsASlot: Mutant = {
  id: 'takeover-adds-a-slot',
  defect: 'A claim after an ended attempt leaves the slot of that attempt beside the one that it goes on with.',
  fails: ['identity.slot-survives-replacement'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'claim' || decision.answer.status === 'refused') return decision;
    const slot = view.get('slot', command.slot);
    if (slot === undefined || slot.context.prior === null) return decision;
    return withWrites(decision, [
      {
        kind: 'slot',
        id: `${slot.context.prior}, left`,
        entity: { ...slot, leaf: 'cancelled' },
      },
    ]);
  },
};

const successorServesAnotherSlot: Mutant = {
  id: 'successor-serves-another-slot',
  defect: 'An attempt that follows another one is filed under a slot of its own.',
  fails: ['identity.slot-survives-replacement'],
  shows: (view) => ({
    ...view,
    attempts: view.attempts?.map((one) => (isFirst(one, view) ? one : { ...one, slot: `${one.slot}, again` })),
  }),
};

const isFirst = (one: AttemptView, { attempts }: RunView): boolean =>
  attempts?.find(({ slot }) => slot === one.slot) === one;

/** One record for a slot, which each attempt writes over. */
const successorWritesOver: Mutant = {
  id: 'successor-writes-over-its-predecessor',
  defect: 'Of the attempts of a slot only the last one is kept.',
  fails: ['identity.prior-attempts-stay-addressable', 'evidence.outputs-carry-provenance'],
  explained:
    'The results that an earlier attempt brought name it still, and evidence.outputs-carry-provenance finds no such attempt.',
  shows: (view) => ({ ...view, attempts: view.attempts?.filter((one, _, all) => isLast(one, all)) }),
};

const successTidiesUp: Mutant = {
  id: 'success-tidies-attempts-up',
  defect: 'When a run has succeeded, its failed attempts are no longer kept.',
  fails: ['identity.prior-attempts-stay-addressable'],
  shows: (view) =>
    view.status === 'succeeded'
      ? { ...view, attempts: view.attempts?.filter((one, _, all) => isLast(one, all)) }
      : view,
};

const isLast = (one: AttemptView, all: readonly AttemptView[]): boolean =>
  all.findLast(({ slot }) => slot === one.slot) === one;

const reportsOfAnyTenant: Mutant = {
  id: 'reports-of-any-tenant',
  defect: 'What is said of an attempt is taken from whichever tenant says it.',
  fails: ['identity.tenants-are-isolated'],
  defects: { without: [{ kind: 'attempt', reason: 'unknown-attempt' }] },
};

const tellsOfForeignRuns: Mutant = {
  id: 'tells-of-foreign-runs',
  defect:
    'The refusal of a command on the run of another tenant says that it is of another tenant, and so that it is there.',
  fails: ['identity.tenants-are-isolated'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (decision.answer.status === 'ok' || !('run' in command)) return decision;
    const run = view.get('run', command.run);
    const isForeign = run !== undefined && run.context.tenant !== command.tenant;
    return isForeign && decision.answer.reason === 'unknown-run' ? { answer: foreign, writes: [] } : decision;
  },
};
const foreign = { status: 'refused', reason: 'foreign-tenant' satisfies RefusalReason } as const;

/** Who a run and its slot are, and whose. */
export const identityMutants: readonly Mutant[] = [
  ...launchMutants,
  shownOnceClaimed,
  takeoverRepins,
  successorRenamesTheRun,
  takeoverAddsASlot,
  successorServesAnotherSlot,
  successorWritesOver,
  successTidiesUp,
  reportsOfAnyTenant,
  tellsOfForeignRuns,
];
