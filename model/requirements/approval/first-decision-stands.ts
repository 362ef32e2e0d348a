import {
  callsFor,
  type Decision,
  decisionsOn,
  endingOf,
  gatedBy,
  isAbout,
  isAccepted,
  isRefused,
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
  if (first.command.decision === later.command.decision) return repeated(reading, { first, later, gated });
  return first.command.decision === 'approve'
    ? stillApproved(reading, { first, later, gated })
    : stillRejected(reading, { first, later, gated });
};

type Two = { readonly first: Decision; readonly later: Decision; readonly gated: ReadonlySet<string> };

const between = ({ first, later }: Two, more: { illegal?: number; rest?: number }) =>
  proof({ first: first.sent, answer: first.answered, command: later.sent, ...more });

/** The run must end as it was approved to, also where it had ended before. */
const stillApproved = (reading: Reading, two: Two): readonly Occasion[] => {
  const { run } = two.first.command;
  const ending = endingOf(reading, run);
  const last = reading.sights.findLast(
    (sight) => sight.run === run && sight.seq > two.later.sent && sight.why !== 'change',
  );
  const isOver = last?.view.status === 'failed' || last?.view.status === 'cancelled';
  if (ending === undefined) return [];
  if (ending.as === 'succeeded' && !isOver) return [kept('first-stands')];
  if (!isOver && ending.as !== 'stuck' && ending.as !== 'waiting') return [];
  const words = isOver ? `${run} is ${last?.view.status}` : `${run} ${ending.words}`;
  const message = `an approval was accepted, a rejection came after it, and ${words}`;
  return [broken('first-stands', message, between(two, { rest: last?.seq ?? ending.seq }))];
};

const stillRejected = (reading: Reading, two: Two): readonly Occasion[] => {
  const { run } = two.first.command;
  const began = reading.calls.find(
    (call) => call.run === run && two.gated.has(call.step) && call.seq > two.first.answered,
  );
  if (began !== undefined) {
    const message = `a rejection was accepted, an approval came after it, and ${began.step} began`;
    return [broken('first-stands', message, between(two, { illegal: began.seq }))];
  }
  return endingOf(reading, run) === undefined || two.later.outcome.status === 'unknown' ? [] : [kept('first-stands')];
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
