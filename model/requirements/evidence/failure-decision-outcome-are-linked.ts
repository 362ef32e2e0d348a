import { type Alone, aloneOf, isAccepted, isSteady, isSure, type Reading, type Sight } from '../../reading.ts';
import { isTerminal, type RecoveryView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** The failure, what was decided about it, and what came of that are one record. */
export const failureDecisionOutcomeAreLinked = requirement({
  id: 'evidence.failure-decision-outcome-are-linked',
  since: '2026-12',
  title: 'Failure, decision and outcome are linked',
  statement:
    'For each recovery the run shows which attempt failed and how, which operation was chosen by whom and why, and how it ended.',
  duty: 'runtime',
  level: 4,
  profile: 'evidence',
  reach: 'outside',
  needs: ['decisions', 'client'],
  clauses: [
    {
      id: 'decision',
      statement: 'After an accepted retry, resume, reassignment or branch its operation, actor and reason are shown.',
    },
    { id: 'failure', statement: 'Beside the decision stands the attempt that it is about, and how it failed.' },
    {
      id: 'outcome',
      statement: 'When the run has ended each decision has its outcome, and not before anything came of it.',
    },
  ],
  source: 'Durable execution for AI agents, section Qualify the recovery behavior',
  occasions: (reading) => [
    ...aloneOf(reading, 'retry', 'resume', 'reassign', 'branch').flatMap(decided),
    ...[...new Set(reading.sights.map((sight) => sight.run))].flatMap((run) => outcomes(reading, run)),
  ],
});

/** Read right before and after the command: what is new is its record, and nothing can have come of it yet. */
const decided = ({ bracket, exchange }: Alone<'retry' | 'resume' | 'reassign' | 'branch'>): readonly Occasion[] => {
  const { command, sent } = exchange;
  const { before, after } = bracket;
  if (!isAccepted(exchange) || bracket.run !== command.run) return [];
  const isIts = ({ decision }: RecoveryView): boolean =>
    decision?.operation === command.type && decision.actor === command.actor && decision.reason === command.reason;
  const record = after.view.recoveries?.find(isIts);
  const evidence = proof({ before: before.seq, command: sent, illegal: after.seq });
  const said = `${command.actor} chose to ${command.type} ${bracket.run}, and`;
  if (record === undefined) return [broken('decision', `${said} no record of that is shown`, evidence)];
  return [kept('decision'), ...failure(record, { before, after, said })];
};

type Around = { readonly before: Sight; readonly after: Sight; readonly said: string };

/** The attempt has to be one that had ended, as far as attempts are shown. A run that nobody had worked on had no failure. */
const failure = (record: RecoveryView, { before, after, said }: Around): readonly Occasion[] => {
  const attempts = before.view.attempts;
  if (attempts?.length === 0) return [];
  const isThere = attempts === undefined || attempts.some(({ id }) => id === record.attempt);
  const isTold = record.failure.trim() !== '' && isThere;
  const evidence = proof({ before: before.seq, illegal: after.seq });
  return [isTold ? kept('failure') : broken('failure', `${said} its record names no failure of an attempt`, evidence)];
};

/** A branch ends in another run; what came of it may be told when that one ends. */
const outcomes = (reading: Reading, run: string): readonly Occasion[] => {
  const shown = reading.sights.filter(
    (sight) => sight.run === run && isSteady(sight) && sight.view.recoveries !== undefined,
  );
  const last = shown.findLast((sight) => isSure(sight) && isTerminal(sight.view.status) && !isOpen(sight));
  const records =
    last?.view.recoveries?.filter(({ decision }) => decision !== null && decision.operation !== 'branch') ?? [];
  const untold = records.find(({ outcome }) => outcome === null || outcome.trim() === '');
  if (last === undefined || records.length === 0) return [];
  if (untold === undefined) return [kept('outcome')];
  const message = `${run} had ended as ${last.view.status}, and what came of the ${untold.decision?.operation} of ${untold.attempt} is not told`;
  return [broken('outcome', message, proof({ illegal: last.seq }))];
};

/** Stopped for a person: it may go on. */
const isOpen = ({ view }: Sight): boolean => ['review', 'blocked', 'stranded'].includes(view.status);
