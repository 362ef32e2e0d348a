import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import type { CommandOf, Json } from '../vocabulary.ts';
import { closeIfAccounted, failSlot } from './closing.ts';
import { settle } from './committing.ts';
import { placeOf, placesOf, stepsOf } from './family.ts';
import { effectOf } from './names.ts';
import type { Place } from './place.ts';

/** An owner that can be asked was asked: its word settles the effect, or lets it be sent once more. */
export const lookUp = (tx: Transaction, command: CommandOf<'look-up'>): boolean => {
  const { found, askedAtMs, receipt, actor } = command;
  return onEffect(tx, command, (place, step) => {
    const isClosing = is(tx.get('run', place.run), 'closing');
    const { deliveryMs = 0 } = tx.view.settings;
    return (
      tx.ask('effect', effectOf(place.slot, step), { type: 'look-up', found, askedAtMs, deliveryMs, isClosing }) &&
      goOn(tx, place, { step, by: `owner, asked by ${actor}`, value: receipt })
    );
  });
};

/** An owner calls back about an action of a run. It may do so again and again; only the first time is news. */
export const callBack = (tx: Transaction, command: CommandOf<'callback'>): boolean => {
  const { tenant, run, actionKey, outcome, receipt } = command;
  const named = placesOf(tx, run)
    .flatMap(({ slot }) => stepsOf(tx, slot).map((step) => ({ slot, step })))
    .find(({ slot, step }) => tx.get('effect', effectOf(slot, step))?.context.key === actionKey);
  return onEffect(tx, { tenant, run, step: named?.step ?? '' }, (place, step) => {
    const id = effectOf(place.slot, step);
    const before = tx.get('effect', id)?.leaf;
    return (
      tx.ask('effect', id, { type: 'callback', outcome }) &&
      (tx.get('effect', id)?.leaf === before || goOn(tx, place, { step, by: 'owner, calling back', value: receipt }))
    );
  });
};

/** A person says, with evidence, what became of an effect that nobody else could tell. */
export const resolve = (tx: Transaction, command: CommandOf<'resolve'>): boolean =>
  onEffect(
    tx,
    command,
    (place, step) =>
      tx.ask('effect', effectOf(place.slot, step), { type: 'resolve', outcome: command.outcome }) &&
      goOn(tx, place, { step, by: `evidence of ${command.actor}`, value: command.evidence }),
  );

type OfEffect = { readonly tenant: string; readonly run: string; readonly step: string };
const onEffect = (
  tx: Transaction,
  { tenant, run, step }: OfEffect,
  then: (place: Place, step: string) => boolean,
): boolean => {
  const place = placeOf(tx, run, step);
  return (
    tx.ask('run', run, { type: 'belong', tenant }) &&
    (place === undefined || tx.get('effect', effectOf(place.slot, step)) === undefined
      ? tx.refuse('unknown-effect')
      : then(place, step))
  );
};

type Word = { readonly step: string; readonly by: string; readonly value: Json };

/** What follows once an effect is settled without its attempt: its slot goes on or fails, and a closing run may close. */
const goOn = (tx: Transaction, place: Place, word: Word): boolean => {
  const effect = tx.get('effect', effectOf(place.slot, word.step));
  const isSettled = ['applied', 'refused', 'dropped'].some((state) => is(effect, state));
  if (!isSettled) return tx.answer({ status: effect?.leaf ?? null });
  const answered = tx.answer({ status: effect?.leaf ?? null });
  if (is(tx.get('run', place.run), 'closing')) return answered && closeIfAccounted(tx, place.run);
  return answered && (is(effect, 'applied') ? settle(tx, { ...place, ...word }) : failSlot(tx, place));
};
