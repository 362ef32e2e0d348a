import {
  type Alone,
  aloneOf,
  isSteady,
  isTerminalLease,
  isWorked,
  type Reading,
  type Stop,
  takeoverOf,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A late heartbeat revives no lease, and the successor keeps the slot. */
export const heartbeatRevivesNothing = requirement({
  id: 'lease.heartbeat-revives-nothing',
  since: '2026-12',
  title: 'A heartbeat revives nothing',
  statement: 'A lease that has ended stays ended when its holder sends a heartbeat, and whoever has the slot keeps it.',
  duty: 'runtime',
  level: 4,
  profile: 'fence',
  reach: 'outside',
  needs: ['lease', 'claim', 'client', 'reports'],
  clauses: [
    { id: 'stays-ended', statement: 'After a late heartbeat the lease is shown as ended, as it was.' },
    { id: 'successor-keeps-it', statement: 'The slot names the same attempt as before.' },
    { id: 'after-a-standstill', statement: 'The lease of a worker that comes back after its successor stays ended.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.stops.flatMap((stop) => reading.runs.flatMap((run) => afterStandstill(reading, stop, run)))
      : aloneOf(reading, 'heartbeat').flatMap(occasionsOf),
});

/** Refused or taken without effect: the answer does not matter. */
const occasionsOf = ({ bracket, exchange }: Alone<'heartbeat'>): readonly Occasion[] => {
  const { before, after } = bracket;
  const { attempt: id } = exchange.command;
  const was = before.view.attempts?.find((attempt) => attempt.id === id);
  const now = after.view.attempts?.find((attempt) => attempt.id === id);
  if (was === undefined || now === undefined || !isTerminalLease(was.lease.status)) return [];
  const evidence = proof({ before: before.seq, command: exchange.sent, answer: exchange.answered, illegal: after.seq });
  const [had, has] = [before, after].map(({ view }) => view.slots?.find((slot) => slot.id === was.slot));
  const holder = had?.active ?? had?.pending;
  const isTaken = holder !== null && holder !== undefined && holder !== id;
  const isKept = has?.active === had?.active && has?.pending === had?.pending;
  return [
    now.lease.status === was.lease.status
      ? kept('stays-ended')
      : broken(
          'stays-ended',
          `the lease of ${id} was ${was.lease.status}, and after a heartbeat ${now.lease.status}`,
          evidence,
        ),
    ...(isTaken
      ? [
          isKept
            ? kept('successor-keeps-it')
            : broken('successor-keeps-it', `${id} sent a late heartbeat, and ${holder} lost ${was.slot}`, evidence),
        ]
      : []),
  ];
};

/** Whatever it sends when it comes back, heartbeats among it. */
const afterStandstill = (reading: Reading, stop: Stop, run: string): readonly Occasion[] => {
  const takeover = takeoverOf(stop, reading.calls, run);
  const back = stop.continued?.seq;
  if (takeover === undefined || back === undefined) return [];
  const own = reading.sights.filter((sight) => sight.run === run && isSteady(sight));
  const before = own.findLast((sight) => sight.seq < back && sight.seq > takeover.seq);
  const after = own.filter((sight) => sight.seq > back && sight.seq < (stop.died?.seq ?? Infinity));
  const ended = before?.view.attempts?.filter(({ lease }) => isTerminalLease(lease.status)) ?? [];
  const revived = after.find((sight) =>
    sight.view.attempts?.some((one) => one.lease.status === 'live' && ended.some(({ id }) => id === one.id)),
  );
  if (before === undefined || after.length === 0 || ended.length === 0) return [];
  if (revived === undefined) return [kept('after-a-standstill')];
  const message = `${stop.worker} came back to ${run}, and a lease that had ended was live again`;
  const evidence = { stop: stop.stopped.seq, takeover: takeover.seq, before: before.seq, continue: back };
  return [broken('after-a-standstill', message, proof({ ...evidence, illegal: revived.seq }))];
};
