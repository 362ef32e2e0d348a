import { nextStep } from '../../model/machines/progress.ts';
import { is } from '../../model/step.ts';
import type { RecoveryView, RunView } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { altered, changed, isSuccessor, withWrites } from './writes.ts';

/** As if what cannot be found running any more had come to its end. */
const goneMeansDone: Mutant = {
  id: 'gone-means-done',
  defect: 'A run whose worker is gone while only its last step is left counts as done.',
  fails: ['evidence.success-needs-its-proof', 'effect.applied-once'],
  explained: 'Where the effect had not reached its owner nobody sends it any more.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'expire' || decision.answer.status === 'refused') return decision;
    const after = overlay(view, decision.writes);
    const { run = '', slot: id = '' } = after.get('attempt', command.attempt)?.context ?? {};
    const [slot, found] = [after.get('slot', id), after.get('run', run)];
    if (slot === undefined || found === undefined || !is(slot, 'retry-wait') || !is(found, 'running')) return decision;
    if (nextStep(slot.context) !== slot.context.steps.at(-1)) return decision;
    return withWrites(decision, [
      changed(id, { ...slot, leaf: 'succeeded' }, {}),
      changed(run, { ...found, leaf: 'succeeded' }, {}),
    ]);
  },
};

const forgetsWhoDecided: Mutant = {
  id: 'forgets-who-decided',
  defect: 'That a failure was answered is recorded, and by whom is not: the record names the worker that failed.',
  fails: ['evidence.failure-decision-outcome-are-linked'],
  decide: (plain) => (view, command) =>
    altered(plain(view, command), 'attempt', ({ recovery }, id) =>
      recovery === null ? {} : { recovery: { ...recovery, actor: view.get('worker', id)?.context.owner ?? id } },
    ),
};

const successorWithoutSource: Mutant = {
  id: 'successor-without-source',
  defect: 'From which revision a result was made only the worker knows that first took the run up.',
  fails: ['evidence.outputs-carry-provenance'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'commit' && command.type !== 'record') return decision;
    if (!isSuccessor(view, command.attempt)) return decision;
    return altered(decision, 'output', ({ commits }) => ({
      commits: commits.map((commit) => (commit.by === command.attempt ? { ...commit, source: '' } : commit)),
    }));
  },
};

const listsOnlyTheLiving: Mutant = {
  id: 'lists-only-the-living',
  defect: 'What a lost attempt committed is missing from the list of what need not be repeated.',
  fails: ['evidence.recoverable-prefix-is-shown'],
  shows: (view) => {
    const lost = new Set(view.attempts?.filter(({ outcome }) => outcome === 'lost').map(({ id }) => id));
    const { prefix } = view;
    if (prefix === undefined) return view;
    const committed = prefix.committed.filter(({ step }) => !lost.has(view.steps[step]?.commits.at(-1)?.by ?? ''));
    return { ...view, prefix: { ...prefix, committed } };
  },
};

const lostWithItsWorker: Mutant = {
  id: 'lost-with-its-worker',
  defect: 'An effect whose worker was lost is shown as refused, although nobody heard its owner.',
  fails: ['evidence.three-facts-are-separate'],
  shows: (view) => ({ ...view, steps: Object.fromEntries(Object.entries(view.steps).map(asRefused)) }),
};

type Shown = [string, RunView['steps'][string]];

const asRefused = ([id, step]: Shown): Shown => [
  id,
  step.effect === 'ambiguous' ? { ...step, effect: 'refused' } : step,
];

/** The slot goes on, so that the run ends as it should. */
const keepsNoLastResult: Mutant = {
  id: 'keeps-no-last-result',
  defect: 'A successor that brings the last result of a run ends it, and the result is not kept.',
  fails: ['evidence.success-needs-its-proof'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'commit' && command.type !== 'record') return decision;
    const slot = view.get('slot', view.get('attempt', command.attempt)?.context.slot ?? '')?.context;
    const isLast = slot?.steps.at(-1)?.id === command.step;
    return isLast && slot.deaths > 0
      ? { ...decision, writes: decision.writes.filter(({ kind }) => kind !== 'output') }
      : decision;
  },
};

const neverTellsTheOutcome: Mutant = {
  id: 'never-tells-the-outcome',
  defect: 'What came of a decision is not written back to it.',
  fails: ['evidence.failure-decision-outcome-are-linked'],
  shows: (view) => withRecoveries(view, (one) => ({ ...one, outcome: null })),
};

const tellsNoFailure: Mutant = {
  id: 'tells-no-failure',
  defect: 'A decision is recorded without what it was made about.',
  fails: ['evidence.failure-decision-outcome-are-linked'],
  shows: (view) => withRecoveries(view, (one) => ({ ...one, failure: '' })),
};

const withRecoveries = (view: RunView, change: (one: RecoveryView) => RecoveryView): RunView => ({
  ...view,
  ...(view.recoveries !== undefined && { recoveries: view.recoveries.map(change) }),
});

const promisesNoRepeats: Mutant = {
  id: 'promises-no-repeats',
  defect: 'A step that is under way is not listed among those that an interruption would repeat.',
  fails: ['evidence.recoverable-prefix-is-shown'],
  shows: (view) => ({ ...view, ...(view.prefix !== undefined && { prefix: { ...view.prefix, repeated: [] } }) }),
};

/** As if nobody who is gone had left anything undone. */
const goneMeansSucceeded: Mutant = {
  id: 'gone-means-succeeded',
  defect: 'An attempt whose worker ended is shown as one that brought its work to its end.',
  fails: ['evidence.three-facts-are-separate'],
  shows: (view) => ({
    ...view,
    ...(view.attempts !== undefined && {
      attempts: view.attempts.map((one) => (one.outcome === 'lost' ? { ...one, outcome: 'succeeded' } : one)),
    }),
  }),
};

/** What is shown of a run, and what it was proven by. */
export const evidenceMutants: readonly Mutant[] = [
  goneMeansDone,
  forgetsWhoDecided,
  successorWithoutSource,
  listsOnlyTheLiving,
  lostWithItsWorker,
  keepsNoLastResult,
  neverTellsTheOutcome,
  tellsNoFailure,
  promisesNoRepeats,
  goneMeansSucceeded,
];
