import { type Exchange, isAbout, isAccepted, isRefused, isSure, type Reading, windowsOf } from '../../reading.ts';
import type { CommandOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Accepted work is recorded wholly, or it is refused. */
export const admissionIsAtomic = requirement({
  id: 'identity.admission-is-atomic',
  since: '2026-12',
  title: 'Work is admitted wholly or not at all',
  statement:
    'A launch that was accepted is recorded in full, and one that was refused left nothing, also while the store is full or away.',
  duty: 'runtime',
  level: 3,
  profile: 'identity',
  reach: 'outside',
  needs: ['client'],
  clauses: [
    { id: 'accepted-is-there', statement: 'A run whose launch was accepted is there from then on.' },
    { id: 'refused-is-not', statement: 'A run whose launch was refused is not there, and no worker works on it.' },
    { id: 'store-away', statement: 'Both hold for a launch while the store is away.', features: ['outage'] },
    { id: 'store-full', statement: 'Both hold for a launch while the store is full.', features: ['full'] },
  ],
  source:
    'Durable execution for AI agents, section Qualify the recovery behavior; reports atomic-store-lost-during-admission and kue-store-full-half-written-job',
  occasions: (reading) => launchesOf(reading).flatMap((launch) => occasionsOf(reading, launch)),
});

type Launch = Exchange<CommandOf<'launch'>>;

const launchesOf = (reading: Reading): readonly Launch[] => reading.exchanges.filter((one) => isAbout(one, 'launch'));

const occasionsOf = (reading: Reading, launch: Launch): readonly Occasion[] => {
  const clauses = [...clauseIn(reading, launch), isAccepted(launch) ? 'accepted-is-there' : 'refused-is-not'];
  const found = isAccepted(launch) ? lackOf(reading, launch) : restOf(reading, launch);
  if (found === undefined) return [];
  const { wrong, seq } = found;
  const evidence = proof({ command: launch.sent, answer: launch.answered, illegal: seq });
  return clauses.map((clause) => (wrong === undefined ? kept(clause) : broken(clause, wrong, evidence)));
};

const clauseIn = (reading: Reading, { sent }: Launch): readonly string[] =>
  (
    [
      ['store-away', 'outage'],
      ['store-full', 'full'],
    ] as const
  ).flatMap(([clause, deed]) =>
    windowsOf(reading, deed).some(({ from, to }) => from < sent && sent < to) ? [clause] : [],
  );

type Found = { readonly wrong?: string; readonly seq: number };

/** Shown at rest, or by a second reading; a call of a worker is as good. */
const lackOf = (reading: Reading, { command: { run }, answered }: Launch): Found | undefined => {
  const after = reading.sights.filter((sight) => sight.run === run && sight.seq > answered && isSure(sight));
  const gone = after.find((sight) => sight.view.status === 'absent');
  if (gone !== undefined) return { wrong: `the launch of ${run} was accepted, and it was not there`, seq: gone.seq };
  const seen = after[0]?.seq ?? reading.calls.find((call) => call.run === run && call.seq > answered)?.seq;
  return seen === undefined ? undefined : { seq: seen };
};

/** As far as no other launch of that run was sent that may have begun it: from then on the run is that one's. */
const restOf = (reading: Reading, launch: Launch): Found | undefined => {
  const { run } = launch.command;
  const wanted = launchesOf(reading).filter((one) => one !== launch && one.command.run === run && !isRefused(one));
  const end = Math.min(...wanted.map(({ sent }) => sent), Infinity);
  const isWithin = ({ seq }: { readonly seq: number }): boolean => seq > launch.answered && seq < end;
  if (!isRefused(launch)) return undefined;
  const call = reading.calls.find((one) => one.run === run && isWithin(one));
  if (call !== undefined)
    return { wrong: `the launch of ${run} was refused, and ${call.worker} worked on it`, seq: call.seq };
  const after = reading.sights.filter((sight) => sight.run === run && isWithin(sight) && isSure(sight));
  const there = after.find((sight) => sight.view.status !== 'absent');
  if (there !== undefined)
    return { wrong: `the launch of ${run} was refused, and it was shown as ${there.view.status}`, seq: there.seq };
  return after[0] === undefined ? undefined : { seq: after[0].seq };
};
