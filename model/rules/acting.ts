import type { Entity } from '../kinds.ts';
import { ownSteps } from '../machines/progress.ts';
import type { Transaction } from '../transaction.ts';
import type { Step, StepOp } from '../vocabulary.ts';

import { proceed } from './family.ts';
import type { Place } from './place.ts';

type OnSlot = { readonly tenant: string; readonly run: string; readonly slot: string };
type OnAttempt = { readonly tenant: string; readonly attempt: string };
type OnStep = OnAttempt & { readonly step: string };

/** A command about a slot: it must resolve in the command's tenant and run, and answers otherwise as if it did not exist. */
export const onSlot = (tx: Transaction, command: OnSlot, then: (slot: Entity<'slot'>) => boolean): boolean => {
  const { tenant, run, slot } = command;
  const found = tx.get('slot', slot);
  return tx.ask('slot', slot, { type: 'belong', tenant, run }) && found !== undefined && then(found);
};

/** A command about an attempt of the command's tenant, whatever has become of it. */
export const onAttempt = (tx: Transaction, command: OnAttempt, then: (place: Place) => boolean): boolean => {
  const found = tx.get('attempt', command.attempt);
  return (
    tx.ask('attempt', command.attempt, { type: 'belong', tenant: command.tenant }) &&
    found !== undefined &&
    then({ run: found.context.run, slot: found.context.slot })
  );
};

/** A worker does something new: its lease must be live and its run may still start things. */
export const acting = (tx: Transaction, command: OnAttempt, then: (place: Place) => boolean): boolean =>
  onAttempt(
    tx,
    command,
    (place) => tx.ask('lease', command.attempt, { type: 'use' }) && proceed(tx, place.run) && then(place),
  );

type Work = { readonly command: OnStep; readonly ops: readonly StepOp[] };

/** A worker works on the next step of its slot: besides, its attempt must be running and current. */
export const working = (
  tx: Transaction,
  { command, ops }: Work,
  then: (place: Place, step: Step) => boolean,
): boolean =>
  acting(tx, command, (place) => {
    const { attempt, step } = command;
    const found = ownSteps(tx.get('slot', place.slot)?.context.steps ?? []).find(({ id }) => id === step);
    return (
      tx.ask('attempt', attempt, { type: 'act' }) &&
      tx.ask('slot', place.slot, { type: 'work', attempt, step, ops }) &&
      (found === undefined ? tx.refuse('step-is-not-next') : then(place, found))
    );
  });
