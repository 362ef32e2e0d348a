import { ownSteps } from '../machines/progress.ts';
import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import { rootOf } from './family.ts';
import { effectOf } from './names.ts';
import type { Place } from './place.ts';

/** What an attempt had sent and not heard of when it ended. */
export const doubt = (tx: Transaction, attempt: string, { run, slot }: Place): boolean => {
  const effects = ownSteps(tx.get('slot', slot)?.context.steps ?? []).map(({ id }) => effectOf(slot, id));
  const isClosing = is(tx.get('run', run), 'closing');
  return (
    effects.every((id) => tx.tell('effect', id, { type: 'doubt', attempt, isClosing })) &&
    (!effects.some((id) => is(tx.get('effect', id), 'review')) || tx.ask('run', rootOf(tx, run), { type: 'review' }))
  );
};
