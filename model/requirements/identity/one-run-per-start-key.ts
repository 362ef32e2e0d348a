import {
  callsFor,
  dueSteps,
  type Exchange,
  gaveResult,
  isAbout,
  isAccepted,
  isRefused,
  isWorked,
  needlessRepeats,
  overlap,
  type Reading,
  sureSights,
} from '../../reading.ts';
import { type CommandOf, isTerminal } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Two launches under one start key start one run, as long as that run is open. */
export const oneRunPerStartKey = requirement({
  id: 'identity.one-run-per-start-key',
  since: '2026-12',
  title: 'One start key, one run',
  statement: 'While a run is open, another launch under its start key starts no second run.',
  duty: 'runtime',
  level: 2,
  profile: 'identity',
  reach: 'world',
  needs: ['start-key'],
  clauses: [
    { id: 'asked-again', statement: 'A launch that comes after the first was answered starts nothing more.' },
    {
      id: 'at-once',
      statement: 'Nor does one that comes before the first was answered, as it does where an answer was lost.',
    },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => (isWorked(reading) ? launchesOf(reading).flatMap((again) => occasionOf(reading, again)) : []),
});

type Launch = Exchange<CommandOf<'launch'>>;

const launchesOf = (reading: Reading): readonly Launch[] => reading.exchanges.filter((one) => isAbout(one, 'launch'));

/** The same command sent again under its own key is the client's repeat, not another launch. */
const occasionOf = (reading: Reading, again: Launch): readonly Occasion[] => {
  const first = launchesOf(reading).find((one) => one.sent < again.sent && isAnother(one, again) && !isRefused(one));
  if (first === undefined || !wasOpen(reading, again)) return [];
  const clause = overlap(first, again) ? 'at-once' : 'asked-again';
  const second = secondRun(reading, again);
  if (second === undefined) return again.outcome.status === 'unknown' ? [] : [kept(clause)];
  const message = `${again.command.startKey} was launched twice, and ${second.words}`;
  return [broken(clause, message, proof({ first: first.sent, command: again.sent, illegal: second.seq }))];
};

const isAnother = (one: Launch, again: Launch): boolean =>
  one.command.startKey === again.command.startKey &&
  one.command.tenant === again.command.tenant &&
  (one.command.key !== again.command.key || one.process !== again.process);

/** The key is free again once the run has ended: the launch must have been answered while some step still lacked its result. */
const wasOpen = (reading: Reading, { command, sent, answered }: Launch): boolean => {
  const until = Number.isFinite(answered) ? answered : sent;
  const hasEnded = reading.sights.some(
    (sight) => sight.run === command.run && sight.seq < until && isTerminal(sight.view.status),
  );
  const lacks = (step: string): boolean =>
    !callsFor(reading.calls, command.run, step).some((call) => gaveResult(call) && (call.answered?.seq ?? 0) < until);
  return !hasEnded && dueSteps(reading, command.run).some((step) => lacks(step.id));
};

type Second = { readonly words: string; readonly seq: number };

/** A run of another name, one that the runtime itself counts, or steps that are done again although nobody had left. */
const secondRun = (reading: Reading, again: Launch): Second | undefined => {
  const { run } = again.command;
  const other = reading.calls.find((call) => call.run !== run && call.seq > again.sent);
  if (other !== undefined) return { words: `${other.run} began beside ${run}`, seq: other.seq };
  const shown = sureSights(reading, run).find((sight) => sight.seq > again.sent && (sight.view.runs ?? 1) > 1);
  if (shown !== undefined) return { words: `${shown.view.runs} runs stand under it`, seq: shown.seq };
  const repeat = isAccepted(again) || again.outcome.status === 'unknown' ? needlessRepeats(reading, run) : [];
  const late = repeat.find((one) => one.again.seq > again.sent)?.again;
  return late === undefined ? undefined : { words: `${late.step} ran a second time`, seq: late.seq };
};
