import { effectOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View } from '../../model/transaction.ts';
import { Mailbox } from './mailbox.ts';
import type { Mutant, Scene } from './mutant.ts';
import { onlyTold } from './to-the-living.ts';
import { andThen, moved, ok, rewritten } from './writes.ts';

/** With nobody at work it is written down by the next worker that looks. One that starts begins with an empty mailbox. */
const tellsOnlyTheLiving: Mutant = {
  id: 'tells-only-the-living',
  defect:
    'A cancellation is answered with ok, but only told to a worker that is alive, and written down by nobody else.',
  fails: [
    'cancel.survives-crashes',
    'cancel.nothing-starts-after',
    'cancel.one-terminal-outcome',
    'cancel.in-flight-effect-is-reconciled',
  ],
  explained:
    'The successor of the worker that was told goes on, against cancel.nothing-starts-after, and sends again what was on its way, against cancel.in-flight-effect-is-reconciled; or it comes to a wait that nobody decides since the run was cancelled, and so to no end, against cancel.one-terminal-outcome.',
  plot: onlyTold('cancel'),
};

/** As in a queue whose rows are updated by their ids alone. */
const cancelOverwritesSuccess: Mutant = {
  id: 'cancel-overwrites-success',
  defect: 'The cancellation of a run that had succeeded is accepted, and the run is shown as cancelled from then on.',
  fails: ['cancel.one-terminal-outcome'],
  decide: (plain) => (view, command) =>
    command.type === 'cancel' && is(view.get('run', command.run), 'succeeded')
      ? { ...ok, writes: moved(view, 'run', { id: command.run, leaf: 'cancelled' }) }
      : plain(view, command),
};

/** It waits then for an account that was given already. */
const secondCancelClosesAgain: Mutant = {
  id: 'second-cancel-closes-again',
  defect:
    'A cancellation that comes again sets a run that had been cancelled to closing, and nobody closes it a second time.',
  fails: ['cancel.repeats-as-one', 'cancel.one-terminal-outcome'],
  explained: 'The end that the run had is left again, against cancel.one-terminal-outcome.',
  decide: (plain) => (view, command) =>
    command.type === 'cancel' && is(view.get('run', command.run), 'cancelled')
      ? { ...ok, writes: moved(view, 'run', { id: command.run, leaf: 'closing.cancelled' }) }
      : plain(view, command),
};

/** Its steps stay cancelled as they are; only what was done before is done once more. */
const secondCancelBeginsAgain: Mutant = {
  id: 'second-cancel-begins-again',
  defect:
    'A cancellation that comes again has a worker do the first two steps of the run anew, as if to clean up after them.',
  fails: ['cancel.repeats-as-one', 'cancel.nothing-starts-after'],
  explained: 'What begins after the second cancellation begins after the first as well.',
  plot: (scene) => {
    const mailbox = new Mailbox(scene.file);
    return {
      answers: (command) => {
        if (command.type !== 'cancel') return undefined;
        if (is(scene.store.get('run', command.run), 'cancelled')) mailbox.post(command);
        return undefined;
      },
      looks: () => {
        for (const command of mailbox.take())
          if (command.type === 'cancel') cleanUp(scene, command.run).catch(scene.complain);
      },
      closes: () => mailbox.close(),
    };
  },
};

const cleanUp = async ({ store, perform }: Scene, run: string): Promise<void> => {
  const steps = store.get('run', run)?.context.program.steps ?? [];
  for (const step of steps.slice(0, 2)) if (step.op === 'model') await perform({ run, step, results: {} });
};

/** Its owner has the request all the same, and may apply it when it likes. */
const writesOffWhatIsInFlight: Mutant = {
  id: 'writes-off-what-is-in-flight',
  defect: 'A cancellation drops the effects that are on their way, and the run is shown as cancelled at once.',
  fails: ['cancel.accepted-is-not-accounted', 'cancel.in-flight-effect-is-reconciled'],
  explained: 'What the owner answers after that is recorded by nobody.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    if (command.type !== 'cancel') return decision;
    return andThen(view, decision, (after) => {
      const dropped = effectsOf(after, command.run).flatMap((id) =>
        is(after.get('effect', id), 'dispatched') ? moved(after, 'effect', { id, leaf: 'dropped' }) : [],
      );
      return dropped.length === 0 ? [] : [...dropped, ...moved(after, 'run', { id: command.run, leaf: 'cancelled' })];
    });
  },
};

/** It is shown as on its way until then, and the run as not at its end. */
const dropsLateReceipts: Mutant = {
  id: 'drops-late-receipts',
  defect:
    "The owner's answer to an effect of a cancelled run only ends the waiting for it: the effect is noted as dropped.",
  fails: ['cancel.in-flight-effect-is-reconciled'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const run = command.type === 'record' ? view.get('attempt', command.attempt)?.context.run : undefined;
    if (!is(view.get('run', run ?? ''), 'closing')) return decision;
    return rewritten(decision, 'effect', (effect) => ({ ...effect, leaf: 'dropped' }));
  },
};

/** Where nothing was on its way the run ends with its cancellation. */
const neverAccounts: Mutant = {
  id: 'never-accounts',
  defect:
    'A run that was cancelled with an effect on its way stays open when the effect is settled: nobody looks again.',
  fails: ['cancel.accepted-is-not-accounted', 'cancel.one-terminal-outcome'],
  explained: 'So it comes to no end.',
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const run = command.type === 'record' ? view.get('attempt', command.attempt)?.context.run : undefined;
    if (!is(view.get('run', run ?? ''), 'closing')) return decision;
    return { ...decision, writes: decision.writes.filter(({ kind }) => kind !== 'run') };
  },
};

const effectsOf = (view: View, run: string): readonly string[] =>
  (view.get('run', run)?.context.slots ?? []).flatMap((slot) =>
    (view.get('slot', slot)?.context.steps ?? []).map(({ id }) => effectOf(slot, id)),
  );

/** The defects about what a cancellation says and leaves. */
export const cancelMutants: readonly Mutant[] = [
  tellsOnlyTheLiving,
  cancelOverwritesSuccess,
  secondCancelClosesAgain,
  secondCancelBeginsAgain,
  writesOffWhatIsInFlight,
  dropsLateReceipts,
  neverAccounts,
];
