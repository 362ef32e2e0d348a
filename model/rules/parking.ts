import type { Transaction } from '../transaction.ts';
import { clock } from './family.ts';
import { leave } from './leaving.ts';
import type { Place } from './place.ts';

/** An attempt ends because its slot waits: the wait is state, and holds no worker. */
export const park = (tx: Transaction, attempt: string, { run, slot }: Place): boolean =>
  tx.ask('slot', slot, { type: 'park', attempt }) &&
  clock(tx, run, 'pause') &&
  tx.ask('attempt', attempt, { type: 'park' }) &&
  leave(tx, attempt);
