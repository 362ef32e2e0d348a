import { doneWith, nextStep, ownSteps } from '../../model/machines/progress.ts';
import { artifactOf, outputOf } from '../../model/rules/names.ts';
import type { View } from '../../model/transaction.ts';
import { type Json, referenceIn } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { altered, changed, isSuccessor, whenTakenUp } from './writes.ts';

/** The order is the whole defect: with nothing interrupted every result becomes durable a moment later. */
const callsBeforeItCommits: Mutant = {
  id: 'calls-before-it-commits',
  defect: 'The call of the next step leaves before the result that it is given is committed.',
  fails: [
    'commit.output-durable-before-progress',
    'recovery.committed-step-runs-once',
    'recovery.later-steps-see-the-committed-output',
    'evidence.recoverable-prefix-is-shown',
  ],
  explained:
    'A result that the next call rested on is lost: the step runs again, comes out differently, and both calls are repeated where one was listed.',
  conduct: { runsAhead: () => true },
};

const writesAResultTwice: Mutant = {
  id: 'writes-a-result-twice',
  defect: 'A successor appends its result to those of its step once when it comes and once when it is acknowledged.',
  fails: ['commit.one-result-per-step', 'evidence.outputs-carry-provenance'],
  explained: 'Both of them say that they made the same state revision.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'commit' && command.type !== 'record') return decision;
    return isSuccessor(view, command.attempt)
      ? altered(decision, 'output', ({ commits }) => ({ commits: [...commits, ...commits.slice(-1)] }))
      : decision;
  },
};

const listsAttemptsWhenOver: Mutant = {
  id: 'lists-attempts-when-over',
  defect: 'The record of an attempt is written when it is over, and its slot names it from its first moment on.',
  fails: ['commit.crash-leaves-before-or-after'],
  shows: (view) => ({
    ...view,
    ...(view.attempts !== undefined && {
      attempts: view.attempts.filter(({ outcome }) => outcome !== 'claimed' && outcome !== 'running'),
    }),
  }),
};

/** What was committed names its artifact by name alone, as far as a successor can see. */
const resolvesNamesAnew: Mutant = {
  id: 'resolves-names-anew',
  defect: 'When a run is taken up again its outputs are what stands under their names by then.',
  fails: ['commit.references-exact-versions'],
  decide: whenTakenUp((view, slot, id) =>
    ownSteps(slot.context.steps).flatMap((step) => {
      const output = view.get('output', outputOf(id, step.id));
      const newest = newestLike(view, id, output?.context.commits.at(-1)?.value ?? null);
      if (output === undefined || newest === undefined) return [];
      return [
        changed(outputOf(id, step.id), output, {
          commits: output.context.commits.map((commit) => ({ ...commit, value: newest })),
        }),
      ];
    }),
  ),
};

/** The last committed reference with the name of this one. */
const newestLike = (view: View, slot: string, value: Json): Json | undefined => {
  const name = referenceIn(value)?.name;
  const values = ownSteps(view.get('slot', slot)?.context.steps ?? []).map(
    ({ id }) => view.get('output', outputOf(slot, id))?.context.commits.at(-1)?.value ?? null,
  );
  return name === undefined ? undefined : values.findLast((one) => referenceIn(one)?.name === name);
};

/** As an upload that has its version from its first byte on, and is looked up by it. */
const takesABegunUploadForWhole: Mutant = {
  id: 'takes-a-begun-upload-for-whole',
  defect: 'An upload that a lost attempt had begun is committed without a look at whether the store has it.',
  fails: ['commit.refuses-incomplete-output', 'commit.references-exact-versions'],
  explained: 'What it commits names a version that the store does not hold.',
  decide: whenTakenUp((view, slot, id) => {
    const step = nextStep(slot.context);
    const begun = view.get('artifact', artifactOf(slot.context.prior ?? '', step?.id ?? ''));
    if (step === undefined || begun === undefined) return [];
    const { run, name, attempt } = begun.context;
    const [digest, revision] = [`sha256:${'0'.repeat(64)}`, slot.context.revision + 1];
    const reference = { name, version: 'v1', digest, bytes: 0 };
    const commit = { by: attempt, atMs: view.nowMs, value: reference, revision, source: slot.context.specification };
    const context = { run, slot: id, step: step.id, commits: [commit] };
    const output = { kind: 'output', leaf: 'committed', context } as const;
    return [
      changed(id, slot, { done: doneWith(slot.context, step.id), revision }),
      changed(artifactOf(attempt, step.id), { ...begun, leaf: 'committed' }, { reference }),
      { kind: 'output', id: outputOf(id, step.id), entity: output },
    ];
  }),
};

const forgetsOrphans: Mutant = {
  id: 'forgets-orphans',
  defect: 'An upload that nobody committed disappears from the list of artifacts, and lies in the store unknown.',
  fails: ['commit.orphans-are-never-consumed'],
  shows: (view) => ({
    ...view,
    ...(view.artifacts !== undefined && { artifacts: view.artifacts.filter(({ state }) => state !== 'orphaned') }),
  }),
};

/** The worker itself goes on with what it brought. */
const commitsTheFirstOfItsName: Mutant = {
  id: 'commits-the-first-of-its-name',
  defect: 'What a successor commits of its upload is the first version under the name, which a lost attempt brought.',
  fails: ['commit.orphans-are-never-consumed', 'commit.refuses-incomplete-output'],
  explained:
    'The digest of the later version stands beside the name of the first one, under which the store holds something else.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const reference = command.type === 'commit' ? referenceIn(command.value) : undefined;
    if (command.type !== 'commit' || reference === undefined || !isSuccessor(view, command.attempt)) return decision;
    return altered(decision, 'output', ({ commits }) => ({
      commits: commits.map((commit) => ({ ...commit, value: { ...reference, version: 'v1' } })),
    }));
  },
};

const buildsOnWhatIsMissing: Mutant = {
  id: 'builds-on-what-is-missing',
  defect: 'That an artifact is missing is shown, and keeps nobody from going on.',
  fails: ['commit.missing-artifact-stops-recovery'],
  defects: { without: [{ kind: 'run', reason: 'artifact-is-missing' }] },
};

const keepsALossToItself: Mutant = {
  id: 'keeps-a-loss-to-itself',
  defect: 'The report that an artifact is missing is answered with ok and written nowhere.',
  fails: ['commit.missing-artifact-stops-recovery'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    return command.type === 'report-artifact' && command.state === 'missing' ? { ...decision, writes: [] } : decision;
  },
};

const staysBlocked: Mutant = {
  id: 'stays-blocked',
  defect: 'That a blocked run may go on is accepted and recorded, and the block is never taken from it.',
  fails: ['commit.missing-artifact-stops-recovery'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    return command.type === 'resume' || command.type === 'retry'
      ? { ...decision, writes: decision.writes.filter(({ kind }) => kind !== 'run') }
      : decision;
  },
};

const checksNoRevision: Mutant = {
  id: 'checks-no-revision',
  defect: 'The state revision that a commit expects is recorded, and compared with nothing.',
  fails: ['commit.refuses-a-stale-revision'],
  defects: { without: [{ kind: 'slot', reason: 'revision-is-stale' }] },
};

/** What is committed, and how. */
export const commitMutants: readonly Mutant[] = [
  callsBeforeItCommits,
  writesAResultTwice,
  listsAttemptsWhenOver,
  resolvesNamesAnew,
  takesABegunUploadForWhole,
  forgetsOrphans,
  commitsTheFirstOfItsName,
  buildsOnWhatIsMissing,
  keepsALossToItself,
  staysBlocked,
  checksNoRevision,
];
