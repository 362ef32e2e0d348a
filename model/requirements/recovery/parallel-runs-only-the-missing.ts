import {
  callsAfter,
  callsFor,
  commitmentOf,
  endingOf,
  isWorked,
  type Loss,
  needlessRepeats,
  type Reading,
  resultsOf,
} from '../../reading.ts';
import { type Json, type Step, sameJson } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A parallel group is resumed by running the members that have no committed result, and is joined once however each ends. */
export const parallelRunsOnlyTheMissing = requirement({
  id: 'recovery.parallel-runs-only-the-missing',
  since: '2026-12',
  title: 'A parallel group runs only what is missing',
  statement:
    'A parallel group that was interrupted goes on with the members that have no committed result, and is joined once, when each has ended.',
  duty: 'runtime',
  level: 2,
  profile: 'recover',
  reach: 'world',
  needs: ['parallel'],
  clauses: [
    {
      id: 'only-missing',
      statement: 'A member whose result was committed when the worker was lost does not run again.',
    },
    { id: 'joins-once', statement: 'What follows the group begins once, after every member gave its result.' },
  ],
  source:
    'Durable execution for AI agents, section Define the recovery boundary; report sidekiq-group-stuck-after-kill-in-drain',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          groupsOf(reading).flatMap((group) =>
            reading.losses.flatMap((loss) => [
              ...onlyMissing(reading, { run, group }, loss),
              ...joinsOnce(reading, { run, group }, loss),
            ]),
          ),
        )
      : [],
});

type Group = Extract<Step, { op: 'parallel' }>;
type Place = { readonly run: string; readonly group: Group };

const groupsOf = (reading: Reading): readonly Group[] => reading.program.steps.filter((step) => step.op === 'parallel');

/** The place at which the world had given a member its first result. */
const givenAt = (reading: Reading, run: string, member: string): number =>
  resultsOf(reading, run, member)[0]?.seq ?? Infinity;

/** Worth asking where one member was committed and another one had no result yet: members prove nothing about each other. */
const onlyMissing = (reading: Reading, { run, group }: Place, loss: Loss): readonly Occasion[] => {
  const isMissing = group.members.some((member) => givenAt(reading, run, member.id) > loss.seq);
  const next = reading.honest.find((call) => call.run === run && call.seq > loss.seq && call.worker !== loss.worker);
  if (!isMissing || next === undefined) return [];
  return group.members.flatMap((member): readonly Occasion[] => {
    const commit = commitmentOf(reading, run, member.id);
    if (commit === undefined || commit.seq > loss.seq) return [];
    const again = callsFor(reading.honest, run, member.id).find((call) => call.seq > loss.seq && !call.isResend);
    if (again === undefined) return [kept('only-missing')];
    const message = `${member.id} of ${group.id} was committed, and ${again.worker} ran it again with the missing ones`;
    return [broken('only-missing', message, proof({ committed: commit.seq, kill: loss.seq, illegal: again.seq }))];
  });
};

/** A loss while members were at work, or before what follows had begun. */
const joinsOnce = (reading: Reading, { run, group }: Place, loss: Loss): readonly Occasion[] => {
  const followers = new Set(callsAfter(reading.program, group.id).map((step) => step.id));
  const joins = reading.honest.filter((call) => call.run === run && followers.has(call.step));
  const [join] = joins;
  const hasBegun = group.members.some((member) =>
    callsFor(reading.calls, run, member.id).some(({ seq }) => seq < loss.seq),
  );
  if (join === undefined && hasBegun && followers.size > 0) return neverJoined(reading, { run, group }, loss);
  if (join === undefined || !hasBegun || join.seq < loss.seq) return [];
  const open = group.members.find((member) => givenAt(reading, run, member.id) > join.seq);
  const first = loss.seq;
  if (open !== undefined) {
    const message = `${join.step} began after ${group.id}, and ${open.id} had not given its result`;
    return [broken('joins-once', message, proof({ first, illegal: join.seq }))];
  }
  const twice = needlessRepeats(reading, run).find((one) => followers.has(one.again.step))?.again;
  if (twice !== undefined)
    return [
      broken(
        'joins-once',
        `${twice.step} began twice after ${group.id}`,
        proof({ first: join.seq, illegal: twice.seq }),
      ),
    ];
  const strange = foreignIn(reading, run, { group, handed: join.inputs[group.id] });
  if (strange === undefined) return [kept('joins-once')];
  const message = `${group.id} was joined with a value of ${strange} that the world never gave`;
  return [broken('joins-once', message, proof({ first, illegal: join.seq }))];
};

/** Every member has its committed result, and the run stands still. */
const neverJoined = (reading: Reading, { run, group }: Place, loss: Loss): readonly Occasion[] => {
  const ending = endingOf(reading, run);
  const isWhole = group.members.every((member) => commitmentOf(reading, run, member.id) !== undefined);
  if (!isWhole || ending?.as !== 'stuck' || ending.seq < loss.seq) return [];
  const message = `every member of ${group.id} had ended, and ${run} ${ending.words}`;
  return [broken('joins-once', message, proof({ first: loss.seq, rest: ending.seq }))];
};

type Joined = { readonly group: Group; readonly handed: Json | undefined };

/** The member whose joined value the world never gave; a large join stands in a history by its digest, and says nothing. */
const foreignIn = (reading: Reading, run: string, { group, handed }: Joined): string | undefined => {
  if (typeof handed !== 'object' || handed === null || Array.isArray(handed)) return undefined;
  const values = new Map(Object.entries(handed));
  if (values.has('$digest')) return undefined;
  return group.members.find((member) => {
    const value = values.get(member.id);
    const isGiven = resultsOf(reading, run, member.id).some(
      (given) => value !== undefined && isLike(given.value, value),
    );
    return !isGiven;
  })?.id;
};

/** A member that is large alone is known by its digest, and cannot be compared inside a join that is not. */
const isLike = (given: Json, joined: Json): boolean =>
  sameJson(given, joined) || (typeof given === 'object' && given !== null && '$digest' in given);
