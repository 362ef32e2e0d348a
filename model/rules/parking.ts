import type { Transaction } from '../transaction.ts';
import { leave } from './leaving.ts';

/** An attempt ends because its slot waits: the wait is state, and holds no worker. */
export const park = (tx: Transaction, attempt: string, slot: string): boolean =>
  tx.ask('slot', slot, { type: 'park', attempt }) && tx.ask('attempt', attempt, { type: 'park' }) && leave(tx, attempt);
