import { type Reassignment, reassignmentsOf } from '../../reading.ts';
import type { SlotView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A reassignment reopens the same slot, and an observer can tell that it is reopened and unclaimed. */
export const reopensTheSameSlot = requirement({
  id: 'reassign.reopens-the-same-slot',
  since: '2026-12',
  title: 'A reassignment reopens the same slot',
  statement:
    'After an accepted reassignment the same slot stands in retry-wait, open for a claim at once, with its new specification and reason, no pending or active worker, and its prior worker still named.',
  duty: 'runtime',
  level: 4,
  profile: 'reassign',
  reach: 'outside',
  needs: ['reassign', 'claim', 'client', 'reports'],
  clauses: [
    {
      id: 'specification-and-reason',
      statement: 'The slot carries the reason that was given, and the asked worker class.',
    },
    { id: 'no-worker-named', statement: 'Neither a pending nor an active worker is named.' },
    { id: 'retry-time-cleared', statement: 'A retry time that was set is gone.' },
    {
      id: 'still-waiting',
      statement: 'The slot stays in retry-wait, where an observer sees it reopened and unclaimed.',
    },
    { id: 'same-slot-and-prior', statement: 'Slot, run, tenant and prior worker are the ones from before.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => reassignmentsOf(reading).flatMap(occasionsOf),
});

const occasionsOf = (one: Reassignment): readonly Occasion[] => {
  const { slot: before, after } = one;
  if (!one.isAccepted || before === undefined) return [];
  const seq = one.brackets.find((bracket) => bracket.run === before.run)?.after.seq;
  const evidence = proof({ command: one.exchange.sent, answer: one.exchange.answered, illegal: seq });
  const say = (clause: string, isKept: boolean, words: string): Occasion =>
    isKept ? kept(clause) : broken(clause, `reassigned, ${before.id} ${words}`, evidence);
  if (after === undefined) return [say('same-slot-and-prior', false, 'is gone')];
  const { reason, workerClass } = one.exchange.command;
  const wears = after.reason === reason && after.workerClass === workerClass;
  const workers = `names ${after.pending ?? after.active ?? ''} as its worker`;
  return [
    say('specification-and-reason', wears, `carries ${JSON.stringify(after.reason)} for ${after.workerClass}`),
    say('no-worker-named', after.pending === null && after.active === null, workers),
    ...(before.retryAtMs === null
      ? []
      : [say('retry-time-cleared', after.retryAtMs === null, 'still has a retry time')]),
    say('still-waiting', after.state === 'retry-wait', `is ${after.state}`),
    say('same-slot-and-prior', isSame(before, after), 'has lost its identity or its prior worker'),
  ];
};

const isSame = (before: SlotView, after: SlotView): boolean =>
  before.tenant === after.tenant && before.run === after.run && before.prior === after.prior;
