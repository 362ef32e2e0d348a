import type { Transaction } from '../transaction.ts';

/** An attempt ended in order: it gives its lease back and its worker is through with it. */
export const leave = (tx: Transaction, attempt: string): boolean =>
  tx.ask('lease', attempt, { type: 'leave', nowMs: tx.nowMs }) && tx.ask('worker', attempt, { type: 'leave' });
