import {
  type Alone,
  aloneOf,
  type Bracket,
  bracketsOf,
  isAbout,
  isAccepted,
  isAnswered,
  isRefused,
  type Reading,
  sameShown,
} from '../../reading.ts';
import type { Json } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A commit that expects a state revision which is no longer the current one is refused. */
export const refusesAStaleRevision = requirement({
  id: 'commit.refuses-a-stale-revision',
  since: '2026-12',
  title: 'A stale revision is refused',
  statement: 'A commit that was made for an older state of its slot is refused and changes nothing, whoever sends it.',
  duty: 'runtime',
  level: 4,
  profile: 'recover',
  reach: 'outside',
  needs: ['claim', 'client', 'reports'],
  clauses: [
    { id: 'refused', statement: 'A commit that expects another revision than the last one answered is refused.' },
    { id: 'changes-nothing', statement: 'The refused commit leaves the results of the run as they were.' },
    { id: 'second-writer', statement: 'Of two commits that expect one revision at one moment, one is accepted.' },
  ],
  source:
    'Durable execution for AI agents, section Commit outputs before acknowledging progress; report river-rescue-overwrites-completed',
  occasions: (reading) => [
    ...aloneOf(reading, 'commit', 'record').flatMap((one) => stale(reading, one)),
    ...bracketsOf(reading).filter(isAnswered).flatMap(secondWriter),
  ],
});

/** The revision that the last accepted commit of this slot was answered with. The same command sent again is the client's repeat. */
const stale = (reading: Reading, { bracket, exchange }: Alone<'commit' | 'record'>): readonly Occasion[] => {
  const { command, sent, answered } = exchange;
  const slot = slotOf(command.attempt);
  const before = reading.exchanges
    .filter((one) => isAbout(one, 'commit') || isAbout(one, 'record'))
    .filter((one) => slotOf(one.command.attempt) === slot && one.sent < sent);
  const last = before.filter(isAccepted).at(-1);
  const current = last?.outcome.status === 'ok' ? revisionIn(last.outcome.value) : undefined;
  const isRepeat = before.some((one) => one.command.key === command.key);
  const isKnown = before.every((one) => one.outcome.status !== 'unknown');
  if (current === undefined || current === command.revision || isRepeat || !isKnown) return [];
  const evidence = { first: last?.answered, command: sent };
  const said = `a ${command.type} for revision ${command.revision} came when ${slot} was at ${current}`;
  if (isAccepted(exchange))
    return [broken('refused', `${said}, and it was accepted`, proof({ ...evidence, illegal: answered }))];
  if (!isRefused(exchange)) return [];
  return [
    kept('refused'),
    sameShown(bracket.before.view.steps, bracket.after.view.steps)
      ? kept('changes-nothing')
      : broken(
          'changes-nothing',
          `${said}, and the results changed`,
          proof({ ...evidence, illegal: bracket.after.seq }),
        ),
  ];
};

const slotOf = (attempt: string): string => attempt.slice(0, Math.max(0, attempt.lastIndexOf('/')));

const revisionIn = (value: Json): number | undefined => {
  if (value === null || typeof value !== 'object' || !('revision' in value)) return undefined;
  return typeof value.revision === 'number' ? value.revision : undefined;
};

/** Different commands for one slot, sent at once: whichever comes second is stale. */
const secondWriter = ({ before, after, exchanges }: Bracket): readonly Occasion[] => {
  const commits = exchanges.filter((one) => isAbout(one, 'commit'));
  const [first] = commits;
  if (first === undefined || commits.length < 2 || commits.length !== exchanges.length) return [];
  const { attempt, revision } = first.command;
  const isContest = commits.every(
    ({ command }) => slotOf(command.attempt) === slotOf(attempt) && command.revision === revision,
  );
  const keys = new Set(commits.map(({ command }) => command.key));
  const accepted = commits.filter(isAccepted);
  if (!isContest || keys.size < commits.length || accepted.length === 0) return [];
  if (accepted.length === 1) return [kept('second-writer')];
  const message = `${accepted.length} commits for revision ${revision} of ${slotOf(attempt)} were accepted`;
  return [broken('second-writer', message, proof({ before: before.seq, command: first.sent, illegal: after.seq }))];
};
