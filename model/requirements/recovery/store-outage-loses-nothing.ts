import {
  commitmentOf,
  endingOf,
  isAbout,
  isAccepted,
  isWorked,
  landedOf,
  type Reading,
  type Window,
  windowsOf,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** While its store is away a runtime acknowledges nothing and loses nothing, and it goes on after. */
export const storeOutageLosesNothing = requirement({
  id: 'recovery.store-outage-loses-nothing',
  since: '2026-12',
  title: 'An outage of the store loses nothing',
  statement:
    'A runtime whose store is away says yes to nothing that it cannot keep, forgets nothing, and goes on when the store is back.',
  duty: 'runtime',
  level: 2,
  profile: 'recover',
  reach: 'world',
  needs: ['outage'],
  clauses: [
    {
      id: 'acknowledges-nothing',
      statement: 'No command that is sent and answered during the outage is accepted.',
    },
    { id: 'loses-nothing', statement: 'What was committed before it does not run again after it.' },
    { id: 'goes-on', statement: 'When the store is back the run comes to its end.' },
  ],
  source:
    'Durable execution for AI agents, section Qualify the recovery behavior; report atomic-store-lost-during-admission',
  occasions: (reading) => [
    ...windowsOf(reading, 'outage').flatMap((outage) => acknowledged(reading, outage)),
    ...(isWorked(reading)
      ? troublesIn(reading).flatMap((trouble) =>
          reading.runs.flatMap((run) => [...lost(reading, run, trouble), ...wentOn(reading, run, trouble)]),
        )
      : []),
  ],
});

/** A store that is full, or fails in one operation, is away for whoever writes: what needs no writing it may still take. */
const troublesIn = (reading: Reading): readonly Window[] => [
  ...windowsOf(reading, 'outage', 'full'),
  ...landedOf(reading, 'fail')
    .filter(({ event }) => event.boundary.at === 'write.before')
    .map(({ seq }) => ({ from: seq, to: seq })),
];

/**
 * A command that only asks changes nothing; every one of these has to be kept. A heartbeat may be taken for a moment. One that is answered
 * only when the store is back was not acknowledged while it was away.
 */
const acknowledged = (reading: Reading, { from, to }: Window): readonly Occasion[] =>
  reading.exchanges
    .filter((one) => one.sent > from && one.sent < to && !isAbout(one, 'heartbeat'))
    .map((one) => {
      if (!isAccepted(one) || one.answered > to) return kept('acknowledges-nothing');
      const message = `the store was away, and a ${one.command.type} was accepted`;
      return broken('acknowledges-nothing', message, proof({ kill: from, command: one.sent, illegal: one.answered }));
    });

/** The store must have come back, or nothing was there to go on from. */
const lost = (reading: Reading, run: string, { from, to }: Window): readonly Occasion[] => {
  const isOver = reading.rests.some((rest) => rest.event.run === run && rest.seq > to);
  return reading.steps.flatMap(({ id }): readonly Occasion[] => {
    const committed = commitmentOf(reading, run, id)?.seq ?? Infinity;
    const again = reading.honest.find(
      (call) => call.run === run && call.step === id && call.seq > from && !call.isResend,
    );
    if (committed > from || !Number.isFinite(to)) return [];
    if (again === undefined) return isOver ? [kept('loses-nothing')] : [];
    const message = `${id} was committed, the store was away for a while, and ${again.worker} ran ${id} again`;
    return [broken('loses-nothing', message, proof({ committed, kill: from, illegal: again.seq }))];
  });
};

const wentOn = (reading: Reading, run: string, { from, to }: Window): readonly Occasion[] => {
  const ending = endingOf(reading, run);
  const wasOpen = !reading.rests.some(
    (rest) => rest.event.run === run && rest.event.as === 'finished' && rest.seq < from,
  );
  if (ending === undefined || ending.seq < to || !wasOpen || !Number.isFinite(to)) return [];
  if (ending.as !== 'stuck' && ending.as !== 'failed') return [kept('goes-on')];
  const message = `the store was away and came back, and ${run} ${ending.words}`;
  return [broken('goes-on', message, proof({ kill: from, continue: to, rest: ending.seq }))];
};
