import type { Entity } from '../../model/kinds.ts';
import { approvalOf } from '../../model/rules/names.ts';
import { is } from '../../model/step.ts';
import type { View, Write } from '../../model/transaction.ts';
import type { Command, CommandOf } from '../../model/vocabulary.ts';
import type { Decide } from '../store.ts';
import type { Mutant } from './mutant.ts';
import { overlay } from './overlay.ts';
import { altered, andThen, by, merged, moved, ok, replaced } from './writes.ts';

const decisionOf = (view: View, command: Command): Entity<'approval'> | undefined =>
  command.type === 'decide' ? view.get('approval', approvalOf(command.run, command.approval)) : undefined;

/** The wait that was closed, in whose place a question is asked anew. */
const closedBy = (view: View, command: Command): Entity<'approval'> | undefined => {
  if (command.type !== 'request-approval') return undefined;
  const run = view.get('attempt', command.attempt)?.context.run ?? '';
  const before = view.get('approval', approvalOf(run, command.step));
  return is(before, 'superseded') ? before : undefined;
};

/** As with a signal to nobody: who sends it learns nothing of it. */
const dropsEarlyDecisions: Mutant = {
  id: 'drops-early-decisions',
  defect: 'A decision that comes before its wait is registered is answered with ok and dropped.',
  fails: ['approval.early-decision-is-not-lost'],
  decide: (plain) => (view, command) => {
    const isEarly = command.type === 'decide' && decisionOf(view, command) === undefined;
    return isEarly && is(view.get('run', command.run), 'running') ? ok : plain(view, command);
  },
};

/** What it overturns is stopped as by a cancellation. A run that has ended keeps its end. */
const lastDecisionWins: Mutant = {
  id: 'last-decision-wins',
  defect: 'A rejection that comes after the approval was accepted ends the run.',
  fails: ['approval.first-decision-stands'],
  decide: (plain) => (view, command) => {
    if (command.type !== 'decide' || command.decision !== 'reject' || !is(decisionOf(view, command), 'approved'))
      return plain(view, command);
    const { run, approval } = command;
    const overturned: readonly Write[] = replaced(
      view,
      { kind: 'approval', id: approvalOf(run, approval) },
      (found) => ({
        ...found,
        context: { ...found.context, decision: 'reject' as const, by: command.actor },
      }),
    );
    return andThen(
      view,
      { ...ok, writes: overturned },
      (after) => plain(after, { ...by(command), type: 'cancel', run }).writes,
    );
  },
};

/** As where a decision sets the status of its run without a look at the one it had. */
const approvalReopensRun: Mutant = {
  id: 'approval-reopens-run',
  defect: 'An approval sets its run to running, also where the run has ended.',
  fails: ['approval.late-one-restarts-nothing'],
  decide: (plain) => (view, command) => {
    const run = command.type === 'decide' && command.decision === 'approve' ? command.run : '';
    const isOver = is(view.get('run', run), 'succeeded') || is(view.get('run', run), 'failed');
    return isOver ? { ...ok, writes: moved(view, 'run', { id: run, leaf: 'running' }) } : plain(view, command);
  },
};

/** What waits for the decision and what was cancelled are told apart nowhere: the wait is gone on from. */
const approvalRevivesCancelled: Mutant = {
  id: 'approval-revives-cancelled',
  defect: 'A decision on a run that was cancelled is followed, and its slot can be claimed again.',
  fails: ['approval.late-one-restarts-nothing', 'cancel.nothing-starts-after', 'cancel.one-terminal-outcome'],
  explained:
    'The run had been cancelled, and steps of it begin and bring it to another end, against the two requirements of cancellation.',
  decide: (plain) => (view, command) =>
    command.type === 'decide' && is(view.get('run', command.run), 'cancelled')
      ? revived(plain, view, command)
      : plain(view, command),
};

const revived = (plain: Decide, view: View, command: CommandOf<'decide'>) => {
  const { run, approval: step, revision } = command;
  const [slot = ''] = view.get('run', run)?.context.slots ?? [];
  const context = { run, slot, step, reviewer: null, deadlineAtMs: null, revision, decision: null, by: null };
  const before = [
    ...moved(view, 'run', { id: run, leaf: 'running' }),
    ...moved(view, 'slot', { id: slot, leaf: 'waiting' }),
    { kind: 'approval', id: approvalOf(run, step), entity: { kind: 'approval', leaf: 'requested', context } },
  ] as const;
  const decision = plain(overlay(view, before), command);
  return decision.answer.status === 'refused' ? decision : { ...decision, writes: merged(before, decision.writes) };
};

/** An early decision names no content, and is refused as before. */
const ignoresTheRevision: Mutant = {
  id: 'ignores-the-revision',
  defect: 'A decision counts for what is asked now, whatever content it was made about.',
  fails: ['approval.binds-one-revision'],
  decide: (plain) => (view, command) => {
    const asked = decisionOf(view, command);
    return command.type === 'decide' && asked !== undefined && is(asked, 'requested')
      ? plain(view, { ...command, revision: asked.context.revision ?? '' })
      : plain(view, command);
  },
};

/** Whom a wait names is shown, and nobody asks for it. */
const forgetsTheReviewer: Mutant = {
  id: 'forgets-the-reviewer',
  defect: 'Anybody may decide, whoever the wait names.',
  fails: ['approval.only-the-reviewer-decides'],
  defects: { without: [{ kind: 'approval', reason: 'not-the-reviewer' }] },
};

/** It is kept in the memory of one process, and nothing of it is ever shown. */
const strangersComeFirst: Mutant = {
  id: 'strangers-come-first',
  defect:
    'A decision by somebody else is refused and taken for the first one all the same, so that the reviewer comes too late.',
  fails: ['approval.only-the-reviewer-decides'],
  decide: (plain) => {
    const decided = new Set<string>();
    return (view, command) => {
      const decision = plain(view, command);
      if (command.type !== 'decide') return decision;
      const id = approvalOf(command.run, command.approval);
      const { answer } = decision;
      if (answer.status === 'ok' && decided.has(id))
        return { answer: { status: 'refused', reason: 'already-decided' }, writes: [] };
      if (answer.status === 'refused' && answer.reason === 'not-the-reviewer') decided.add(id);
      return decision;
    };
  },
};

/** The wait has its decision; that it is asked for about something else is not looked at. */
const approvesWhatIsMadeAnew: Mutant = {
  id: 'approves-what-is-made-anew',
  defect: 'An approval covers what is shown in place of what was approved, once that is made anew.',
  fails: ['approval.binds-one-revision'],
  decide: (plain) => (view, command) => {
    const decision = plain(view, command);
    const closed = closedBy(view, command)?.context;
    if (command.type !== 'request-approval' || closed?.decision !== 'approve') return decision;
    const { step: approval, revision } = command;
    const again = { type: 'decide', ...by(command), run: closed.run, approval, decision: 'approve', revision } as const;
    return andThen(view, decision, (after) => plain(after, again).writes);
  },
};

/** What stands for the wait that was closed, in the list of those that wait. */
const theDeadWaiter = 'the wait before this one';

/** A wait that is over stays in the list of those that wait, in front of the one that is asked for after it. */
const givesItToADeadWaiter: Mutant = {
  id: 'gives-it-to-a-dead-waiter',
  defect:
    'A wait that was closed is not forgotten: where its question is asked anew, it takes the decision, and the one that is open waits for ever.',
  fails: ['approval.binds-one-revision'],
  reports: ['cloudflare-dead-waiter-takes-event'],
  decide: (plain) => (view, command) => {
    const asked = decisionOf(view, command);
    if (is(asked, 'requested') && asked?.context.by === theDeadWaiter) return ok;
    const decision = plain(view, command);
    return closedBy(view, command) === undefined
      ? decision
      : altered(decision, 'approval', () => ({ by: theDeadWaiter }));
  },
};

/** Who sends it asks which wait is there, and the wait that was there is over by then. */
const tellsAClosedWait: Mutant = {
  id: 'tells-a-closed-wait',
  defect: 'A decision that comes between two waits for it is answered with ok, and told to the one that was closed.',
  fails: ['approval.early-decision-is-not-lost'],
  reports: ['temporal-signal-lost-in-rollover'],
  decide: (plain) => (view, command) =>
    command.type === 'decide' && is(decisionOf(view, command), 'superseded') ? ok : plain(view, command),
};

/** The defects about who decides what, and when. */
export const approvalDecisionMutants: readonly Mutant[] = [
  dropsEarlyDecisions,
  lastDecisionWins,
  approvalReopensRun,
  approvalRevivesCancelled,
  ignoresTheRevision,
  forgetsTheReviewer,
  strangersComeFirst,
  approvesWhatIsMadeAnew,
  givesItToADeadWaiter,
  tellsAClosedWait,
];
