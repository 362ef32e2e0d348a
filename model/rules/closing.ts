import { hasTag } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import type { CommandOf } from '../vocabulary.ts';
import type { Place } from './acting.ts';
import { leave } from './leaving.ts';
import { approvalOf, effectOf } from './names.ts';

/** Nothing starts any more. What is in flight may still be recorded, so a live lease stays until its holder or its time ends it. */
export const cancel = (tx: Transaction, { tenant, run }: CommandOf<'cancel'>): boolean =>
  tx.ask('run', run, { type: 'belong', tenant }) &&
  tx.ask('run', run, { type: 'cancel' }) &&
  stop(tx, run) &&
  closeIfAccounted(tx, run);

/** Closes a run that has its outcome, once every effect is accounted for. */
export const account = (tx: Transaction, { tenant, run }: CommandOf<'account'>): boolean =>
  tx.ask('run', run, { type: 'belong', tenant }) &&
  tx.ask('run', run, { type: 'account', unaccounted: unaccounted(tx, run) });

/** A slot that can never be done fails its run: a refused effect, a rejected approval. */
export const failSlot = (tx: Transaction, { run, slot }: Place): boolean => {
  const working = tx.get('slot', slot)?.context.active ?? null;
  return (
    tx.ask('slot', slot, { type: 'fail' }) &&
    (working === null || (tx.ask('attempt', working, { type: 'fail' }) && leave(tx, working))) &&
    failRun(tx, run)
  );
};

/** The run of a slot that has failed. */
export const failRun = (tx: Transaction, run: string): boolean =>
  tx.ask('run', run, { type: 'fail' }) && stop(tx, run) && closeIfAccounted(tx, run);

/** Closes a run whose outcome stands, unless an effect of it is still unaccounted for, which is no refusal. */
export const closeIfAccounted = (tx: Transaction, run: string): boolean =>
  unaccounted(tx, run) > 0 || tx.ask('run', run, { type: 'account', unaccounted: 0 });

const stop = (tx: Transaction, run: string): boolean =>
  slotsOf(tx, run).every((slot) => {
    const { pending = null, active = null, steps = [] } = tx.get('slot', slot)?.context ?? {};
    const current = pending ?? active;
    return (
      (current === null || tx.ask('attempt', current, { type: 'cancel' })) &&
      steps.every(({ id }) => tx.tell('approval', approvalOf(run, id), { type: 'cancel' })) &&
      steps.every(({ id }) => tx.tell('effect', effectOf(slot, id), { type: 'close' })) &&
      tx.ask('slot', slot, { type: 'cancel' })
    );
  });

const unaccounted = (tx: Transaction, run: string): number =>
  slotsOf(tx, run)
    .flatMap((slot) => tx.get('slot', slot)?.context.steps.map(({ id }) => effectOf(slot, id)) ?? [])
    .map((id) => tx.get('effect', id))
    .filter((effect) => effect !== undefined && !hasTag(effect, 'accounted')).length;

const slotsOf = (tx: Transaction, run: string): readonly string[] => tx.get('run', run)?.context.slots ?? [];
