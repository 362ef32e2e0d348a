import {
  type Decision,
  decisionsOn,
  endingOf,
  gatedBy,
  handedDecision,
  isAbout,
  isAccepted,
  isRefused,
  isWorked,
  type Reading,
  waitOf,
} from '../../reading.ts';
import { dependenciesOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A decision that comes before its wait is registered, or between two waits, is kept or refused loudly. */
export const earlyDecisionIsNotLost = requirement({
  id: 'approval.early-decision-is-not-lost',
  since: '2026-12',
  title: 'An early decision is not lost',
  statement: 'A decision that comes before its wait is registered is refused loudly, or the run goes on from it.',
  duty: 'runtime',
  level: 3,
  profile: 'approve',
  reach: 'world',
  needs: ['approval'],
  clauses: [
    { id: 'kept-or-refused', statement: 'An accepted early decision is the decision of the wait when it comes.' },
  ],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; report temporal-signal-lost-in-rollover',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          decisionsOn(reading, run)
            .filter((one) => isEarly(reading, one))
            .flatMap((one) => occasionOf(reading, run, one)),
        )
      : [],
});

/** Answered before the prompt was shown, for the first time or anew, and before the runtime itself showed a wait. */
const isEarly = (reading: Reading, given: Decision): boolean => {
  const { run } = given.command;
  const wait = waitOf(reading, given);
  const since = closedBefore(reading, given, wait);
  const shown = reading.calls.find((call) => call.run === run && call.step === wait && call.seq > since)?.seq;
  const isShown = reading.sights.some(
    (sight) =>
      sight.run === run &&
      sight.seq > since &&
      sight.seq < given.answered &&
      (sight.view.status === 'waiting' ||
        sight.view.approvals?.some(({ step, status }) => step === wait && (since < 0 || status === 'requested')) ===
          true),
  );
  return wait !== undefined && given.answered < (shown ?? Infinity) && !isShown;
};

/** When the wait was last closed because what it shows is made anew; -1 where it never was. */
const closedBefore = (reading: Reading, given: Decision, wait = ''): number => {
  const shown = dependenciesOf(reading.program, wait);
  const closing = reading.exchanges
    .filter((one) => isAbout(one, 'retry'))
    .filter(({ command }) => command.run === given.command.run && shown.has(command.step ?? ''));
  return closing.findLast((one) => isAccepted(one) && one.answered < given.sent)?.answered ?? -1;
};

/** Another decision would hide that the first was lost. A refusal is as good as an acceptance that holds. */
const occasionOf = (reading: Reading, run: string, given: Decision): readonly Occasion[] => {
  if (isRefused(given)) return [kept('kept-or-refused')];
  const wait = waitOf(reading, given) ?? '';
  const again = decisionsOn(reading, run).find((one) => one.sent > given.sent && waitOf(reading, one) === wait);
  const gated = new Set(gatedBy(reading, wait).map((step) => step.id));
  const ending = endingOf(reading, run);
  const went = reading.honest.find((call) => call.run === run && gated.has(call.step) && call.seq > given.answered);
  if (!isAccepted(given)) return [];
  if (given.command.decision === 'reject')
    return went !== undefined && handedDecision(went, wait) === 'approve'
      ? [broken('kept-or-refused', ...passed(given, went))]
      : [];
  const until = again?.sent ?? Infinity;
  if (went !== undefined && went.seq < until) return [kept('kept-or-refused')];
  if (again !== undefined || ending === undefined) return [];
  if (ending.as === 'succeeded') return [kept('kept-or-refused')];
  if (!['stuck', 'waiting', 'failed'].includes(ending.as)) return [];
  const message = `an early decision on ${wait} was accepted, and ${run} ${ending.words}`;
  return [broken('kept-or-refused', message, proof({ command: given.sent, answer: given.answered, rest: ending.seq }))];
};

const passed = (given: Decision, { step, seq }: { readonly step: string; readonly seq: number }) =>
  [
    `an early rejection was accepted, and ${step} was given an approval`,
    proof({ command: given.sent, answer: given.answered, illegal: seq }),
  ] as const;
