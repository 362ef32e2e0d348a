import { randomUUID } from 'node:crypto';
import type { View } from '../../model/transaction.ts';
import type { Command } from '../../model/vocabulary.ts';
import type { Store } from '../store.ts';
import type { Mutant } from './mutant.ts';
import { altered } from './writes.ts';

const leaving = 'leaving/';
const forEver = Number.MAX_SAFE_INTEGER;

/** It means to be done soon, so that nobody has to look after what it has. */
const leavesTheSweep: Mutant = {
  id: 'leaves-the-sweep',
  defect:
    'A worker that is told to stop in order takes what it has out of the sweep: where it is killed before it is done, nobody takes that up.',
  fails: ['recovery.run-finishes-after-any-interruption'],
  reports: ['sidekiq-group-stuck-after-kill-in-drain'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    return staysOut(view, command) ? altered(decision, 'lease', () => ({ untilMs: forEver })) : decision;
  },
  plot: ({ store }) => ({ drains: () => takeOut(store) }),
};

/** Every heartbeat after the one that said so leaves it as it is. */
const staysOut = (view: View, command: Command): boolean =>
  command.type === 'heartbeat' &&
  (command.key.startsWith(leaving) || view.get('lease', command.attempt)?.context.untilMs === forEver);

const takeOut = (store: Store): void => {
  for (const { id } of store.unfinished('lease')) {
    const tenant = store.get('attempt', id)?.context.tenant ?? '';
    store.apply({ type: 'heartbeat', tenant, actor: 'drain', key: `${leaving}${randomUUID()}`, attempt: id });
  }
};

/** The defects of a worker that is told to stop in order. */
export const drainMutants: readonly Mutant[] = [leavesTheSweep];
