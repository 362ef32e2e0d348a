import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import type { CommandOf, Json } from '../vocabulary.ts';
import { onAttempt, working } from './acting.ts';
import { closeIfAccounted, failSlot } from './closing.ts';
import { advance } from './committing.ts';
import { effectOf } from './names.ts';
import type { Place } from './place.ts';

/** Makes an action's key and arguments durable before it is sent. A later attempt is answered with what the first one chose. */
export const intend = (tx: Transaction, command: CommandOf<'intend'>): boolean =>
  working(tx, { command, ops: ['effect'] }, ({ run, slot }, step) => {
    const id = effectOf(slot, step.id);
    const contract = step.op === 'effect' ? step.contract : 'opaque';
    const input = { run, slot, step: step.id, contract, key: command.actionKey, arguments: command.arguments };
    const isKept =
      tx.get('effect', id) === undefined ? tx.create('effect', id, input) : tx.ask('effect', id, { type: 'intend' });
    const kept = tx.get('effect', id)?.context ?? input;
    return (
      isKept &&
      tx.answer({ actionKey: kept.key, arguments: kept.arguments, status: tx.get('effect', id)?.leaf ?? null })
    );
  });

/** Says that the action is about to be sent: from here on it may have happened. */
export const dispatch = (tx: Transaction, command: CommandOf<'dispatch'>): boolean =>
  working(tx, { command, ops: ['effect'] }, ({ slot }) => {
    const id = effectOf(slot, command.step);
    return tx.get('effect', id) === undefined
      ? tx.refuse('effect-not-intended')
      : tx.ask('effect', id, { type: 'dispatch', attempt: command.attempt, nowMs: tx.nowMs }) &&
          tx.answer(authorityOf(tx, command, slot));
  });

/** Under whose name an action is sent, and the fencing token of the attempt: an owner that guards itself turns an older one away. */
const authorityOf = (tx: Transaction, { tenant }: CommandOf<'dispatch'>, slot: string): Json => ({
  principal: tenant,
  token: tx.get('slot', slot)?.context.attempts ?? 0,
});

/** The owner took the action and will say its outcome later. */
export const acknowledge = (tx: Transaction, command: CommandOf<'acknowledge'>): boolean =>
  onAttempt(
    tx,
    command,
    ({ run, slot }) =>
      tx.ask('lease', command.attempt, { type: 'use' }) &&
      tx.ask('run', run, { type: 'reconcile' }) &&
      tx.ask('attempt', command.attempt, { type: 'report' }) &&
      tx.ask('effect', effectOf(slot, command.step), { type: 'accept' }),
  );

/** Writes the owner's answer down. It is the step's result, or the end of the slot; in a closing run it is only accounted for. */
export const record = (tx: Transaction, command: CommandOf<'record'>): boolean =>
  onAttempt(tx, command, (place) => {
    const { attempt, step, outcome } = command;
    const isClosing = is(tx.get('run', place.run), 'closing');
    return (
      tx.ask('lease', attempt, { type: 'use' }) &&
      tx.ask('run', place.run, { type: 'reconcile' }) &&
      tx.ask('attempt', attempt, { type: 'report' }) &&
      (isClosing || tx.ask('slot', place.slot, { type: 'work', attempt, step, ops: ['effect'] })) &&
      tx.ask('effect', effectOf(place.slot, step), { type: 'record', outcome }) &&
      (isClosing ? closeIfAccounted(tx, place.run) : settle(tx, command, place))
    );
  });

const settle = (tx: Transaction, command: CommandOf<'record'>, { run, slot }: Place): boolean => {
  const { attempt, step, revision, outcome, receipt } = command;
  if (outcome === 'refused') return failSlot(tx, { run, slot });
  return advance(tx, { run, slot, attempt, step, revision, value: receipt });
};
