import type { Entity } from '../kinds.ts';
import type { Prior } from '../machines/slot-words.ts';
import { hasTag } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import type { CommandOf } from '../vocabulary.ts';
import { acting, onAttempt, onSlot } from './acting.ts';
import { clock, proceed } from './family.ts';
import { attemptOf } from './names.ts';
import { retried } from './recovering.ts';

/** The only rule that creates an attempt, its worker and its lease. */
export const claim = (tx: Transaction, command: CommandOf<'claim'>): boolean =>
  onSlot(tx, command, (found) => {
    const { tenant, run, slot, workerClass, owner } = command;
    const { attempts, specification } = found.context;
    const attempt = attemptOf(slot, attempts + 1);
    const prior = priorOf(tx, found);
    return (
      proceed(tx, run) &&
      tx.ask('slot', slot, { type: 'claim', attempt, workerClass, nowMs: tx.nowMs, prior }) &&
      retried(tx, slot, command.actor) &&
      tx.create('attempt', attempt, { tenant, run, slot, specification }) &&
      tx.create('lease', attempt, { slot, untilMs: tx.nowMs + tx.view.settings.leaseMs }) &&
      tx.create('worker', attempt, { slot, owner }) &&
      tx.answer({ attempt })
    );
  });

/** What is recorded of the attempt that a slot names as prior. */
export const priorOf = (tx: Transaction, slot: Entity<'slot'>): Prior | null => {
  const id = slot.context.prior;
  if (id === null) return null;
  const worker = tx.get('worker', id);
  const lease = tx.get('lease', id);
  if (worker === undefined || lease === undefined) return null;
  return {
    isWorkerTerminal: hasTag(worker, 'terminal'),
    isLeaseTerminal: hasTag(lease, 'terminal'),
    owner: worker.context.owner,
  };
};

/** The claimed worker is up and takes its slot over. */
export const start = (tx: Transaction, command: CommandOf<'start'>): boolean =>
  acting(
    tx,
    command,
    ({ run, slot }) =>
      tx.ask('attempt', command.attempt, { type: 'start' }) &&
      clock(tx, run, 'work') &&
      tx.ask('worker', command.attempt, { type: 'start' }) &&
      tx.ask('slot', slot, { type: 'start', attempt: command.attempt }),
  );

/** Extends a lease that is live, and revives none. */
export const heartbeat = (tx: Transaction, command: CommandOf<'heartbeat'>): boolean =>
  onAttempt(tx, command, () =>
    tx.ask('lease', command.attempt, { type: 'heartbeat', untilMs: tx.nowMs + tx.view.settings.leaseMs }),
  );
