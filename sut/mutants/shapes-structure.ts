import type { Entity } from '../../model/kinds.ts';
import { doneWith, dueSteps } from '../../model/machines/progress.ts';
import type { Parent } from '../../model/machines/run-words.ts';
import { effectOf, outputOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import { type Command, isCallStep, type Pins, type Step } from '../../model/vocabulary.ts';
import { resultOf } from '../worklist.ts';
import type { Mutant, Scene } from './mutant.ts';
import { rewritten, withWrites } from './writes.ts';

/** The loser hears that its commit was refused only after it has sent out what follows. */
const dispatchesBeforeItsCommit: Mutant = {
  id: 'dispatches-before-its-commit',
  defect: 'A worker sends out the call after a result before it knows that the result was accepted.',
  fails: ['lease.zombie-changes-nothing'],
  reports: ['durablefunctions-lease-steal-duplicates'],
  conduct: { outruns: () => true },
};

/** Whoever takes the launch replays the run. The log shows one result, since the second answer is thrown away: only the world sees both. */
const wakesIntoASecondDispatch: Mutant = {
  id: 'wakes-into-a-second-dispatch',
  defect: 'A launch that comes again wakes the run, whose replay dispatches the step that is still under way.',
  fails: ['attempt.no-second-while-one-lives', 'identity.one-run-per-start-key'],
  explained:
    'It is a launch that wakes the run: that a step runs again after it counts as a second run, against identity.one-run-per-start-key.',
  reports: ['vercel-unrelated-wake-redispatches-step'],
  plot: (scene) => ({
    answers: (command) => {
      replay(scene, command);
      return undefined;
    },
  }),
};

const replay = (scene: Scene, command: Command): void => {
  if (command.type !== 'launch') return;
  const slot = scene.store.get('slot', command.slot)?.context;
  if (slot === undefined || slot.active === null) return;
  for (const step of dueSteps(slot)) redispatch(scene, command, step).catch(scene.complain);
};

type Place = { readonly run: string; readonly slot: string };

const redispatch = async ({ store, perform }: Scene, { run, slot }: Place, step: Step): Promise<void> => {
  if (!isCallStep(step) || step.op === 'approval' || step.op === 'output') return;
  const results = Object.fromEntries(step.uses.map((id) => [id, resultOf(store, slot, id) ?? null]));
  const intent = store.get('effect', effectOf(slot, step.id))?.context;
  await perform({ run, step, results, ...(intent === undefined ? {} : { key: intent.key }) });
};

/** After a resume the flow is laid out flat: every way of a choice lies on the way that was taken. */
const resumesIntoBothBranches: Mutant = {
  id: 'resumes-into-both-branches',
  defect: 'A resumed run runs its model and tool steps again from the first on, and then every branch of a choice.',
  fails: ['recovery.takes-one-path', 'recovery.committed-step-runs-once'],
  explained:
    'That the earlier steps run again is the other half of the report, against recovery.committed-step-runs-once.',
  reports: ['flowise-resume-runs-both-branches'],
  conduct: { repeats: ({ step, isRecovery }) => isRecovery && (step.op === 'model' || step.op === 'tool') },
  decide: (plain) => (view, command) =>
    command.type === 'claim' ? rewritten(plain(view, command), 'slot', flattened) : plain(view, command),
};

const flattened = ({ context, ...slot }: Entity<'slot'>): Entity<'slot'> =>
  context.deaths === 0 ? { ...slot, context } : { ...slot, context: { ...context, steps: context.steps.map(flat) } };

const flat = (step: Step): Step => {
  if (step.op !== 'choose') return step;
  const all = Object.values(step.cases).flat();
  return { ...step, cases: Object.fromEntries(Object.keys(step.cases).map((name) => [name, all])) };
};

/** What is accepted last stands under a name of its own, and an attempt is scheduled by that. */
const schedulesByTheNewest: Mutant = {
  id: 'schedules-by-the-newest',
  defect: 'A later attempt is scheduled by the revisions that were accepted last, and its run is moved to them.',
  fails: ['identity.replacement-uses-pinned-configuration'],
  reports: ['airflow-run-switches-definition-version'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (decision.answer.status === 'refused') return decision;
    if (command.type === 'accept') return withWrites(decision, asNewest(view, command.revision));
    return command.type === 'claim' ? withWrites(decision, repinned(view, command)) : decision;
  },
};

const newestOf = (of: string): string => `the newest ${of}`;

const asNewest = (view: View, id: string): readonly Write[] => {
  const revision = view.get('revision', id);
  return revision === undefined ? [] : [{ kind: 'revision', id: newestOf(revision.context.of), entity: revision }];
};

const repinned = (view: View, { run: id, slot }: Place): readonly Write[] => {
  const run = view.get('run', id);
  const attempts = view.get('slot', slot)?.context.attempts ?? 0;
  if (run === undefined || attempts === 0) return [];
  const newest = (of: keyof Pins): string => view.get('revision', newestOf(of))?.context.id ?? run.context.pins[of];
  const pins = { package: newest('package'), workflow: newest('workflow'), binding: newest('binding') };
  return [{ kind: 'run', id, entity: { ...run, context: { ...run.context, pins } } }];
};

/** The old run of the child has ended, and that is all that its parent hears; the new one does the rest for nobody. */
const aRestartedChildIsANewRun: Mutant = {
  id: 'a-restarted-child-is-a-new-run',
  defect: 'When the worker of a child is lost, its parent takes the child for ended and goes on without its result.',
  fails: [
    'recovery.child-keeps-its-parent',
    'identity.run-survives-replacement',
    'evidence.success-needs-its-proof',
    'evidence.outputs-carry-provenance',
  ],
  explained:
    'The new run of the child calls under a name of its own, against identity.run-survives-replacement; its parent succeeds without what the child was to bring, against evidence.success-needs-its-proof; and the result that nobody brought has no provenance, against evidence.outputs-carry-provenance.',
  reports: ['temporal-reset-child-orphaned'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'expire' || decision.answer.status === 'refused') return decision;
    const id = view.get('attempt', command.attempt)?.context.run ?? '';
    const child = view.get('run', id);
    const parent = child?.context.parent ?? null;
    if (child === undefined || parent === null) return decision;
    const loose: Write = { kind: 'run', id, entity: { ...child, context: { ...child.context, parent: null } } };
    return withWrites(decision, [loose, ...toldOfTheEnd(view, parent, id)]);
  },
};

const toldOfTheEnd = (view: View, { run, slot: id, step }: Parent, child: string): readonly Write[] => {
  const slot = view.get('slot', id);
  if (slot === undefined || !is(slot, 'waiting')) return [];
  const revision = slot.context.revision + 1;
  const commit = { by: child, atMs: view.nowMs, value: null, revision, source: '' };
  return [
    {
      kind: 'slot',
      id,
      entity: { ...slot, leaf: 'ready', context: { ...slot.context, revision, done: doneWith(slot.context, step) } },
    },
    {
      kind: 'output',
      id: outputOf(id, step),
      entity: { kind: 'output', leaf: 'committed', context: { run, slot: id, step, commits: [commit] } },
    },
  ];
};

/** The mutants that have the shape of a public report about structure: what follows what, and who waits for whom. */
export const structureShapes: readonly Mutant[] = [
  dispatchesBeforeItsCommit,
  wakesIntoASecondDispatch,
  resumesIntoBothBranches,
  schedulesByTheNewest,
  aRestartedChildIsANewRun,
];
