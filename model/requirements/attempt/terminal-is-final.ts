import {
  type Alone,
  aloneOf,
  isAccepted,
  isSameState,
  isTerminalLease,
  isTerminalWorker,
  isWorked,
  type Reading,
} from '../../reading.ts';
import { type AttemptView, isTerminal } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An attempt that has ended is never handed out or opened again, and a late report about it changes nothing. */
export const terminalIsFinal = requirement({
  id: 'attempt.terminal-is-final',
  since: '2026-12',
  title: 'An ended attempt stays ended',
  statement:
    'Nothing opens again what has ended: no worker takes up a run that is over, no claim hands out an old attempt, and a late report about one changes nothing.',
  duty: 'runtime',
  level: 2,
  profile: 'fence',
  reach: 'outside',
  needs: [],
  clauses: [
    { id: 'not-taken-up', statement: 'A worker that starts after a run has ended does no step of it.' },
    {
      id: 'not-handed-out',
      statement: 'A claim brings an attempt that was not there before.',
      features: ['claim', 'client', 'reports'],
    },
    {
      id: 'late-report',
      statement: 'A report about an attempt whose worker and lease have ended leaves the run as it was.',
      features: ['claim', 'client', 'reports'],
    },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment; report river-rescue-overwrites-completed',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => notTakenUp(reading, run))
      : [...aloneOf(reading, 'claim').flatMap(notHandedOut), ...aloneOf(reading, ...reports).flatMap(lateReport)],
});

/** A command that may rightly open a run again, such as a new launch under its key, makes it another case. */
const notTakenUp = (reading: Reading, run: string): readonly Occasion[] => {
  const rest = reading.rests.find((one) => one.event.run === run && one.event.as === 'finished');
  const end = reading.sights.find(
    (sight) => sight.run === run && sight.why === 'rest' && sight.seq > (rest?.seq ?? Infinity),
  );
  if (rest === undefined || end === undefined || !isTerminal(end.view.status)) return [];
  const worker = reading.working.find((seen) => seen.seq > end.seq)?.worker;
  const began = reading.working.find((seen) => seen.seq > end.seq)?.seq ?? Infinity;
  const isAsked = reading.exchanges.some((one) => one.sent > end.seq && opens(one.command.type));
  const later = reading.sights.some((sight) => sight.run === run && sight.seq > began);
  const isSeen = later || reading.rests.some((one) => one.event.run === run && one.seq > began);
  if (worker === undefined || isAsked) return [];
  const call = reading.calls.find((one) => one.run === run && one.seq > began && one.worker === worker);
  if (call === undefined) return isSeen ? [kept('not-taken-up')] : [];
  const message = `${run} had ended as ${end.view.status}, and ${worker}, which started later, began ${call.step}`;
  return [broken('not-taken-up', message, proof({ finished: end.seq, takeover: began, illegal: call.seq }))];
};

const opens = (type: string): boolean => ['launch', 'retry', 'resume', 'branch', 'reassign', 'resolve'].includes(type);

const notHandedOut = ({ bracket, exchange }: Alone<'claim'>): readonly Occasion[] => {
  const { before, after } = bracket;
  const known = before.view.attempts?.filter((attempt) => attempt.slot === exchange.command.slot) ?? [];
  const slot = after.view.slots?.find((one) => one.id === exchange.command.slot);
  if (!isAccepted(exchange) || slot === undefined || known.length === 0) return [];
  const old = known.find(({ id }) => id === (slot.pending ?? slot.active));
  if (old === undefined) return [kept('not-handed-out')];
  const message = `a claim of ${slot.id} handed out ${old.id}, which had been there before`;
  return [broken('not-handed-out', message, proof({ before: before.seq, command: exchange.sent, illegal: after.seq }))];
};

const reports = [
  ...(['start', 'fail', 'finish', 'commit', 'intend', 'dispatch', 'record', 'request-approval', 'exit'] as const),
  ...(['expire', 'revoke', 'report-lost', 'release-lease', 'heartbeat'] as const),
];

/** Its outcome is recorded: nothing that anybody says about it later moves the run. */
const lateReport = ({ bracket, exchange }: Alone<(typeof reports)[number]>): readonly Occasion[] => {
  const { before, after } = bracket;
  const { command } = exchange;
  const attempt = before.view.attempts?.find((one) => one.id === command.attempt);
  if (attempt === undefined || !isOver(attempt)) return [];
  if (isSameState(before.view, after.view)) return [kept('late-report')];
  const message = `${attempt.id} had ended as ${attempt.outcome}, a ${command.type} came for it, and the run changed`;
  const evidence = { before: before.seq, command: exchange.sent, answer: exchange.answered, illegal: after.seq };
  return [broken('late-report', message, proof(evidence))];
};

const isOver = ({ worker, lease }: AttemptView): boolean =>
  isTerminalWorker(worker.status) && isTerminalLease(lease.status);
