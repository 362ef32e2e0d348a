import { isSure, isTerminalWorker, isWorked, type Reading, sureSights } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A wait holds no worker capacity. */
export const waitFreesCapacity = requirement({
  id: 'approval.wait-frees-capacity',
  since: '2026-12',
  title: 'A wait frees capacity',
  statement:
    'A run that waits for a decision should hold no worker: no lease of it is live, and its worker serves others.',
  duty: 'runtime',
  level: 3,
  isOptional: true,
  profile: 'approve',
  reach: 'outside',
  needs: ['approval'],
  clauses: [
    {
      id: 'no-lease',
      statement: 'While it waits no attempt of it is shown at work or with a live lease.',
      features: ['lease', 'claim'],
    },
    { id: 'serves-others', statement: 'While it waits the one worker serves another run.' },
  ],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; report hatchet-parked-task-times-out',
  occasions: (reading) => [
    ...[...new Set(reading.sights.map((sight) => sight.run))].flatMap((run) => noLease(reading, run)),
    ...(isWorked(reading) ? servesOthers(reading) : []),
  ],
});

/**
 * A run that waits for something else too would not show itself as waiting. An earlier attempt may be one that was lost, and whose worker
 * nobody has recorded as lost yet.
 */
const noLease = (reading: Reading, run: string): readonly Occasion[] =>
  sureSights(reading, run)
    .filter(({ view }) => view.status === 'waiting' && view.attempts !== undefined && view.attempts.length > 0)
    .filter(({ view }) => view.approvals?.some(({ status }) => status === 'requested') === true)
    .map((sight) => {
      const last = sight.view.attempts?.at(-1);
      const held =
        sight.view.attempts?.find(({ lease }) => lease.status === 'live') ??
        (last !== undefined && !isTerminalWorker(last.worker.status) ? last : undefined);
      if (held === undefined) return kept('no-lease');
      const message = `${run} waits for a decision, and ${held.id} has a ${held.worker.status} worker and a ${held.lease.status} lease`;
      return broken('no-lease', message, proof({ illegal: sight.seq }));
    });

/** One worker in all, one run that waits, and another that was launched while it waited. */
const servesOthers = (reading: Reading): readonly Occasion[] => {
  const workers = new Set(reading.working.map((seen) => seen.worker));
  const waiting = reading.sights.find((sight) => isSure(sight) && sight.view.status === 'waiting');
  const launched = reading.exchanges.find(
    ({ command, sent }) =>
      command.type === 'launch' && command.run !== waiting?.run && sent > (waiting?.seq ?? Infinity),
  );
  if (workers.size !== 1 || waiting === undefined || launched === undefined || launched.outcome.status !== 'ok')
    return [];
  const other = launched.command.type === 'launch' ? launched.command.run : '';
  const decided = reading.exchanges.find(
    ({ command, sent }) => command.type === 'decide' && command.run === waiting.run && sent > waiting.seq,
  );
  const call = reading.calls.find((one) => one.run === other && one.seq < (decided?.sent ?? Infinity));
  const rest = reading.rests.find((one) => one.event.run === other && one.event.as === 'stuck');
  if (call !== undefined) return [kept('serves-others')];
  if (rest === undefined) return [];
  const message = `${waiting.run} waits for a decision, and its worker left ${other} alone`;
  return [broken('serves-others', message, proof({ before: waiting.seq, command: launched.sent, rest: rest.seq }))];
};
