import { is } from '../step.ts';
import type { Transaction } from '../transaction.ts';
import type { CommandOf, Step } from '../vocabulary.ts';
import { working } from './acting.ts';
import { failSlot } from './closing.ts';
import { wake } from './committing.ts';
import { proceed } from './family.ts';
import { approvalOf } from './names.ts';
import { park } from './parking.ts';
import type { Place } from './place.ts';

/** Asks for a decision and gives the worker up: the wait is state, and holds nothing. A decision that came early is followed at once. */
export const requestApproval = (tx: Transaction, command: CommandOf<'request-approval'>): boolean =>
  working(tx, { command, ops: ['approval'] }, (place, asked) => {
    const { attempt, step, revision } = command;
    const id = approvalOf(place.run, step);
    return (
      (tx.get('approval', id) !== undefined ||
        tx.create('approval', id, { ...place, step, reviewer: reviewerOf(asked) })) &&
      tx.ask('approval', id, { type: 'request', revision, deadlineAtMs: deadlineOf(asked, tx.nowMs) }) &&
      park(tx, attempt, place) &&
      follow(tx, place, step) &&
      tx.answer({ approval: step, status: tx.get('approval', id)?.leaf ?? 'requested' })
    );
  });

/** Decides an approval, named by its step. The first decision stands; it may come before the approval is asked for. */
export const decideApproval = (tx: Transaction, command: CommandOf<'decide'>): boolean => {
  const { tenant, run, approval: step, decision, revision, actor } = command;
  const id = approvalOf(run, step);
  const wasWaiting = is(tx.get('approval', id), 'requested');
  return (
    tx.ask('run', run, { type: 'belong', tenant }) &&
    (tx.get('approval', id) !== undefined || expect(tx, run, step)) &&
    tx.ask('approval', id, { type: 'decide', decision, revision, by: actor, nowMs: tx.nowMs }) &&
    (!wasWaiting || follow(tx, { run, slot: tx.get('approval', id)?.context.slot ?? '' }, step))
  );
};

/** An approval's deadline has come, and nobody decided: its slot fails. */
export const expireApproval = (tx: Transaction, command: CommandOf<'expire-approval'>): boolean => {
  const { tenant, run, approval } = command;
  const id = approvalOf(run, approval);
  return (
    tx.ask('run', run, { type: 'belong', tenant }) &&
    tx.ask('approval', id, { type: 'expire', nowMs: tx.nowMs }) &&
    failSlot(tx, { run, slot: tx.get('approval', id)?.context.slot ?? '' })
  );
};

const reviewerOf = (step: Step | undefined): string | null =>
  step?.op === 'approval' ? (step.reviewer ?? null) : null;
const deadlineOf = (step: Step, nowMs: number): number | null =>
  step.op === 'approval' && step.deadlineMs !== undefined ? nowMs + step.deadlineMs : null;

const expect = (tx: Transaction, run: string, step: string): boolean => {
  const found = tx.get('run', run)?.context;
  const asked = found?.program.steps.find(({ id, op }) => id === step && op === 'approval');
  return (
    (asked !== undefined || tx.refuse('unknown-approval')) &&
    proceed(tx, run) &&
    tx.create('approval', approvalOf(run, step), {
      run,
      slot: found?.slots[0] ?? '',
      step,
      reviewer: reviewerOf(asked),
    })
  );
};

/** Spending a decision and going on from it are one fact: the decision is the step's result, or the end of the slot. */
const follow = (tx: Transaction, { run, slot }: Place, step: string): boolean => {
  const approval = tx.get('approval', approvalOf(run, step));
  if (is(approval, 'rejected')) return failSlot(tx, { run, slot });
  if (approval === undefined || !is(approval, 'approved')) return true;
  const { decision, revision, by } = approval.context;
  return wake(tx, { run, slot, step, by: `decision of ${by}`, value: { decision, revision } });
};
