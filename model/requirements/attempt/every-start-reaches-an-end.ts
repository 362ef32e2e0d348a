import { endingOf, isAlive, isOpen, isSure, isWorked, landedOf, type Reading } from '../../reading.ts';
import { isTerminal } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Every attempt that began comes to a recorded end, and no guard against double starts takes away the last executor. */
export const everyStartReachesAnEnd = requirement({
  id: 'attempt.every-start-reaches-an-end',
  since: '2026-12',
  title: 'Every start reaches an end',
  statement:
    'An attempt that began is shown as ended in bounded time, and what keeps two workers from one run leaves one of them at work.',
  duty: 'runtime',
  level: 3,
  profile: 'fence',
  reach: 'outside',
  needs: [],
  clauses: [
    {
      id: 'recorded-end',
      statement: 'When the run has ended, and the time for a takeover has passed, no attempt is shown as going on.',
      features: ['claim', 'lease'],
    },
    {
      id: 'an-executor-is-left',
      statement: 'A worker that starts beside another one does not bring the run to a stop.',
    },
  ],
  source:
    'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment; report sidekiq-group-stuck-after-kill-in-drain',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => [...recordedEnd(reading, run), ...executorIsLeft(reading, run)])
      : [],
});

/** Read last, at the end of the run. A record that the runtime has not had the time to close is no fault yet. */
const recordedEnd = (reading: Reading, run: string): readonly Occasion[] => {
  const last = reading.sights.findLast((sight) => sight.run === run && isSure(sight) && isTerminal(sight.view.status));
  const attempts = last?.view.attempts ?? [];
  const loss = reading.losses.findLast((one) => one.seq < (last?.seq ?? -1));
  if (last === undefined || attempts.length === 0 || loss === undefined) return [];
  const { takeoverMs, leaseMs } = reading.history.subject.bounds;
  const open = attempts.find(isOpen);
  if (open === undefined) return [kept('recorded-end')];
  if (last.untilMs - movedMs(reading, last.seq) <= takeoverMs + leaseMs) return [];
  const message = `${run} had ended as ${last.view.status}, and ${open.id} was shown with a ${open.worker.status} worker and a ${open.lease.status} lease`;
  return [broken('recorded-end', message, proof({ kill: loss.seq, illegal: last.seq }))];
};

/** When a worker was last lost, or had a part in anything. One that still works keeps its lease. */
const movedMs = ({ history }: Reading, before: number): number =>
  history.observations.findLast(
    ({ seq, worker, event }) => seq < before && worker !== undefined && event.type !== 'view.read',
  )?.atMs ?? Infinity;

/** A worker was started while another one was at work; before the first call it is another requirement's affair. */
const executorIsLeft = (reading: Reading, run: string): readonly Occasion[] => {
  const started = landedOf(reading, 'start-worker').find(({ event }) => event.boundary.at !== 'run.ready');
  const ending = endingOf(reading, run);
  if (started === undefined || ending === undefined) return [];
  const workers = reading.working.filter(
    (seen) => seen.seq < started.seq && isAlive(reading, seen.worker ?? '', started.seq),
  );
  if (workers.length < 2) return [];
  if (ending.as !== 'stuck') return [kept('an-executor-is-left')];
  const message = `${started.worker ?? 'a worker'} started beside another one, and ${run} ${ending.words}`;
  return [broken('an-executor-is-left', message, proof({ command: started.seq, rest: ending.seq }))];
};
