import type { Transaction } from '../transaction.ts';
import { type CommandOf, artifactOf as nameOf } from '../vocabulary.ts';
import { onAttempt, working } from './acting.ts';
import { committedArtifact, placeOf, rootOf } from './family.ts';
import { artifactOf } from './names.ts';

/** Makes known that an upload begins, so that one that is never committed can be found and listed. */
export const beginUpload = (tx: Transaction, command: CommandOf<'begin-upload'>): boolean =>
  working(tx, { command, ops: ['output'] }, (place, step) => {
    const { attempt } = command;
    return tx.create('artifact', artifactOf(attempt, step.id), {
      ...place,
      step: step.id,
      attempt,
      name: nameOf(step) ?? step.id,
    });
  });

/** The artifact store has the whole version. It is nobody's result yet. */
export const storeUpload = (
  tx: Transaction,
  { tenant, attempt, step, reference }: CommandOf<'store-upload'>,
): boolean =>
  onAttempt(
    tx,
    { tenant, attempt },
    () =>
      tx.ask('lease', attempt, { type: 'use' }) &&
      tx.ask('artifact', artifactOf(attempt, step), { type: 'store', reference }),
  );

/** Somebody could not read a committed artifact, which blocks its run; or found it again. */
export const reportArtifact = (tx: Transaction, command: CommandOf<'report-artifact'>): boolean => {
  const { tenant, run, step, state } = command;
  const place = placeOf(tx, run, step);
  const id = place === undefined ? '' : committedArtifact(tx, place.slot, step);
  return (
    tx.ask('run', run, { type: 'belong', tenant }) &&
    tx.ask('artifact', id, { type: state === 'missing' ? 'lose' : 'restore' }) &&
    (state === 'restored' || tx.ask('run', rootOf(tx, run), { type: 'block' }))
  );
};
