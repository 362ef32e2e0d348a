import { effectOf } from '../../model/rules/names.ts';
import type { Command, Json } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { andThen, by, having, replaced, rewritten, whenInDoubt } from './writes.ts';

/** The store takes what is in doubt for another action: nothing outside it differs. */
const renewsKeyInDoubt: Mutant = {
  id: 'renews-key-in-doubt',
  defect: 'An effect that is in doubt gets a fresh key with the next intent, as if it were another action.',
  fails: ['effect.same-action-same-key', 'effect.applied-once'],
  explained: 'Where its owner had applied it, the other key makes it apply it once more, against effect.applied-once.',
  decide: whenInDoubt(({ view, id, command: { actionKey: key, arguments: given } }) => ({
    answer: { status: 'ok', value: { actionKey: key, arguments: given, status: 'ambiguous' } },
    writes: replaced(view, { kind: 'effect', id }, (effect) => having(effect, { key })),
  })),
};

/** The key is kept, so that an owner which had applied the action sees the same key with other arguments. */
const rebuildsArguments: Mutant = {
  id: 'rebuilds-arguments',
  defect: 'What is sent after a loss is put together anew from what the worker has at hand, under the first key.',
  fails: [
    'effect.same-action-same-key',
    'effect.key-names-one-action',
    'recovery.retry-keeps-inputs',
    'recovery.later-steps-see-the-committed-output',
    'recovery.run-finishes-after-any-interruption',
  ],
  explained:
    'One key with other arguments is the same fault seen from the key. What is handed to the effect is no longer what was committed, which two requirements of recovery look at; and an owner that had applied it refuses the other arguments, so that the run fails.',
  conduct: {
    argumentsFor: ({ isRecovery }, intended) =>
      isRecovery
        ? Object.fromEntries(Object.entries(intended).map(([step, value]) => [step, { rebuilt: value }]))
        : intended,
  },
};

/** What the reviewer saw stands in what was committed; only what is carried out differs. */
const redraftsTheApproved: Mutant = {
  id: 'redrafts-the-approved',
  defect:
    'Where the worker was lost that should carry an approved action out, its successor carries out a new draft of it.',
  fails: [
    'approval.binds-one-revision',
    'effect.same-action-same-key',
    'effect.key-names-one-action',
    'recovery.later-steps-see-the-committed-output',
    'recovery.retry-keeps-inputs',
    'recovery.run-finishes-after-any-interruption',
    'recovery.survives-repeated-crashes',
  ],
  explained:
    'Where the action had been sent already, it is sent again with other arguments, against both requirements of keys and recovery.retry-keeps-inputs, and an owner that had applied it refuses them, so that the run fails; and what it is given is not what was committed.',
  conduct: {
    argumentsFor: ({ isRecovery }, intended) =>
      isRecovery && Object.values(intended).some(isDecision)
        ? Object.fromEntries(
            Object.entries(intended).map(([step, value]) => [step, isDecision(value) ? value : { redrafted: step }]),
          )
        : intended,
  },
};

const isDecision = (value: Json): boolean => typeof value === 'object' && value !== null && 'decision' in value;

/** Each action keeps its key, as its intent is durable: only an action that a later process begins gets a key which is taken. */
const countsKeysInMemory: Mutant = {
  id: 'counts-keys-in-memory',
  defect: 'The keys of new actions are counted in memory, so that each process begins with the first one again.',
  fails: ['effect.key-names-one-action', 'recovery.run-finishes-after-any-interruption'],
  explained:
    'Its owner refuses the second action as the first one come again with other arguments, so that the run fails.',
  plot: (scene) => {
    let last = 0;
    return {
      conduct: {
        names: ({ attempt, step }) => {
          const place = scene.store.get('attempt', attempt)?.context;
          if (place === undefined || scene.store.get('effect', effectOf(place.slot, step.id)) !== undefined) return '';
          last += 1;
          return `${place.run} action ${last}`;
        },
      },
    };
  },
};

/** Everything is right for owners that recognise a repeated key. */
const forgetsTheContract: Mutant = {
  id: 'forgets-the-contract',
  defect: 'Every owner is taken for one that recognises repeats: what is in doubt is sent again.',
  fails: ['effect.unknown-goes-to-review'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'intend') return decision;
    return rewritten(decision, 'effect', (effect) => having(effect, { contract: 'idempotent' }));
  },
};

/** It says so in the words in which a person would have brought evidence. */
const presumesUnknownDone: Mutant = {
  id: 'presumes-unknown-done',
  defect: 'An effect whose outcome nobody can know is taken for applied by whoever misses its worker.',
  fails: ['effect.unknown-goes-to-review'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const doubtful = decision.writes.flatMap(({ entity, kind }) =>
      kind === 'effect' && entity.leaf === 'review' && 'step' in entity.context ? [entity.context] : [],
    );
    const [first] = doubtful;
    if (first === undefined || !('run' in first)) return decision;
    const { run, step } = first;
    const settled: Command = {
      ...by(command),
      type: 'resolve',
      run,
      step,
      outcome: 'applied',
      evidence: 'it was sent',
    };
    const resumed: Command = { ...by(command), type: 'resume', run, reason: 'it was sent' };
    const resolved = andThen(view, decision, (after) => plain(after, settled).writes);
    return andThen(view, resolved, (after) => plain(after, resumed).writes);
  },
};

/** The store keeps the doubt. Whoever reads that the run failed may well start another one. */
const showsUnknownAsFailed: Mutant = {
  id: 'shows-unknown-as-failed',
  defect:
    'A run that stopped because nobody knows what became of its effect is shown as failed, and of the effect nothing.',
  fails: ['effect.unknown-goes-to-review'],
  shows: (view) => {
    if (view.status !== 'review') return view;
    const steps = Object.entries(view.steps).map(([id, { effect: _, ...step }]) => [id, step] as const);
    return { ...view, status: 'failed', steps: Object.fromEntries(steps) };
  },
};

/** The defects about what is sent to owners. */
export const effectMutants: readonly Mutant[] = [
  renewsKeyInDoubt,
  rebuildsArguments,
  redraftsTheApproved,
  countsKeysInMemory,
  forgetsTheContract,
  presumesUnknownDone,
  showsUnknownAsFailed,
];
