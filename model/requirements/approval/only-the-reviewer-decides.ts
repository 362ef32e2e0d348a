import {
  type Alone,
  aloneOf,
  type Decision,
  decisionsOn,
  gatedBy,
  isAccepted,
  isRefused,
  isWorked,
  type Reading,
  sameShown,
  waitOf,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Only the reviewer of a wait decides it. */
export const onlyTheReviewerDecides = requirement({
  id: 'approval.only-the-reviewer-decides',
  since: '2026-12',
  title: 'Only the reviewer decides',
  statement: 'A decision counts when it comes from the reviewer that the wait names, and from nobody else.',
  duty: 'runtime',
  level: 4,
  profile: 'approve',
  reach: 'outside',
  needs: ['approval', 'reviewer'],
  clauses: [
    { id: 'others-refused', statement: 'A decision by another actor is refused.' },
    { id: 'others-move-nothing', statement: 'It leaves the wait open, and nothing behind it begins.' },
    { id: 'reviewer-accepted', statement: 'A decision by the reviewer is accepted.' },
  ],
  source: 'Durable execution for AI agents, section Preserve approval and cancellation state',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => decisionsOn(reading, run).flatMap((one) => worked(reading, run, one)))
      : aloneOf(reading, 'decide').flatMap((one) => scripted(reading, one)),
});

const reviewerOf = (reading: Reading, decision: Decision): string | undefined => {
  const wait = reading.program.steps.find((step) => step.id === waitOf(reading, decision));
  return wait?.op === 'approval' ? wait.reviewer : undefined;
};

const answerTo = (reading: Reading, one: Decision): readonly Occasion[] => {
  const reviewer = reviewerOf(reading, one);
  const { actor, approval } = one.command;
  if (reviewer === undefined || reviewer === actor) return [];
  if (isRefused(one)) return [kept('others-refused')];
  const message = `${approval} is ${reviewer}'s to decide, and a decision by ${actor} was accepted`;
  return isAccepted(one)
    ? [broken('others-refused', message, proof({ command: one.sent, illegal: one.answered }))]
    : [];
};

/** The decision of another was the first: nothing but it can have moved what lies behind the wait. */
const worked = (reading: Reading, run: string, one: Decision): readonly Occasion[] => {
  const wait = waitOf(reading, one) ?? '';
  const reviewer = reviewerOf(reading, one);
  const all = decisionsOn(reading, run).filter((other) => waitOf(reading, other) === wait);
  if (reviewer === undefined) return [];
  if (reviewer === one.command.actor) return isAccepted(one) && all[0] !== one ? [kept('reviewer-accepted')] : [];
  const own = all.find((other) => other.command.actor === reviewer)?.sent ?? Infinity;
  const gated = new Set(gatedBy(reading, wait).map((step) => step.id));
  const call = reading.calls.find(
    (next) => next.run === run && gated.has(next.step) && next.seq > one.sent && next.seq < own,
  );
  const isSeen = Number.isFinite(own) || reading.rests.some((rest) => rest.event.run === run && rest.seq > one.sent);
  const message = `${wait} is ${reviewer}'s to decide, ${one.command.actor} decided, and ${call?.step} began`;
  return [
    ...answerTo(reading, one),
    ...(call !== undefined
      ? [broken('others-move-nothing', message, proof({ command: one.sent, illegal: call.seq }))]
      : isSeen
        ? [kept('others-move-nothing')]
        : []),
  ];
};

/** A wait that is open for the revision that is decided about: nothing but who decides speaks for or against it. */
const scripted = (reading: Reading, { bracket, exchange }: Alone<'decide'>): readonly Occasion[] => {
  const { command, sent, answered } = exchange;
  const open = bracket.before.view.approvals?.find((one) => one.step === waitOf(reading, exchange));
  const reviewer = reviewerOf(reading, exchange);
  if (bracket.run !== command.run || open?.status !== 'requested' || reviewer === undefined) return [];
  if (open.revision !== command.revision) return [];
  const evidence = { before: bracket.before.seq, command: sent };
  if (command.actor === reviewer) {
    const message = `${open.id} is ${reviewer}'s to decide, and the decision of ${reviewer} was refused`;
    if (isAccepted(exchange)) return [kept('reviewer-accepted')];
    return [broken('reviewer-accepted', message, proof({ ...evidence, illegal: answered }))];
  }
  const isSame = sameShown(bracket.before.view.approvals, bracket.after.view.approvals);
  const message = `${open.id} is ${reviewer}'s to decide, and a decision by ${command.actor} moved it`;
  return [
    ...answerTo(reading, exchange),
    isSame
      ? kept('others-move-nothing')
      : broken('others-move-nothing', message, proof({ ...evidence, illegal: bracket.after.seq })),
  ];
};
