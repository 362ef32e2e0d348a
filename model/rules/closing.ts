import { ownSteps } from '../machines/progress.ts';
import { hasTag, is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import type { CommandOf } from '../vocabulary.ts';
import { doubt } from './doubting.ts';
import { childrenOf, clock } from './family.ts';
import { leave } from './leaving.ts';
import { approvalOf, effectOf, timerOf } from './names.ts';
import type { Place } from './place.ts';

/** Nothing starts any more. What is in flight may still be recorded, so a live lease stays until its holder or its time ends it. */
export const cancel = (tx: Transaction, { tenant, run }: CommandOf<'cancel'>): boolean =>
  tx.ask('run', run, { type: 'belong', tenant }) && close(tx, run, 'cancel');

/** The deadline of a run, or its time at work, is over. */
export const expireRun = (tx: Transaction, { tenant, run }: CommandOf<'expire-run'>): boolean =>
  tx.ask('run', run, { type: 'belong', tenant }) && close(tx, run, 'expire');

/** Closes a run that has its outcome, once every effect is accounted for. */
export const account = (tx: Transaction, { tenant, run }: CommandOf<'account'>): boolean =>
  tx.ask('run', run, { type: 'belong', tenant }) &&
  tx.ask('run', run, { type: 'account', unaccounted: unaccounted(tx, run) }) &&
  closeParent(tx, run);

/** A slot that can never be done fails its run: a refused effect, a rejected approval. */
export const failSlot = (tx: Transaction, { run, slot }: Place): boolean => {
  const working = tx.get('slot', slot)?.context.active ?? null;
  return (
    tx.ask('slot', slot, { type: 'fail' }) &&
    (working === null ||
      (tx.ask('attempt', working, { type: 'fail', failure: 'its slot can never be done' }) &&
        clock(tx, run, 'pause') &&
        leave(tx, working) &&
        doubt(tx, working, { run, slot }))) &&
    close(tx, run, 'fail')
  );
};

/** Brings a run to its outcome, and with it the children that it waits for. A child that ends so fails its parent. */
export const close = (tx: Transaction, run: string, how: 'cancel' | 'fail' | 'stop' | 'expire'): boolean =>
  tx.ask('run', run, how === 'expire' ? { type: how, nowMs: tx.nowMs } : { type: how }) &&
  stop(tx, run) &&
  failParent(tx, run) &&
  closeIfAccounted(tx, run);

/** Closes a run whose outcome stands, unless an effect of it is still unaccounted for, which is no refusal. */
export const closeIfAccounted = (tx: Transaction, run: string): boolean =>
  unaccounted(tx, run) > 0 || (tx.ask('run', run, { type: 'account', unaccounted: 0 }) && closeParent(tx, run));

const stop = (tx: Transaction, run: string): boolean =>
  slotsOf(tx, run).every((slot) => {
    const { pending = null, active = null, steps = [] } = tx.get('slot', slot)?.context ?? {};
    const current = pending ?? active;
    const own = ownSteps(steps);
    return (
      (current === null || tx.ask('attempt', current, { type: 'cancel' })) &&
      own.every(({ id }) => tx.tell('approval', approvalOf(run, id), { type: 'cancel' })) &&
      own.every(({ id }) => tx.tell('timer', timerOf(run, id), { type: 'cancel' })) &&
      own.every(({ id }) => tx.tell('effect', effectOf(slot, id), { type: 'close' })) &&
      tx.ask('slot', slot, { type: 'cancel' })
    );
  }) && childrenOf(tx, run).every((child) => hasEnded(tx, child) || close(tx, child, 'stop'));

/** A parent that waits for a child that has no result any more fails with it; one that closes already does not mind. */
const failParent = (tx: Transaction, run: string): boolean => {
  const parent = tx.get('run', run)?.context.parent ?? null;
  return parent === null || !is(tx.get('slot', parent.slot), 'waiting') || failSlot(tx, parent);
};

/** A parent that only waited for its child's effects to be accounted for. */
const closeParent = (tx: Transaction, run: string): boolean => {
  const parent = tx.get('run', run)?.context.parent ?? null;
  return parent === null || !is(tx.get('run', parent.run), 'closing') || closeIfAccounted(tx, parent.run);
};

const unaccounted = (tx: Transaction, run: string): number =>
  slotsOf(tx, run)
    .flatMap((slot) => ownSteps(tx.get('slot', slot)?.context.steps ?? []).map(({ id }) => effectOf(slot, id)))
    .map((id) => tx.get('effect', id))
    .filter((effect) => effect !== undefined && !hasTag(effect, 'accounted')).length +
  childrenOf(tx, run).reduce((sum, child) => sum + unaccounted(tx, child), 0);

const hasEnded = (tx: Transaction, run: string): boolean => {
  const found = tx.get('run', run);
  return found !== undefined && (hasTag(found, 'terminal') || is(found, 'closing'));
};

const slotsOf = (tx: Transaction, run: string): readonly string[] => tx.get('run', run)?.context.slots ?? [];
