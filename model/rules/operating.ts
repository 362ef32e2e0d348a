import type { Transaction } from '../transaction.ts';
import type { CommandOf, LaunchSpecification } from '../vocabulary.ts';
import { onSlot } from './acting.ts';
import { priorOf } from './claiming.ts';
import { proceed } from './family.ts';
import { decided } from './recovering.ts';

/** Reopens a slot in retry-wait under a launch specification that fits the asked class. It creates nothing. */
export const reassign = (tx: Transaction, command: CommandOf<'reassign'>): boolean =>
  onSlot(tx, command, (found) => {
    const { slot, actor, reason } = command;
    const specification = compatibleWith(tx, command);
    return (
      tx.ask('slot', slot, { type: 'reassign', actor, reason, prior: priorOf(tx, found), specification }) &&
      decided(tx, slot, { operation: 'reassign', actor, reason }) &&
      tx.answer({ specification: specification?.id ?? null })
    );
  });

/** Of those that fit, the one with the least id: any would do, but every view must choose the same. */
const compatibleWith = (tx: Transaction, command: CommandOf<'reassign'>): LaunchSpecification | null => {
  const { tenant, run, slot, workerClass } = command;
  const fitting = tx.view
    .specifications(run, slot)
    .filter((id) => tx.accepts('specification', id, { type: 'fit', tenant, run, slot, workerClass }));
  return tx.get('specification', fitting.toSorted()[0] ?? '')?.context ?? null;
};

/** Keeps a slot that nobody works on from being claimed. */
export const hold = (tx: Transaction, command: CommandOf<'hold'>): boolean =>
  onSlot(tx, command, () => proceed(tx, command.run) && tx.ask('slot', command.slot, { type: 'hold' }));

/** Lets a held slot be claimed again. */
export const release = (tx: Transaction, command: CommandOf<'release'>): boolean =>
  onSlot(tx, command, () => tx.ask('slot', command.slot, { type: 'release' }));
