import {
  type Call,
  callsFor,
  type Decision,
  decisionsOn,
  endingOf,
  gatedBy,
  handedDecision,
  isAbout,
  isAccepted,
  isRefused,
  isSure,
  isWorked,
  needlessRepeats,
  type Reading,
  waitOf,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** The first of two decisions stands, and a repeated one counts once. */
export const firstDecisionStands = requirement({
  id: 'approval.first-decision-stands',
  since: '2026-12',
  title: 'The first decision stands',
  statement: 'Of two decisions on one wait the first stands, and one that is given again counts once.',
  duty: 'runtime',
  level: 3,
  profile: 'approve',
  reach: 'world',
  needs: ['approval'],
  clauses: [
    { id: 'first-stands', statement: 'A contrary decision that comes later changes nothing.' },
    { id: 'repeat-counts-once', statement: 'The same decision, given again, causes nothing again.' },
  ],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; report cloudflare-dead-waiter-takes-event',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => decisionsOn(reading, run).flatMap((later) => occasionsOf(reading, run, later)))
      : [],
});

/** Only an answered decision is a first one, and only one that was sent after that answer is surely a later one. */
const occasionsOf = (reading: Reading, run: string, later: Decision): readonly Occasion[] => {
  const wait = waitOf(reading, later);
  const first = decisionsOn(reading, run).find((one) => isAccepted(one) && waitOf(reading, one) === wait);
  const isCancelled = reading.exchanges.some((one) => isAbout(one, 'cancel') && !isRefused(one));
  if (first === undefined || wait === undefined || later.sent < first.answered || isCancelled) return [];
  const gated = new Set(gatedBy(reading, wait).map((step) => step.id));
  if (first.command.decision === later.command.decision) return repeated(reading, { first, later, wait, gated });
  return first.command.decision === 'approve'
    ? stillApproved(reading, { first, later, wait, gated })
    : stillRejected(reading, { first, later, wait, gated });
};

type Two = {
  readonly first: Decision;
  readonly later: Decision;
  readonly wait: string;
  readonly gated: ReadonlySet<string>;
};

const between = ({ first, later }: Two, more: { readonly illegal?: number; readonly rest?: number }) =>
  proof({ first: first.sent, answer: first.answered, command: later.sent, ...more });

/** The run must end as it was approved to, also where it had ended before. */
const stillApproved = (reading: Reading, two: Two): readonly Occasion[] => {
  const { run } = two.first.command;
  const ending = endingOf(reading, run);
  const handed = gatedCalls(reading, two).find((call) => handedDecision(call, two.wait) === 'reject');
  if (handed !== undefined) return [overturned(two, `${handed.step} was given the rejection`, { illegal: handed.seq })];
  const last = reading.sights.findLast((sight) => sight.run === run && sight.seq > two.later.sent && isSure(sight));
  const isOver = last?.view.status === 'failed' || last?.view.status === 'cancelled';
  if (ending === undefined) return [];
  if (ending.as === 'succeeded' && !isOver) return [kept('first-stands')];
  if (!isOver && ending.as !== 'stuck' && ending.as !== 'waiting') return [];
  const words = isOver ? `${run} is ${last?.view.status}` : `${run} ${ending.words}`;
  return [overturned(two, words, { rest: last?.seq ?? ending.seq })];
};

/** A rejected run may end, or go on with the rejection as a value; what it was given says which decision it follows. */
const stillRejected = (reading: Reading, two: Two): readonly Occasion[] => {
  const { run } = two.first.command;
  const began = gatedCalls(reading, two);
  const handed = began.find((call) => handedDecision(call, two.wait) === 'approve');
  if (handed !== undefined) return [overturned(two, `${handed.step} was given the approval`, { illegal: handed.seq })];
  const isClear = began.every((call) => handedDecision(call, two.wait) === 'reject');
  const isOver = endingOf(reading, run) !== undefined && two.later.outcome.status !== 'unknown';
  return isClear && isOver ? [kept('first-stands')] : [];
};

const gatedCalls = (reading: Reading, { first, gated }: Two): readonly Call[] =>
  reading.calls.filter((call) => call.run === first.command.run && gated.has(call.step) && call.seq > first.sent);

const overturned = (two: Two, words: string, at: { readonly illegal?: number; readonly rest?: number }): Occasion => {
  const [one, other] = two.first.command.decision === 'approve' ? ['approval', 'rejection'] : ['rejection', 'approval'];
  return broken('first-stands', `the ${one} was accepted, the ${other} came after it, and ${words}`, between(two, at));
};

/**
 * An owner that deduplicates hides a second request, so an effect counts by what was applied, and only where it cannot; any other step,
 * by what was called.
 */
const repeated = (reading: Reading, two: Two): readonly Occasion[] => {
  const { run, decision } = two.first.command;
  if (decision !== 'approve')
    return stillRejected(reading, two).map((one) => ({ ...one, clause: 'repeat-counts-once' }));
  const visible = reading.steps.filter(
    (step) => two.gated.has(step.id) && !(step.op === 'effect' && step.contract === 'idempotent'),
  );
  const isSeen = visible.some((step) => callsFor(reading.calls, run, step.id).length > 0);
  const again = needlessRepeats(reading, run).find(({ again }) =>
    visible.some((step) => step.id === again.step),
  )?.again;
  if (again === undefined)
    return isSeen && two.later.outcome.status !== 'unknown' && endingOf(reading, run)?.as === 'succeeded'
      ? [kept('repeat-counts-once')]
      : [];
  if (again.seq < two.later.sent) return [];
  const message = `an approval was given twice, and ${again.step} was done twice`;
  return [broken('repeat-counts-once', message, between(two, { illegal: again.seq }))];
};
