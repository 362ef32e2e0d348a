import { outputOf } from '../../model/rules/names.ts';
import type { Mutant } from './mutant.ts';
import { changed, isSuccessor, whenTakenUp } from './writes.ts';

/** The sweep of every worker asks; only one of them is listened to. */
const onlyTheHolderEndsItsLease: Mutant = {
  id: 'only-the-holder-ends-its-lease',
  defect: 'A lease is ended by the timer of the worker that holds it, which a worker that is gone takes with it.',
  fails: ['recovery.run-finishes-after-any-interruption'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'expire' && command.type !== 'report-lost') return plain(view, command);
    const owner = view.get('worker', command.attempt)?.context.owner ?? null;
    return owner === null || owner === command.actor
      ? plain(view, command)
      : { answer: { status: 'refused', reason: 'lease-not-due' }, writes: [] };
  },
};

/** As a mark that a recovery sets first and clears last. */
const recoversOnlyOnce: Mutant = {
  id: 'recovers-only-once',
  defect:
    'A recovery marks its run as under recovery, and one that crashes leaves the mark, which keeps all others out.',
  fails: ['recovery.survives-repeated-crashes', 'recovery.run-finishes-after-any-interruption'],
  explained: 'A run that nobody takes up after its second crash does not finish after an interruption either.',
  decide: (plain) => (view, command) =>
    command.type === 'claim' && (view.get('slot', command.slot)?.context.deaths ?? 0) > 1
      ? { answer: { status: 'refused', reason: 'slot-is-at-work' }, writes: [] }
      : plain(view, command),
};

const givesUpAfterTwoCrashes: Mutant = {
  id: 'gives-up-after-two-crashes',
  defect: 'The second crash fails a run that may be taken up without limit.',
  fails: ['recovery.survives-repeated-crashes', 'recovery.run-finishes-after-any-interruption'],
  explained: 'A run that is given up after its second crash does not finish after an interruption either.',
  decide: (plain) => (view, command) =>
    plain(
      {
        nowMs: view.nowMs,
        settings: { ...view.settings, maxAttempts: 2 },
        get: (kind, id) => view.get(kind, id),
        specifications: (run, slot) => view.specifications(run, slot),
      },
      command,
    ),
};

/** As if a row of the step had been there since the first try, and a second one could not be inserted. */
const lostAttemptKeepsItsStep: Mutant = {
  id: 'lost-attempt-keeps-its-step',
  defect: 'The step that a lost attempt was at stays reserved for it: what a later attempt brings of it is refused.',
  fails: ['recovery.attempts-may-differ', 'recovery.run-finishes-after-any-interruption'],
  explained: 'The run tries the step again and again, and never finishes.',
  decide: (plain) => (view, command) => {
    if (command.type !== 'commit' || !isSuccessor(view, command.attempt)) return plain(view, command);
    const slot = view.get('slot', view.get('attempt', command.attempt)?.context.slot ?? '')?.context;
    const hasBroughtOne = slot?.done.some(
      (step) =>
        view.get('output', `${slotOf(command.attempt)}/${step}`)?.context.commits.at(-1)?.by === command.attempt,
    );
    return hasBroughtOne === true
      ? plain(view, command)
      : { answer: { status: 'refused', reason: 'already-committed' }, writes: [] };
  },
};

const slotOf = (attempt: string): string => attempt.slice(0, attempt.lastIndexOf('/'));

/** As `value || null` has it. */
const emptyReadsAsNull: Mutant = {
  id: 'empty-reads-as-null',
  defect: 'A successor reads committed results that are empty, zero or false as null.',
  fails: ['recovery.replays-every-value', 'recovery.later-steps-see-the-committed-output'],
  explained: 'What a later step is given is then not what was committed.',
  conduct: { recalls: ({ isRecovery }, committed) => (isRecovery ? committed || null : committed) },
};

/** As a column in another encoding, or a client that is kind to searchers, has it. */
const normalisesText: Mutant = {
  id: 'normalises-text',
  defect: 'The text of a committed result is normalised on its way through the store.',
  fails: ['recovery.replays-every-value', 'recovery.later-steps-see-the-committed-output'],
  explained: 'What a later step is given is then not what was committed.',
  conduct: { recalls: (_, committed) => JSON.parse(JSON.stringify(committed).normalize('NFC')) },
};

/** As a column of 64 KiB has it. */
const cutsLargeResults: Mutant = {
  id: 'cuts-large-results',
  defect: 'Of a committed text the store keeps the first 64 KiB.',
  fails: ['recovery.replays-every-value', 'recovery.later-steps-see-the-committed-output'],
  explained: 'What a later step is given is then not what was committed.',
  conduct: { recalls: (_, committed) => (typeof committed === 'string' ? committed.slice(0, 65_536) : committed) },
};

/** As a row without a value has it. */
const nullIsNoResult: Mutant = {
  id: 'null-is-no-result',
  defect: 'A step that gave null counts as one without a result when its run is taken up.',
  fails: ['recovery.replays-every-value', 'recovery.committed-step-runs-once', 'evidence.recoverable-prefix-is-shown'],
  explained: 'The step runs again although its result was committed, and listed so.',
  decide: whenTakenUp((view, slot, id) => {
    const empty = slot.context.done.flatMap((step) => {
      const output = view.get('output', outputOf(id, step));
      return output?.context.commits.at(-1)?.value === null ? [{ step, output }] : [];
    });
    if (empty.length === 0) return [];
    const done = slot.context.done.filter((step) => empty.every((one) => one.step !== step));
    return [
      changed(id, slot, { done }),
      ...empty.map(({ step, output }) => changed(outputOf(id, step), { ...output, leaf: 'awaited' }, { commits: [] })),
    ];
  }),
};

const retryIsToldTheError: Mutant = {
  id: 'retry-is-told-the-error',
  defect: 'A step that failed is tried again with the error written into the results that it is given.',
  fails: ['recovery.retry-keeps-inputs'],
  conduct: {
    recalls: ({ isRetry }, committed) => (isRetry ? { given: committed, note: 'the last try failed' } : committed),
  },
};

/** What becomes of a run and its steps when its worker is lost. */
export const recoveryMutants: readonly Mutant[] = [
  onlyTheHolderEndsItsLease,
  recoversOnlyOnce,
  givesUpAfterTwoCrashes,
  lostAttemptKeepsItsStep,
  emptyReadsAsNull,
  nullIsNoResult,
  normalisesText,
  cutsLargeResults,
  retryIsToldTheError,
];
