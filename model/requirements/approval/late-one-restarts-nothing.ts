import {
  type Decision,
  decisionsOn,
  gatedBy,
  isAbout,
  isAccepted,
  isSure,
  isWorked,
  type Reading,
  waitOf,
} from '../../reading.ts';
import { isTerminal } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A decision that comes after cancellation or the end restarts nothing. */
export const lateOneRestartsNothing = requirement({
  id: 'approval.late-one-restarts-nothing',
  since: '2026-12',
  title: 'A late decision restarts nothing',
  statement: 'A decision that comes after a run was cancelled or has ended starts no step and moves it from no end.',
  duty: 'runtime',
  level: 3,
  profile: 'approve',
  reach: 'world',
  needs: ['approval'],
  clauses: [
    { id: 'after-the-end', statement: 'A decision on a run that has ended changes nothing.' },
    {
      id: 'after-a-cancellation',
      statement: 'A decision on a run whose cancellation was accepted changes nothing.',
      features: ['cancel'],
    },
  ],
  source: 'Durable execution for AI agents, section Preserve approval and cancellation state',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          decisionsOn(reading, run).flatMap((late) => [
            ...afterTheEnd(reading, run, late),
            ...afterCancel(reading, run, late),
          ]),
        )
      : [],
});

/** The run was at rest, or shown as ended; then any call and any other end is one too many. */
const afterTheEnd = (reading: Reading, run: string, late: Decision): readonly Occasion[] => {
  const rest = reading.rests.find((one) => one.event.run === run && one.event.as === 'finished' && one.seq < late.sent);
  const before = reading.sights.findLast((sight) => sight.run === run && sight.seq < late.sent);
  if (rest === undefined || before === undefined || !isTerminal(before.view.status) || isCancelled(reading, run, late))
    return [];
  const call = reading.calls.find((one) => one.run === run && one.seq > late.sent && !one.isResend);
  const after = reading.sights.find(
    (sight) => sight.run === run && isSure(sight) && sight.seq > late.sent && sight.view.status !== before.view.status,
  );
  const isSeen = reading.sights.some((sight) => sight.run === run && isSure(sight) && sight.seq > late.answered);
  const evidence = { finished: before.seq, command: late.sent };
  if (call !== undefined) {
    const message = `${run} had ended as ${before.view.status}, a decision came, and ${call.step} began`;
    return [broken('after-the-end', message, proof({ ...evidence, illegal: call.seq }))];
  }
  if (after !== undefined) {
    const message = `${run} had ended as ${before.view.status}, a decision came, and it was ${after.view.status}`;
    return [broken('after-the-end', message, proof({ ...evidence, illegal: after.seq }))];
  }
  return late.outcome.status !== 'unknown' && isSeen ? [kept('after-the-end')] : [];
};

const isCancelled = (reading: Reading, run: string, late: Decision): boolean =>
  cancelBefore(reading, run, late) !== undefined;

const cancelBefore = (reading: Reading, run: string, late: Decision) =>
  reading.exchanges.find(
    (one) => isAbout(one, 'cancel') && one.command.run === run && isAccepted(one) && one.answered < late.sent,
  );

/** Where an earlier decision opened the wait, what lies behind it may be on its way. */
const afterCancel = (reading: Reading, run: string, late: Decision): readonly Occasion[] => {
  const cancel = cancelBefore(reading, run, late);
  const wait = waitOf(reading, late);
  const wasOpened = decisionsOn(reading, run).some(
    (one) => one.sent < late.sent && waitOf(reading, one) === wait && one !== late,
  );
  if (cancel === undefined || wait === undefined || wasOpened) return [];
  const gated = new Set(gatedBy(reading, wait).map((step) => step.id));
  const call = reading.calls.find((one) => one.run === run && one.seq > late.sent && gated.has(one.step));
  if (call !== undefined) {
    const message = `${run} was cancelled, a decision came, and ${call.step} began`;
    return [
      broken(
        'after-a-cancellation',
        message,
        proof({ before: cancel.answered, command: late.sent, illegal: call.seq }),
      ),
    ];
  }
  const isSeen =
    reading.rests.some((rest) => rest.event.run === run && rest.seq > late.sent) ||
    reading.sights.some((sight) => sight.run === run && sight.seq > late.answered && isSure(sight));
  return late.outcome.status !== 'unknown' && isSeen ? [kept('after-a-cancellation')] : [];
};
