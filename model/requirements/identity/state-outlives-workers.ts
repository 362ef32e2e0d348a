import {
  isAbout,
  isAccepted,
  isSteady,
  isSure,
  isWorked,
  landedOf,
  type Reading,
  type Sight,
  sameShown,
  workersAt,
} from '../../reading.ts';
import { isOf, type Observation } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A run, its steps and their outputs are shown while no worker lives, and after the runtime's engine was started again. */
export const stateOutlivesWorkers = requirement({
  id: 'identity.state-outlives-workers',
  since: '2026-12',
  title: 'State outlives the workers',
  statement: 'A run, its steps and their outputs are shown also while no worker lives and after the engine restarted.',
  duty: 'runtime',
  level: 3,
  profile: 'identity',
  reach: 'outside',
  needs: [],
  clauses: [
    { id: 'no-worker', statement: 'Read while no worker lives, the run is there with every result it had shown.' },
    {
      id: 'engine-restart',
      statement: 'Read after the engine restarted, it is there with every result it had shown.',
      features: ['engine'],
    },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Crash-recovery model and persistence boundary',
  occasions: (reading) =>
    isWorked(reading)
      ? [
          ...gapsOf(reading).flatMap((gap) => allRuns(reading).flatMap((run) => occasionOf(reading, gap, run))),
          ...landedOf(reading, 'kill-engine').flatMap((landed) =>
            allRuns(reading).flatMap((run) => whenRestarted(reading, landed.seq, run)),
          ),
        ]
      : [],
});

/** The first reading after it that can be believed. One that can never be read again shows nothing of itself. */
const whenRestarted = (reading: Reading, restarted: number, run: string): readonly Occasion[] => {
  if (!wasLaunched(reading, run, restarted)) return [];
  const sight = reading.sights.find((one) => one.run === run && one.seq > restarted && isSure(one));
  const failed = reading.history.observations
    .filter((seen) => isOf(seen, 'view.unreadable'))
    .find((seen) => seen.event.run === run && seen.seq > restarted && seen.event.why === 'rest');
  const lack = sight === undefined ? failed && 'it could not be read' : lackIn(reading, sight, restarted);
  const seq = sight?.seq ?? failed?.seq;
  if (seq === undefined) return [];
  if (lack === undefined) return [kept('engine-restart')];
  return [broken('engine-restart', `the engine restarted, and ${lack}`, proof({ kill: restarted, illegal: seq }))];
};

/** A run that was launched and that no worker has called for is one as well. */
const allRuns = (reading: Reading): readonly string[] => [
  ...new Set([
    ...reading.runs,
    ...reading.exchanges.flatMap((one) => (isAbout(one, 'launch') ? [one.command.run] : [])),
  ]),
];

/** A time in which no worker lived: from a death, or from a launch that no worker had waited for, to the next that is told to work. */
type Gap = { readonly from: Observation; readonly to: Observation | undefined };

const gapsOf = (reading: Reading): readonly Gap[] => {
  const { observations } = reading.history;
  const accepted = reading.exchanges
    .filter((one) => isAbout(one, 'launch') && isAccepted(one))
    .map((one) => one.answered);
  return observations
    .filter((seen) => isOf(seen, 'process.died') || accepted.includes(seen.seq))
    .filter((seen) => workersAt(reading, seen.seq).length === 0 && !isStandingStill(reading, seen.seq))
    .map((from) => ({ from, to: reading.working.find((next) => next.seq > from.seq) }));
};

/** A worker that was stopped lives all the same, and may hold what it shows in its memory. */
const isStandingStill = (reading: Reading, seq: number): boolean =>
  reading.stops.some((stop) => stop.stopped.seq < seq && (stop.died?.seq ?? Infinity) > seq);

/** A reading is the runtime's own word for it; that it fails throughout says that the state is out of reach. */
const occasionOf = (reading: Reading, gap: Gap, run: string): readonly Occasion[] => {
  if (!wasLaunched(reading, run, gap.from.seq)) return [];
  const sight = readWithin(reading, gap, run);
  if (sight === undefined) return unreadable(reading, gap, run);
  const lack = lackIn(reading, sight, gap.from.seq);
  if (lack === undefined) return [kept('no-worker')];
  return [broken('no-worker', `no worker lived, and ${lack}`, proof({ before: gap.from.seq, illegal: sight.seq }))];
};

/** A reading that surely began when the last worker was gone: one that the harness took on purpose, or the second of two. */
const readWithin = ({ sights }: Reading, { from, to }: Gap, run: string): Sight | undefined => {
  const end = to?.atMs ?? Infinity;
  const read = sights.filter((sight) => sight.run === run && sight.seq > from.seq && sight.atMs <= end);
  return read.findLast(
    (sight, at) => sight.why !== 'change' || at > 0 || (sight.untilMs > sight.atMs && sight.untilMs <= end),
  );
};

/** Only an answered launch binds, and what the store has shown: a launch that its process took with it may never have been durable. */
const wasLaunched = (reading: Reading, run: string, seq: number): boolean =>
  reading.sights.some((one) => one.run === run && one.seq < seq && isSteady(one) && one.view.status !== 'absent') ||
  reading.exchanges.some(
    (one) => isAbout(one, 'launch') && isAccepted(one) && one.command.run === run && one.answered <= seq,
  );

const unreadable = (reading: Reading, { from, to }: Gap, run: string): readonly Occasion[] => {
  const failed = reading.history.observations
    .filter((seen) => isOf(seen, 'view.unreadable'))
    .find((seen) => seen.event.run === run && seen.seq > from.seq && seen.seq < (to?.seq ?? Infinity));
  // A target that could not be read before either shows nothing about its workers.
  const wasRead = reading.sights.some((sight) => sight.run === run && sight.seq < from.seq);
  if (failed === undefined || !wasRead) return [];
  const message = `no worker lived, and ${run} could not be read: ${failed.event.error}`;
  return [broken('no-worker', message, proof({ before: from.seq, illegal: failed.seq }))];
};

const lackIn = (reading: Reading, sight: Sight, seq: number): string | undefined => {
  if (sight.view.status === 'absent') return `${sight.run} was shown as absent`;
  const before = reading.sights.filter((one) => one.run === sight.run && one.seq < seq && isSteady(one)).at(-1);
  const lost = Object.entries(before?.view.steps ?? {}).find(
    ([step, { commits }]) =>
      commits.length > 0 && !commits.every((commit) => hasCommit(sight, step, (one) => sameShown(one, commit))),
  );
  return lost === undefined ? undefined : `the result of ${lost[0]} was no longer shown`;
};

type Commit = Sight['view']['steps'][string]['commits'][number];

const hasCommit = (sight: Sight, step: string, isIt: (commit: Commit) => boolean): boolean =>
  sight.view.steps[step]?.commits.some(isIt) === true;
