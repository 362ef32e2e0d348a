import { outputOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Command, Json } from '../../model/vocabulary.ts';
import type { Decide } from '../store.ts';
import type { Mutant, Scene } from './mutant.ts';
import { overlay } from './overlay.ts';
import { toTheLiving } from './to-the-living.ts';
import { andThen, by, moved, ok, rewritten } from './writes.ts';

// A cancellation that comes while an attempt is at work, and is only noted with the run.

type Noted = { readonly run: string; readonly slot: string };

/** Notes the cancellation with the run, where an attempt is at work. Nobody else hears of it. */
const noting =
  (leaf: string, plain: Decide, isFor: (view: View, slot: string) => boolean = () => true): Decide =>
  (view, command) => {
    const run = command.type === 'cancel' ? view.get('run', command.run) : undefined;
    const [slot = ''] = run?.context.slots ?? [];
    if (command.type !== 'cancel' || !isFor(view, slot) || !is(view.get('slot', slot), 'active'))
      return plain(view, command);
    return is(run, 'running') ? { ...ok, writes: moved(view, 'run', { id: command.run, leaf }) } : ok;
  };

/** Where a report is about an attempt at work whose run was only noted as cancelled. */
const notedFor = (view: View, command: Command): Noted | undefined => {
  const place = 'attempt' in command ? view.get('attempt', command.attempt)?.context : undefined;
  if (place === undefined || !('attempt' in command)) return undefined;
  const isCancelled = ['closing.cancelled', 'cancelled'].includes(view.get('run', place.run)?.leaf ?? '');
  const isAtWork = view.get('slot', place.slot)?.context.active === command.attempt;
  return isCancelled && isAtWork ? place : undefined;
};

/** What the report would do in a run that runs. Where the attempt is over after it, the cancellation is carried out. */
const goingOn = (plain: Decide, { view, command, place, end }: GoingOn) => {
  const leaf = view.get('run', place.run)?.leaf ?? '';
  const running = moved(view, 'run', { id: place.run, leaf: 'running' });
  const decision = rewritten(plain(overlay(view, running), command), 'run', (run) => ({
    ...run,
    leaf: is(run, 'succeeded') ? end : leaf,
  }));
  return andThen(view, decision, (after) =>
    is(after.get('slot', place.slot), 'active') || is(after.get('slot', place.slot), 'succeeded')
      ? []
      : carriedOut(plain, after, { command, run: place.run }),
  );
};
type GoingOn = { readonly view: View; readonly command: Command; readonly place: Noted; readonly end: string };

const carriedOut = (plain: Decide, view: View, { command, run }: { command: Command; run: string }): readonly Write[] =>
  plain(view, { ...by(command), type: 'cancel', run }).writes;

/** Whoever claims a slot asks whether its run goes on, and then works to the end of it. */
const cancelsBetweenAttempts: Mutant = {
  id: 'cancels-between-attempts',
  defect:
    'A cancellation is only looked at when a slot is claimed: the attempt at work goes on with the steps that are left.',
  fails: ['cancel.nothing-starts-after'],
  decide: (plain) => (view, command) => {
    const place = notedFor(view, command);
    return place === undefined
      ? noting('closing.cancelled', plain)(view, command)
      : goingOn(plain, { view, command, place, end: 'cancelled' });
  },
};

/** Nothing begins any more, as there is nothing left: only the end of the last step comes after the end of the run. */
const lastStepOverwritesCancel: Mutant = {
  id: 'last-step-overwrites-cancel',
  defect:
    'A run that was cancelled in its last step is shown as cancelled, and becomes a success when that step is done.',
  fails: ['cancel.one-terminal-outcome'],
  decide: (plain) => (view, command) => {
    const place = notedFor(view, command);
    return place === undefined
      ? noting('cancelled', plain, isInLastStep)(view, command)
      : goingOn(plain, { view, command, place, end: 'succeeded' });
  },
};

const isInLastStep = (view: View, slot: string): boolean => {
  const { steps = [], done = [] } = view.get('slot', slot)?.context ?? {};
  return done.length === steps.length - 1;
};

/** The worker hears of it at its next look round, and carries it out. One that starts begins with an empty mailbox. */
const waitsForItsWorker: Mutant = {
  id: 'waits-for-its-worker',
  defect:
    'A cancellation is noted, and left to the worker that is at it to carry out: where that one is lost, the run never ends.',
  fails: ['cancel.survives-crashes', 'cancel.one-terminal-outcome'],
  explained: 'The run comes to no end, which both look for.',
  decide: (plain) => (view, command) =>
    command.actor === asWorker ? plain(view, command) : noting('closing.cancelled', plain)(view, command),
  plot: (scene) =>
    toTheLiving(scene, (mailbox) => (command) => {
      if (command.type === 'cancel') mailbox.post({ ...command, actor: asWorker, key: `${command.key}, at work` });
      return undefined;
    }),
};
const asWorker = 'the worker at it';

/** With its own key, so that an owner which recognises repeats hides it from who only counts what was applied. */
const reconcilesBySendingAgain: Mutant = {
  id: 'reconciles-by-sending-again',
  defect:
    'What was on its way in a cancelled run when its worker was lost is sent again to find out what became of it.',
  fails: ['cancel.in-flight-effect-is-reconciled', 'cancel.nothing-starts-after'],
  explained: 'What a later worker sends begins after the cancellation.',
  plot: (scene) => {
    const asked = new Set<string>();
    return {
      looks: () => {
        for (const { id, entity } of scene.store.unfinished('effect')) {
          const isLeft = is(entity, 'review') && is(scene.store.get('run', entity.context.run), 'closing');
          if (isLeft && !asked.has(id)) sendAgain(scene, id).catch(scene.complain);
          if (isLeft) asked.add(id);
        }
      },
    };
  },
};

const sendAgain = async ({ store, perform }: Scene, id: string): Promise<void> => {
  const effect = store.get('effect', id)?.context;
  const run = store.get('run', effect?.run ?? '')?.context;
  const step = run?.program.steps.find((one) => one.id === effect?.step);
  if (effect === undefined || run === undefined || step?.op !== 'effect') return;
  const results = Object.fromEntries(
    step.uses.map((used): [string, Json] => [used, resultIn(store, effect.slot, used)]),
  );
  const evidence = await perform({ run: effect.run, step, results, key: effect.key });
  const by = { tenant: run.tenant, actor: 'reconciler', key: `reconcile ${id}` };
  store.apply({ type: 'resolve', ...by, run: effect.run, step: step.id, outcome: 'applied', evidence });
};

const resultIn = (store: Scene['store'], slot: string, step: string): Json =>
  store.get('output', outputOf(slot, step))?.context.commits.at(-1)?.value ?? null;

/** The defects about a cancellation that meets an attempt at work. */
export const cancelAtWorkMutants: readonly Mutant[] = [
  cancelsBetweenAttempts,
  lastStepOverwritesCancel,
  waitsForItsWorker,
  reconcilesBySendingAgain,
];
