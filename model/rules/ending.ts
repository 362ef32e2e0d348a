import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import type { CommandOf } from '../vocabulary.ts';
import { acting, onAttempt } from './acting.ts';
import { close } from './closing.ts';
import { resultOf, wake } from './committing.ts';
import { doubt } from './doubting.ts';
import { clock, stepsOf } from './family.ts';
import { leave } from './leaving.ts';
import { artifactOf } from './names.ts';
import type { Place } from './place.ts';

/** A worker says that its attempt failed. That can precede both ends, so its worker and its lease stay as they are. */
export const fail = (tx: Transaction, command: CommandOf<'fail'>): boolean =>
  onAttempt(
    tx,
    command,
    (place) =>
      tx.ask('lease', command.attempt, { type: 'use' }) &&
      tx.ask('attempt', command.attempt, { type: 'fail', failure: command.error }) &&
      bury(tx, { attempt: command.attempt, step: command.step ?? null }, place),
  );

/** Every step is committed: the slot and its run succeeded, and a parent has the result that it waits for. */
export const finish = (tx: Transaction, command: CommandOf<'finish'>): boolean =>
  acting(
    tx,
    command,
    ({ run, slot }) =>
      tx.ask('slot', slot, { type: 'finish', attempt: command.attempt }) &&
      tx.ask('attempt', command.attempt, { type: 'succeed' }) &&
      leave(tx, command.attempt) &&
      clock(tx, run, 'pause') &&
      tx.ask('run', run, { type: 'succeed' }) &&
      deliver(tx, { run, slot }),
  );

/** A child's result is that of its last step. */
const deliver = (tx: Transaction, { run, slot }: Place): boolean => {
  const parent = tx.get('run', run)?.context.parent ?? null;
  const last = tx.get('slot', slot)?.context.steps.at(-1)?.id ?? '';
  return parent === null || wake(tx, { ...parent, by: run, value: resultOf(tx, slot, last) });
};

/** A worker gives its lease back, and with it its attempt. */
export const releaseLease = (tx: Transaction, command: CommandOf<'release-lease'>): boolean =>
  endLease(tx, command, 'release');

/** The lease is due and was not extended. */
export const expire = (tx: Transaction, command: CommandOf<'expire'>): boolean => endLease(tx, command, 'expire');

/** An operator ends a lease before its time. */
export const revoke = (tx: Transaction, command: CommandOf<'revoke'>): boolean => endLease(tx, command, 'revoke');

type Attempt = { readonly tenant: string; readonly attempt: string };
const failures = { release: 'it gave its lease back', expire: 'its lease expired', revoke: 'its lease was revoked' };
const endLease = (tx: Transaction, command: Attempt, how: 'release' | 'expire' | 'revoke'): boolean =>
  onAttempt(
    tx,
    command,
    (place) =>
      tx.ask('lease', command.attempt, { type: how, nowMs: tx.nowMs }) &&
      lose(tx, command.attempt, { ...place, failure: failures[how] }),
  );

/** The process of a worker ended. Its slot waits for the lease, which says who may write. */
export const exit = (tx: Transaction, command: CommandOf<'exit'>): boolean =>
  onAttempt(tx, command, () => tx.ask('worker', command.attempt, { type: 'exit', status: command.status }));

/** A worker is taken for lost: a grace after its lease expired or was revoked, or because somebody saw it die. Its lease stays as it is. */
export const reportLost = (tx: Transaction, command: CommandOf<'report-lost'>): boolean =>
  onAttempt(tx, command, (place) => {
    const { attempt, because } = command;
    const { graceMs } = tx.view.settings;
    return (
      (because === 'death-seen' || tx.ask('lease', attempt, { type: 'outlive', nowMs: tx.nowMs, graceMs })) &&
      tx.ask('worker', attempt, { type: 'lose' }) &&
      lose(tx, attempt, { ...place, failure: because })
    );
  });

const lose = (tx: Transaction, attempt: string, { failure, ...place }: Place & { readonly failure: string }): boolean =>
  tx.ask('attempt', attempt, { type: 'lose', failure }) && bury(tx, { attempt, step: null }, place);

type Dead = { readonly attempt: string; readonly step: string | null };

/** An attempt is over without a result: what it had sent is in doubt, and its slot waits for a retry if it was the current one. */
const bury = (tx: Transaction, dead: Dead, { run, slot }: Place): boolean => {
  const { backoffMs, maxAttempts = Number.POSITIVE_INFINITY } = tx.view.settings;
  const limit = tx.get('run', run)?.context.program.limits?.attempts ?? maxAttempts;
  const active = tx.get('slot', slot)?.context.active ?? null;
  const wasFailed = is(tx.get('slot', slot), 'failed');
  return (
    doubt(tx, dead.attempt, { run, slot }) &&
    stepsOf(tx, slot).every((step) => tx.tell('artifact', artifactOf(dead.attempt, step), { type: 'abandon' })) &&
    (active !== dead.attempt || clock(tx, run, 'pause')) &&
    tx.ask('slot', slot, { type: 'lose', ...dead, nowMs: tx.nowMs, backoffMs, maxAttempts: limit }) &&
    (wasFailed || !is(tx.get('slot', slot), 'failed') || close(tx, run, 'fail'))
  );
};
