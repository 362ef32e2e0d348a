import type { Recovery } from '../machines/attempt.ts';
import { ownSteps } from '../machines/progress.ts';
import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import { type CommandOf, dependenciesOf, type Step } from '../vocabulary.ts';
import { onSlot } from './acting.ts';
import { committedArtifact, missingIn, placesOf, proceed, rootOf, stepsOf } from './family.ts';
import { approvalOf, effectOf, outputOf } from './names.ts';
import type { Place } from './place.ts';

/** Tries unfinished work again: at once, or a named step although it was committed. */
export const retry = (tx: Transaction, command: CommandOf<'retry'>): boolean =>
  onSlot(tx, command, () => {
    const { run, slot, reason, actor, step } = command;
    return (
      (step === undefined
        ? proceed(tx, run) && tx.ask('slot', slot, { type: 'retry', reason })
        : repeat(tx, { run, slot }, { step, reason })) && decided(tx, slot, { operation: 'retry', actor, reason })
    );
  });

type Named = { readonly step: string; readonly reason: string };

/** The step is done again, with the work that rests on it. An effect that rests on it has its key and arguments, and stands in the way. */
const repeat = (tx: Transaction, place: Place, { step, reason }: Named): boolean => {
  const { run, slot } = place;
  const resting = restingOn(tx, slot, step);
  const steps = resting.map(({ id }) => id);
  const isWaitOver = steps.some((id) => is(tx.get('approval', approvalOf(run, id)), 'requested'));
  const named = resting.find(({ id }) => id === step);
  return (
    (named === undefined || isRepeatable(named) || tx.refuse('step-is-of-another-kind')) &&
    resting.every(({ id }) => tx.tell('effect', effectOf(slot, id), { type: 'rest' })) &&
    tx.ask('slot', slot, { type: 'repeat', step, reason, steps, isWaitOver }) &&
    resting.every(({ id }) => reopen(tx, place, id)) &&
    tx.ask('run', rootOf(tx, run), { type: 'repeat', missing: missingIn(tx, rootOf(tx, run)) })
  );
};

/** A timer that passed has passed, a child that ended has ended, and what holds other steps has no work of its own. */
const isRepeatable = ({ op }: Step): boolean => !['timer', 'child', 'parallel', 'choose'].includes(op);

const reopen = (tx: Transaction, { run, slot }: Place, step: string): boolean => {
  const artifact = committedArtifact(tx, slot, step);
  // What a branch took over belongs to its parent still.
  const isOwn = tx.get('artifact', artifact)?.context.run === run;
  return (
    (!isOwn || tx.tell('artifact', artifact, { type: 'replace' })) &&
    tx.tell('output', outputOf(slot, step), { type: 'reopen' }) &&
    tx.tell('approval', approvalOf(run, step), { type: 'supersede' })
  );
};

/** A timer that passed has passed, and a child that ended has ended; all else that rests on a step is made anew with it. */
const restingOn = (tx: Transaction, slot: string, step: string): readonly Step[] => {
  const { steps = [] } = tx.get('slot', slot)?.context ?? {};
  const program = { id: '', title: '', steps };
  return ownSteps(steps).filter(
    ({ id, op }) => id === step || (op !== 'timer' && op !== 'child' && dependenciesOf(program, id).has(step)),
  );
};

/** Goes on with a run that had stopped for a person. */
export const resume = (tx: Transaction, { tenant, run, actor, reason }: CommandOf<'resume'>): boolean =>
  tx.ask('run', run, { type: 'belong', tenant }) &&
  tx.ask('run', run, { type: 'resume', reason, undecided: undecided(tx, run), missing: missingIn(tx, run) }) &&
  placesOf(tx, run).every(({ slot }) => decided(tx, slot, { operation: 'resume', actor, reason }));

const undecided = (tx: Transaction, run: string): number =>
  placesOf(tx, run)
    .flatMap(({ slot }) => stepsOf(tx, slot).map((step) => effectOf(slot, step)))
    .filter((id) => is(tx.get('effect', id), 'review')).length;

/** Links a person's decision to the failure of the attempt that a slot names as prior. */
export const decided = (tx: Transaction, slot: string, recovery: Recovery): boolean =>
  tx.tell('attempt', tx.get('slot', slot)?.context.prior ?? '', { type: 'recover', recovery, isAutomatic: false });

/** Where nobody decided anything, the claim that comes in due time is the decision. */
export const retried = (tx: Transaction, slot: string, actor: string): boolean => {
  const recovery = { operation: 'retry', actor, reason: 'its retry time had come' } as const;
  return tx.tell('attempt', tx.get('slot', slot)?.context.prior ?? '', {
    type: 'recover',
    recovery,
    isAutomatic: true,
  });
};
