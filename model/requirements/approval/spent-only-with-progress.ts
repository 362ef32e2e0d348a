import {
  type Decision,
  decisionsOn,
  endingOf,
  gatedBy,
  isAccepted,
  isWorked,
  type Reading,
  waitOf,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A decision is spent only together with the progress that it allows. */
export const spentOnlyWithProgress = requirement({
  id: 'approval.spent-only-with-progress',
  since: '2026-12',
  title: 'A decision is spent only with progress',
  statement: 'Where the worker that should go on from a decision is lost before it does, the decision still counts.',
  duty: 'runtime',
  level: 3,
  profile: 'approve',
  reach: 'outside',
  needs: ['approval'],
  clauses: [{ id: 'still-counts', statement: 'The worker after it goes on without being asked to decide again.' }],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; report cloudflare-dead-waiter-takes-event',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          decisionsOn(reading, run)
            .filter((one) => isAccepted(one) && one.command.decision === 'approve')
            .flatMap((one) => occasionOf(reading, run, one)),
        )
      : [],
});

/** The lost worker was there when the decision was known, and nothing behind the wait had begun. */
const occasionOf = (reading: Reading, run: string, given: Decision): readonly Occasion[] => {
  const wait = waitOf(reading, given) ?? '';
  const gated = new Set(gatedBy(reading, wait).map((step) => step.id));
  const began = reading.honest.find((call) => call.run === run && gated.has(call.step) && call.seq > given.sent);
  const loss = reading.losses.find(
    (one) => one.seq > given.answered && one.seq < (began?.seq ?? Infinity) && wasToldToWork(reading, one),
  );
  const next = reading.working.find((seen) => loss !== undefined && seen.seq > loss.seq);
  const again = decisionsOn(reading, run).find((one) => one.sent > given.answered);
  if (loss === undefined || next === undefined) return [];
  if (began !== undefined && began.seq < (again?.sent ?? Infinity)) return [kept('still-counts')];
  const ending = endingOf(reading, run);
  if (ending === undefined || !['stuck', 'waiting', 'failed'].includes(ending.as) || ending.seq < next.seq) return [];
  const message = `a decision on ${wait} was accepted, ${loss.worker} was lost before it went on, and ${run} ${ending.words}`;
  return [
    broken(
      'still-counts',
      message,
      proof({ command: given.sent, answer: given.answered, kill: loss.seq, rest: ending.seq }),
    ),
  ];
};

const wasToldToWork = (reading: Reading, loss: { readonly worker: string; readonly seq: number }): boolean =>
  reading.working.some((seen) => seen.worker === loss.worker && seen.seq < loss.seq);
