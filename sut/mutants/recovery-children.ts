import { childOf } from '../../model/rules/names.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Mutant } from './mutant.ts';
import { changed, whenTakenUp } from './writes.ts';

/** The child itself ends as it should. */
const tellsAWorkerOfTheResult: Mutant = {
  id: 'tells-a-worker-of-the-result',
  defect: "A child's result is handed to the worker that started it, and reaches no parent when that one is gone.",
  fails: ['recovery.child-keeps-its-parent', 'recovery.run-finishes-after-any-interruption'],
  explained: 'The parent waits for ever.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'finish' || decision.answer.status === 'refused') return decision;
    const run = view.get('attempt', command.attempt)?.context.run ?? '';
    const parent = view.get('run', run)?.context.parent ?? null;
    if (parent === null) return decision;
    const starter = view.get('slot', parent.slot)?.context.prior ?? '';
    if (view.get('worker', starter)?.context.owner === command.actor) return decision;
    return { ...decision, writes: decision.writes.filter((write) => runOf(write) !== parent.run) };
  },
};

const runOf = ({ kind, id, entity: { context } }: Write): string | undefined => {
  if (kind === 'run') return id;
  return 'run' in context ? context.run : undefined;
};

/** The two stand side by side under one parent, which takes the result of whichever ends first. */
const startsTheChildAnew: Mutant = {
  id: 'starts-the-child-anew',
  defect: 'When a child has lost its worker its parent starts another one, and the first goes on beside it.',
  fails: ['recovery.child-keeps-its-parent', 'recovery.committed-step-runs-once'],
  explained: 'The second child also does what the first one had committed.',
  decide: whenTakenUp((view, slot) => {
    const { run } = slot.context;
    const parent = view.get('run', run)?.context.parent ?? null;
    return parent === null || run !== childOf(parent.run, parent.step) ? [] : second(view, run);
  }),
};

const fresh = {
  ...{ pending: null, active: null, prior: null, retryAtMs: null, attempts: 0, deaths: 0, revision: 0 },
  ...{ tries: {}, done: [], paths: {} },
};

const second = (view: View, first: string): readonly Write[] => {
  const run = `${first}-again`;
  const child = view.get('run', first);
  const id = child?.context.slots[0] ?? '';
  const slot = view.get('slot', id);
  if (child === undefined || slot === undefined || view.get('run', run) !== undefined) return [];
  return [
    changed(run, child, { startKey: run, slots: [`${id}-again`] }),
    changed(`${id}-again`, { ...slot, leaf: 'ready' }, { ...fresh, run }),
  ];
};

/** What becomes of a child whose worker, or whose parent's worker, is lost. */
export const recoveryChildMutants: readonly Mutant[] = [tellsAWorkerOfTheResult, startsTheChildAnew];
