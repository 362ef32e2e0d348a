import {
  type Alone,
  aloneOf,
  type Exchange,
  isAbout,
  isAccepted,
  isRefused,
  isSure,
  isWorked,
  type Landed,
  landedOf,
  type Reading,
} from '../../reading.ts';
import { type CommandOf, dependenciesOf, isOf, type RunView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A committed artifact that cannot be read stops the run, in the open, until it is back or its step is repeated on purpose. */
export const missingArtifactStopsRecovery = requirement({
  id: 'commit.missing-artifact-stops-recovery',
  since: '2026-12',
  title: 'A missing artifact stops recovery',
  statement:
    'Where a committed artifact cannot be read the run stops and says so, until the artifact is restored or its step is repeated on purpose.',
  duty: 'shared',
  level: 3,
  profile: 'recover',
  reach: 'outside',
  needs: ['output'],
  clauses: [
    { id: 'stops', statement: 'Once it was found missing, nothing that rests on it begins.' },
    { id: 'shown', statement: 'The run shows itself as blocked, or the artifact as missing.' },
    {
      id: 'goes-on',
      statement:
        'Once it is restored, and the run resumed where it stopped for a person, or its step is to be repeated, the run is blocked no longer.',
    },
  ],
  source: 'Durable execution for AI agents, section Commit outputs before acknowledging progress',
  occasions: (reading) =>
    isWorked(reading)
      ? landedOf(reading, 'lose').flatMap((lost) => reading.runs.flatMap((run) => whenLost(reading, lost, run)))
      : [
          ...aloneOf(reading, 'report-artifact', 'retry').flatMap((one) => reported(reading, one)),
          ...aloneOf(reading, 'resume').flatMap((one) => resumed(reading, one)),
          ...aloneOf(reading, 'claim', 'commit', 'intend', 'dispatch', 'finish').flatMap(whileBlocked),
        ],
});

/** A worker was told by the store that the version is missing, and nothing had brought it back. */
const whenLost = (reading: Reading, lost: Landed, run: string): readonly Occasion[] => {
  const step = lost.event.boundary.step ?? '';
  const found = reading.history.observations
    .filter((seen) => isOf(seen, 'artifact.read'))
    .find(({ seq, event }) => seq > lost.seq && event.run === run && event.status === 'missing');
  if (found === undefined) return [];
  const until = Math.min(endOfLoss(reading, { run, step, seq: found.seq }), Infinity);
  const rests = (user: string): boolean => dependenciesOf(reading.program, user).has(step);
  const user = reading.honest.find(
    (call) => call.run === run && call.seq > found.seq && call.seq < until && !call.isResend && rests(call.step),
  );
  const last = reading.sights.findLast(
    (one) => one.run === run && isSure(one) && one.seq > found.seq && one.seq < until,
  );
  const evidence = { kill: lost.seq, answer: found.seq };
  const message = `the artifact of ${step} was missing, and ${user?.step} began all the same`;
  const words = `the artifact of ${step} was missing, and ${run} showed itself as ${last?.view.status}`;
  return [
    user === undefined ? kept('stops') : broken('stops', message, proof({ ...evidence, illegal: user.seq })),
    ...(last === undefined
      ? []
      : [showsLoss(last.view) ? kept('shown') : broken('shown', words, proof({ ...evidence, illegal: last.seq }))]),
  ];
};

type Lost = { readonly run: string; readonly step: string; readonly seq: number };

/** Put back by the plan, or repeated because somebody said so: by then it is no longer missing. */
const endOfLoss = (reading: Reading, { run, step, seq }: Lost): number => {
  const restored = landedOf(reading, 'restore').find((landed) => landed.seq > seq)?.seq ?? Infinity;
  const retry = reading.exchanges
    .filter((one) => isAbout(one, 'retry'))
    .find((one) => one.command.run === run && one.command.step === step && one.sent > seq && !isRefused(one));
  return Math.min(restored, retry?.sent ?? Infinity);
};

const showsLoss = (view: RunView): boolean =>
  view.status === 'blocked' || view.artifacts?.some(({ state }) => state === 'missing') === true;

/** Somebody said that it is missing, or back, or that its step is to be repeated. */
const reported = (reading: Reading, { bracket, exchange }: Alone<'report-artifact' | 'retry'>): readonly Occasion[] => {
  const { command, sent, answered } = exchange;
  const { before, after } = bracket;
  const step = command.step ?? '';
  const isOutput = reading.steps.some(({ id, op }) => id === step && op === 'output');
  if (!isAccepted(exchange) || bracket.run !== command.run || !isOutput) return [];
  const evidence = proof({ before: before.seq, command: sent, answer: answered, illegal: after.seq });
  if (command.type === 'report-artifact' && command.state === 'missing') {
    const message = `the artifact of ${step} was reported missing, and ${bracket.run} shows itself as ${after.view.status}`;
    return [showsLoss(after.view) ? kept('shown') : broken('shown', message, evidence)];
  }
  if (before.view.status !== 'blocked' || isResumedAfter(reading, exchange)) return [];
  const words = `${step} was ${command.type === 'retry' ? 'to be repeated' : 'restored'}, and ${bracket.run} is still blocked`;
  return [after.view.status === 'blocked' ? broken('goes-on', words, evidence) : kept('goes-on')];
};

type Ending = Exchange<CommandOf<'report-artifact' | 'retry'>>;

/** Where a person has to let the run go on that had stopped for one, that is when it does. */
const isResumedAfter = (reading: Reading, { command, answered }: Ending): boolean =>
  command.type === 'report-artifact' && resumesOf(reading, command.run).some((one) => one.sent > answered);

const resumesOf = (reading: Reading, run: string): readonly Exchange<CommandOf<'resume'>>[] =>
  reading.exchanges.filter((one) => isAbout(one, 'resume')).filter((one) => one.command.run === run);

/** Resumed when what was last said of its artifacts is that they are back. */
const resumed = (reading: Reading, { bracket, exchange }: Alone<'resume'>): readonly Occasion[] => {
  const { before, after } = bracket;
  const last = reading.exchanges
    .filter((one) => isAbout(one, 'report-artifact'))
    .findLast((one) => one.command.run === bracket.run && one.answered < exchange.sent && isAccepted(one));
  const isLost = before.view.artifacts?.some(({ state }) => state === 'missing') === true;
  if (before.view.status !== 'blocked' || isLost || last?.command.state !== 'restored') return [];
  if (bracket.run !== exchange.command.run) return [];
  const evidence = proof({ before: last.sent, command: exchange.sent, answer: exchange.answered, illegal: after.seq });
  if (isAccepted(exchange) && after.view.status !== 'blocked') return [kept('goes-on')];
  return [broken('goes-on', `${bracket.run} was resumed with nothing missing, and is still blocked`, evidence)];
};

/** A blocked run takes no work. */
const whileBlocked = ({
  bracket,
  exchange,
}: Alone<'claim' | 'commit' | 'intend' | 'dispatch' | 'finish'>): readonly Occasion[] => {
  const { command, sent, answered } = exchange;
  if (bracket.before.view.status !== 'blocked') return [];
  const isOwn = 'run' in command ? command.run === bracket.run : hasAttempt(bracket.before.view, command.attempt);
  if (!isOwn) return [];
  if (isRefused(exchange)) return [kept('stops')];
  const message = `${bracket.run} was blocked by a missing artifact, and a ${command.type} was accepted`;
  return [broken('stops', message, proof({ before: bracket.before.seq, command: sent, illegal: answered }))];
};

const hasAttempt = (view: RunView, id: string): boolean => view.attempts?.some((attempt) => attempt.id === id) === true;
