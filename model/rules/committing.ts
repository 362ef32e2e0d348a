import type { Transaction } from '../transaction.ts';
import type { CommandOf, Json } from '../vocabulary.ts';
import { type Place, working } from './acting.ts';
import { outputOf } from './names.ts';

/** Makes the result of a model or tool step durable. It answers with the new state revision. */
export const commit = (tx: Transaction, command: CommandOf<'commit'>): boolean =>
  working(tx, { command, ops: ['model', 'tool'] }, ({ run, slot }) => {
    const { attempt, step, revision, value } = command;
    return (
      tx.ask('slot', slot, { type: 'advance', attempt, step, revision }) &&
      keep(tx, { run, slot, step, by: attempt, value }) &&
      tx.answer({ revision: tx.get('slot', slot)?.context.done ?? 0 })
    );
  });

type Result = Place & { readonly step: string; readonly by: string; readonly value: Json };

/** Writes the one result of a step. */
export const keep = (tx: Transaction, { run, slot, step, by, value }: Result): boolean => {
  const id = outputOf(slot, step);
  return (
    (tx.get('output', id) !== undefined || tx.create('output', id, { run, slot, step })) &&
    tx.ask('output', id, { type: 'commit', by, atMs: tx.nowMs, value })
  );
};
