import {
  type Alone,
  aloneOf,
  type Call,
  callsFor,
  type Decision,
  decisionsOn,
  endingOf,
  gatedBy,
  isAbout,
  isAccepted,
  isRefused,
  isWorked,
  type Reading,
  waitOf,
} from '../../reading.ts';
import { sameJson } from '../../vocabulary.ts';
import { brief, broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** What is carried out is exactly what was approved, and other content asks again. */
export const bindsOneRevision = requirement({
  id: 'approval.binds-one-revision',
  since: '2026-12',
  title: 'An approval binds one revision',
  statement:
    'An approved action is carried out with the very content that was shown; where that content changed, somebody is asked again.',
  duty: 'shared',
  level: 3,
  profile: 'approve',
  reach: 'outside',
  needs: ['approval'],
  clauses: [
    {
      id: 'what-was-shown',
      statement: 'After a restart the approved step is given what the last prompt before the decision showed.',
    },
    {
      id: 'asks-again',
      statement: 'Content that was shown after the decision needs another decision.',
      features: ['resume'],
    },
    {
      id: 'counts-anew',
      statement: 'A decision about what was asked about anew is followed: the run goes on.',
      features: ['resume'],
    },
    { id: 'another-revision', statement: 'A decision about another revision than the one asked about is refused.' },
  ],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; reports pydanticai-approver-shown-other-arguments and datalayer-old-approval-covers-new-arguments',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          decisionsOn(reading, run)
            .filter((one) => isAccepted(one) && one.command.decision === 'approve')
            .flatMap((given) => carriedOut(reading, run, given)),
        )
      : aloneOf(reading, 'decide').flatMap((one) => anotherRevision(reading, one)),
});

/** The prompts of this wait, and the first step behind it that uses what they showed. */
const carriedOut = (reading: Reading, run: string, given: Decision): readonly Occasion[] => {
  const wait = waitOf(reading, given) ?? '';
  const prompts = callsFor(reading.calls, run, wait);
  const shown = prompts.findLast((call) => call.seq < given.sent);
  const gated = new Set(gatedBy(reading, wait).map((step) => step.id));
  const next = reading.honest.find((call) => call.run === run && gated.has(call.step) && call.seq > given.sent);
  const again = decisionsOn(reading, run).find((one) => one.sent > given.sent && waitOf(reading, one) === wait);
  if (shown === undefined) return [];
  const asked = { run, wait, given, shown };
  const hung = neverFollowed(reading, asked);
  if (hung.length > 0) return hung;
  if (next === undefined || (again?.sent ?? Infinity) < next.seq) return [];
  const later = prompts.findLast((call) => call.seq > given.sent && call.seq < next.seq);
  const isOther = later !== undefined && differing(shown, later) !== undefined;
  const wasCut = reading.losses.some((loss) => loss.seq > shown.seq && loss.seq < next.seq);
  const other = differing(shown, next);
  const evidence = { first: shown.seq, command: given.sent };
  if (isOther) {
    const message = `${wait} was approved, other content was shown, and ${next.step} went on with no decision about it`;
    return [broken('asks-again', message, proof({ ...evidence, before: later.seq, illegal: next.seq }))];
  }
  if (other !== undefined) {
    const message = `${wait} showed ${other} as ${brief(shown.inputs[other])}, and ${next.step} was given ${brief(next.inputs[other])}`;
    return [broken('what-was-shown', message, proof({ ...evidence, illegal: next.seq }))];
  }
  return [
    ...(wasCut && shares(shown, next) ? [kept('what-was-shown')] : []),
    ...(isAskedAnew(reading, asked) ? [kept('counts-anew')] : []),
    ...askedAgain(reading, asked),
  ];
};

const shares = (one: Call, other: Call): boolean => Object.keys(one.inputs).some((step) => step in other.inputs);

const differing = (shown: Call, used: Call): string | undefined =>
  Object.entries(shown.inputs).find(([step, value]) => {
    const given = used.inputs[step];
    return given !== undefined && !step.startsWith('$') && !sameJson(given, value);
  })?.[0];

type Asked = { readonly run: string; readonly wait: string; readonly given: Decision; readonly shown: Call };

/** What this decision is about took the place of other content, which was shown before it. */
const isAskedAnew = (reading: Reading, { run, wait, shown }: Asked): boolean =>
  callsFor(reading.calls, run, wait).some((call) => call.seq < shown.seq && differing(call, shown) !== undefined);

/** Nothing came of it, and nobody had what it was about made anew once more. */
const neverFollowed = (reading: Reading, asked: Asked): readonly Occasion[] => {
  const { run, wait, given, shown } = asked;
  const ending = endingOf(reading, run);
  const isWithdrawn = reading.exchanges.some((one) => isAbout(one, 'retry') && one.sent > given.sent);
  if (ending?.as !== 'stuck' || isWithdrawn || !isAskedAnew(reading, asked)) return [];
  const message = `${wait} was asked anew, a decision about that was accepted, and ${run} ${ending.words}`;
  return [broken('counts-anew', message, proof({ first: shown.seq, command: given.sent, rest: ending.seq }))];
};

/** Somebody had decided about content that was shown before, other content came, and this decision is about that. */
const askedAgain = (reading: Reading, { run, wait, given, shown }: Asked): readonly Occasion[] => {
  const earlier = decisionsOn(reading, run).find((one) => one.answered < shown.seq && waitOf(reading, one) === wait);
  const first = callsFor(reading.calls, run, wait).findLast((call) => call.seq < (earlier?.sent ?? -1));
  const isAnother = first !== undefined && differing(first, shown) !== undefined;
  return isAnother && earlier !== given ? [kept('asks-again')] : [];
};

/** The revision that the runtime shows for the open wait; one that names its revisions by nothing cannot be asked. */
const anotherRevision = (reading: Reading, { bracket, exchange }: Alone<'decide'>): readonly Occasion[] => {
  const { command, sent, answered } = exchange;
  const step = waitOf(reading, exchange);
  const open = bracket.before.view.approvals?.find((one) => one.step === step);
  if (open === undefined || bracket.run !== command.run || open.status !== 'requested') return [];
  if (open.revision === '' || open.revision === command.revision) return [];
  if (open.reviewer !== undefined && open.reviewer !== command.actor) return [];
  if (isRefused(exchange)) return [kept('another-revision')];
  const message = `${open.id} is about revision ${open.revision}, and a decision about ${command.revision} was accepted`;
  return [broken('another-revision', message, proof({ before: bracket.before.seq, command: sent, illegal: answered }))];
};
