import { approvalOf, outputOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { CommandOf } from '../../model/vocabulary.ts';
import type { Mutant, Plot, Scene } from './mutant.ts';
import { andThen, moved, ok, replaced } from './writes.ts';

/** As where it is taken off a queue by the worker that goes on from it. */
const spendsDecisionEarly: Mutant = {
  id: 'spends-decision-early',
  defect:
    'A decision is spent when a worker takes its run up: where that one is lost before it commits anything, the run waits for another.',
  fails: [
    'approval.spent-only-with-progress',
    'approval.decision-survives-no-worker',
    'recovery.run-finishes-after-any-interruption',
    'recovery.survives-repeated-crashes',
  ],
  explained:
    'A decision that came while no worker lived is lost with the first worker after it, against approval.decision-survives-no-worker; and a run whose decision is gone waits for it for ever, against the two requirements of recovery.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const ended = command.type === 'expire' ? view.get('attempt', command.attempt)?.context : undefined;
    return ended === undefined ? decision : andThen(view, decision, (after) => unspent(after, ended));
  },
};

const unspent = (view: View, { run, slot }: { readonly run: string; readonly slot: string }): readonly Write[] => {
  const { done = [], steps = [] } = view.get('slot', slot)?.context ?? {};
  const last = steps.find(({ id }) => id === done.at(-1));
  if (last?.op !== 'approval' || !is(view.get('slot', slot), 'retry-wait')) return [];
  return [
    ...replaced(view, { kind: 'slot', id: slot }, (found) => ({
      ...found,
      leaf: 'waiting',
      context: { ...found.context, done: done.slice(0, -1) },
    })),
    ...replaced(view, { kind: 'output', id: outputOf(slot, last.id) }, (output) => ({
      ...output,
      leaf: 'awaited',
      context: { ...output.context, commits: [] },
    })),
    ...moved(view, 'worker', { id: view.get('slot', slot)?.context.prior ?? '', leaf: 'lost' }),
    ...moved(view, 'approval', { id: approvalOf(run, last.id), leaf: 'requested' }),
  ];
};

const actor = 'a worker that starts';

/** A worker that starts says something about each open wait. What it means by that, `decide` says: the command itself is never done. */
const startsWith = ({ store }: Scene): Plot => ({
  starts: () => {
    for (const { id, entity } of store.unfinished('approval')) {
      const { run, step: approval } = entity.context;
      const tenant = store.get('run', run)?.context.tenant ?? '';
      const isOpen = is(entity, 'requested');
      if (isOpen) store.apply({ type: 'expire-approval', tenant, actor, key: `start ${id}`, run, approval });
    }
  },
});

const waitIn = (view: View, { run, approval }: CommandOf<'expire-approval'>) => {
  const id = approvalOf(run, approval);
  return { id, slot: view.get('approval', id)?.context.slot ?? '' };
};

/** The reviewer sees a question that is new, about the same content, and an answer to the old one no longer fits. */
const asksAnew: Mutant = {
  id: 'asks-anew',
  defect: 'A worker that starts asks again for each decision that is waited for, under another revision.',
  fails: ['approval.request-is-durable'],
  plot: startsWith,
  decide: (plain) => (view, command) => {
    if (command.type === 'request-approval')
      return plain(view, { ...command, revision: `${command.revision} as asked by ${command.attempt}` });
    if (command.type !== 'expire-approval' || command.actor !== actor) return plain(view, command);
    const { id, slot } = waitIn(view, command);
    const writes = [
      ...moved(view, 'approval', { id, leaf: 'superseded' }),
      ...moved(view, 'slot', { id: slot, leaf: 'ready' }),
    ];
    return { ...ok, writes };
  },
};

/** The run still waits, for a question that nobody can answer. */
const dropsOpenQuestions: Mutant = {
  id: 'drops-open-questions',
  defect:
    'What was asked is known only to the worker that asked: the next one finds the run waiting and no question open.',
  fails: ['approval.request-is-durable'],
  plot: startsWith,
  decide: (plain) => (view, command) =>
    command.type === 'expire-approval' && command.actor === actor
      ? { ...ok, writes: moved(view, 'approval', { id: waitIn(view, command).id, leaf: 'superseded' }) }
      : plain(view, command),
};

/** Where nobody is recorded as the one who asked, anybody may end it. */
const timesApprovalsInMemory: Mutant = {
  id: 'times-approvals-in-memory',
  defect: 'The time of a wait is kept by the worker that asked: once that one is gone the wait stays open for ever.',
  fails: ['approval.expires-at-its-deadline'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'expire-approval') return plain(view, command);
    const prior = view.get('slot', waitIn(view, command).slot)?.context.prior ?? '';
    const owner = view.get('worker', prior)?.context.owner ?? command.actor;
    return owner === command.actor
      ? plain(view, command)
      : { answer: { status: 'refused', reason: 'approval-not-due' }, writes: [] };
  },
};

/** The wait is shown as expired all the same, and the run stays as it ended. */
const takesLateDecisions: Mutant = {
  id: 'takes-late-decisions',
  defect: 'A decision is accepted after the time for it was over.',
  fails: ['approval.expires-at-its-deadline'],
  defects: { without: [{ kind: 'approval', reason: 'approval-expired' }] },
};

/** Nothing is lost by it; whoever claims the slot next only comes when the lease has ended by itself. */
const waitsWithItsLease: Mutant = {
  id: 'waits-with-its-lease',
  defect: 'The attempt that asked keeps its worker and its lease while the run waits.',
  fails: ['approval.wait-frees-capacity'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'request-approval') return decision;
    return { ...decision, writes: decision.writes.filter(({ kind }) => kind !== 'lease' && kind !== 'worker') };
  },
};

/** The defects about what becomes of a wait. */
export const approvalMutants: readonly Mutant[] = [
  spendsDecisionEarly,
  asksAnew,
  dropsOpenQuestions,
  timesApprovalsInMemory,
  takesLateDecisions,
  waitsWithItsLease,
];
