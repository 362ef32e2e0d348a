import { effectOf, outputOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import { allSteps, type CommandOf, dependenciesOf, type Json, type Step } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { andThen, by, having, misread, replaced, rewritten, whenInDoubt } from './writes.ts';

/** The answer is an error, and errors are tried again. */
const retriesRefusals: Mutant = {
  id: 'retries-refusals',
  defect: 'What an owner refuses for good is sent again by the next attempt, as if its answer had been an error.',
  fails: ['effect.refusal-is-final'],
  decide: (plain) => (view, command) =>
    isRefusal(command)
      ? plain(view, { type: 'fail', ...by(command), attempt: command.attempt, error: 'its owner said no' })
      : plain(view, command),
};

/** What may pass and what will not are told apart for models and tools only. */
const givesUpAtOnce: Mutant = {
  id: 'gives-up-at-once',
  defect: 'An effect that its owner puts off is given up, although its policy has tries left.',
  fails: ['effect.refusal-is-final'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'fail') return plain(view, command);
    const id = view.get('attempt', command.attempt)?.context.slot ?? '';
    const impatient = misread(view, 'slot', {
      id,
      change: (slot) =>
        having(slot, { steps: slot.context.steps.map((step) => (step.op === 'effect' ? once(step) : step)) }),
    });
    const decision = plain(impatient, command);
    return rewritten(decision, 'slot', (slot) => having(slot, { steps: view.get('slot', id)?.context.steps ?? [] }));
  },
};

/** Who approved it is taken to have had the right to; that the owner was asked at all is a formality. */
const approvalIsAPass: Mutant = {
  id: 'approval-is-a-pass',
  defect: 'An approved action is written down as done although its owner would not let it be done any more.',
  fails: [
    'approval.rechecks-access',
    'effect.refusal-is-final',
    'effect.carries-its-authority',
    'effect.belief-never-ahead-of-owner',
    'effect.applied-once',
    'evidence.success-needs-its-proof',
  ],
  explained:
    'A refusal that is shown as done is that to the requirements of effects as well: the owner applied nothing, and the run ends as a success.',
  decide: (plain) => (view, command) => {
    const slot = 'attempt' in command ? (view.get('attempt', command.attempt)?.context.slot ?? '') : '';
    const isPassed = isRefusal(command) && isApproved(view, slot, command.step);
    return plain(view, isPassed ? { ...command, outcome: 'applied' } : command);
  },
};

const isRefusal = (command: { readonly type: string }): command is CommandOf<'record'> =>
  command.type === 'record' && 'outcome' in command && command.outcome === 'refused';
const once = <T extends object>(step: T) => ({ ...step, retry: { attempts: 1, backoffMs: 0 } });
const isApproved = (view: View, slot: string, id: string): boolean => {
  const { steps = [] } = view.get('slot', slot)?.context ?? {};
  const uses = steps.find((step) => step.id === id)?.uses ?? [];
  return steps.some((step) => step.op === 'approval' && uses.includes(step.id));
};

/** For owners that recognise repeats it is right. */
const sendsWithoutAsking: Mutant = {
  id: 'sends-without-asking',
  defect: 'An effect that is in doubt is sent again under its key, also where its owner does not look at keys.',
  fails: ['effect.asks-before-repeating'],
  decide: whenInDoubt(({ view, id }) => {
    const { key, arguments: given } = view.get('effect', id)?.context ?? { key: '', arguments: null };
    const value: Json = { actionKey: key, arguments: given, status: 'intended' };
    return { answer: { status: 'ok', value }, writes: replaced(view, { kind: 'effect', id }, forgetful) };
  }),
};
const forgetful: Parameters<typeof replaced<'effect'>>[2] = (effect) => having(effect, { contract: 'idempotent' });

/** A request that its sender did not outlive may still be on its way. */
const believesUnknownAtOnce: Mutant = {
  id: 'believes-unknown-at-once',
  defect: 'An owner that knows nothing of an action is taken to have never got it, however little time has passed.',
  fails: ['effect.asks-before-repeating'],
  decide: (plain) => (view, command) => {
    const hasty: View = { ...overlay(view, []), settings: { ...view.settings, deliveryMs: 0 } };
    return plain(command.type === 'look-up' ? hasty : view, command);
  },
};

/** The first callback is no different: it comes, and the run goes on. */
const everyCallbackMovesOn: Mutant = {
  id: 'every-callback-moves-on',
  defect: 'Whenever an owner says the outcome of an effect, the run goes on from there, whatever it has come to.',
  fails: ['effect.duplicate-callback-counts-once'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'callback') return decision;
    const slot = view.get('run', command.run)?.context.slots[0] ?? '';
    const step = keyedBy(view, slot, command.actionKey);
    if (step === undefined || !is(view.get('effect', effectOf(slot, step)), 'applied')) return decision;
    return andThen(view, decision, (after) => rewound(after, { run: command.run, slot }, step));
  },
};

/** The effects of a group wait under one name; whoever calls back is taken for the one that was asked first. */
const callbacksInOrder: Mutant = {
  id: 'callbacks-in-order',
  defect: 'What an owner says is taken for the outcome of the oldest effect that waits, whichever it is about.',
  fails: ['effect.duplicate-callback-counts-once'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'callback') return plain(view, command);
    const slot = view.get('run', command.run)?.context.slots[0] ?? '';
    const oldest = effectsIn(view, slot).find(({ entity }) => !is(entity, 'applied') && !is(entity, 'intended'));
    return plain(view, { ...command, actionKey: oldest?.entity.context.key ?? command.actionKey });
  },
};

const effectsIn = (view: View, slot: string) =>
  allSteps({ steps: view.get('slot', slot)?.context.steps ?? [] }).flatMap(({ id }) => {
    const entity = view.get('effect', effectOf(slot, id));
    return entity === undefined ? [] : [{ step: id, entity }];
  });

const keyedBy = (view: View, slot: string, key: string): string | undefined =>
  effectsIn(view, slot).find(({ entity }) => entity.context.key === key)?.step;

type Place = { readonly run: string; readonly slot: string };

/** What rests on the step is open again, and the slot may be claimed for it. */
const rewound = (view: View, { run, slot: id }: Place, step: string): readonly Write[] => {
  const { steps = [], done = [] } = view.get('slot', id)?.context ?? {};
  const program = { id: '', title: '', steps };
  const behind = done.filter((one) => dependenciesOf(program, one).has(step) && !holds(steps, one, step));
  return [
    ...behind.flatMap((one) =>
      replaced(view, { kind: 'output', id: outputOf(id, one) }, (output) => ({
        ...having(output, { commits: [] }),
        leaf: 'awaited',
      })),
    ),
    ...replaced(view, { kind: 'run', id: run }, (entity) => ({ ...entity, leaf: 'running' })),
    ...replaced(view, { kind: 'slot', id }, (slot) => ({
      ...having(slot, {
        ...{ done: done.filter((one) => !behind.includes(one)), pending: null, active: null },
        prior: slot.context.active ?? slot.context.prior,
      }),
      leaf: 'ready',
    })),
  ];
};

const holds = (steps: readonly Step[], id: string, inner: string): boolean =>
  steps.some((step) => step.id === id && step.op === 'parallel' && step.members.some((one) => one.id === inner));

/** The defects about owners that say no, are asked, or call back. */
export const ownerMutants: readonly Mutant[] = [
  retriesRefusals,
  givesUpAtOnce,
  approvalIsAPass,
  sendsWithoutAsking,
  believesUnknownAtOnce,
  everyCallbackMovesOn,
  callbacksInOrder,
];
