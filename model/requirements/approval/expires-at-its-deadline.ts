import {
  aloneOf,
  type Decision,
  decisionsOn,
  isAccepted,
  isRefused,
  isSteady,
  isSure,
  isWorked,
  type Moment,
  type Reading,
  type Sight,
  waitOf,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An approval expires at its deadline, also across a restart, and refuses what is decided later. */
export const expiresAtItsDeadline = requirement({
  id: 'approval.expires-at-its-deadline',
  since: '2026-12',
  title: 'An approval expires at its deadline',
  statement:
    'A wait that nobody decided in its time is over then, whoever was at work, and takes no decision any more.',
  duty: 'runtime',
  level: 3,
  profile: 'approve',
  reach: 'outside',
  needs: ['approval', 'approval-deadline'],
  clauses: [
    { id: 'expires', statement: 'Once its time is over the wait is not shown as open.' },
    { id: 'refuses-later', statement: 'A decision that comes after that time is refused.' },
    {
      id: 'across-a-restart',
      statement: 'The time counts from the first request, also where a worker was lost since.',
    },
  ],
  source: 'Durable execution for AI agents, section Preserve approval and cancellation state',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.program.steps.flatMap((step) =>
            step.op === 'approval' && step.deadlineMs !== undefined
              ? occasionsOf(reading, run, { step: step.id, deadlineMs: step.deadlineMs })
              : [],
          ),
        )
      : aloneOf(reading, 'decide').flatMap(({ bracket, exchange }) => scripted(reading, bracket.before, exchange)),
});

type Wait = { readonly step: string; readonly deadlineMs: number };

/** The wait was surely there when it was first shown as open, so its time is surely over that long after it, and a little more. */
const occasionsOf = (reading: Reading, run: string, { step, deadlineMs }: Wait): readonly Occasion[] => {
  const shown = reading.sights.find((sight) => sight.run === run && isSteady(sight) && isOpen(sight, step));
  if (shown === undefined) return [];
  const due: Moment = { seq: shown.seq, atMs: shown.atMs + 1.1 * deadlineMs + 50 };
  const wasDecided = decisionsOn(reading, run).some(
    (one) => waitOf(reading, one) === step && !isRefused(one) && timeOf(reading, one.sent) < due.atMs,
  );
  const loss = reading.losses.find((one) => one.seq > shown.seq && timeOf(reading, one.seq) < due.atMs);
  if (wasDecided) return [];
  const found = [...expires(reading, run, { step, due }), ...refusesLater(reading, run, { step, due })];
  return loss === undefined ? found : [...found, ...found.map((one) => ({ ...one, clause: 'across-a-restart' }))];
};

type Due = { readonly step: string; readonly due: Moment };

/** Read at rest, with the time for a sweep behind it. */
const expires = (reading: Reading, run: string, { step, due }: Due): readonly Occasion[] => {
  const { takeoverMs } = reading.history.subject.bounds;
  const late = reading.sights.filter((one) => one.run === run && isSure(one) && one.atMs > due.atMs + takeoverMs);
  const open = late.find((sight) => isOpen(sight, step));
  if (late.length === 0) return [];
  if (open === undefined) return [kept('expires')];
  const message = `the time to decide ${step} of ${run} was over, and it was still shown as open`;
  return [broken('expires', message, proof({ first: due.seq, illegal: open.seq }))];
};

const refusesLater = (reading: Reading, run: string, { step, due }: Due): readonly Occasion[] =>
  decisionsOn(reading, run)
    .filter((one) => waitOf(reading, one) === step && timeOf(reading, one.sent) > due.atMs)
    .flatMap((one) => judged(one, due.seq));

const judged = (late: Decision, first: number): readonly Occasion[] => {
  if (isRefused(late)) return [kept('refuses-later')];
  const message = `the time to decide ${late.command.approval} of ${late.command.run} was over, and a decision was accepted`;
  return isAccepted(late)
    ? [broken('refuses-later', message, proof({ first, command: late.sent, illegal: late.answered }))]
    : [];
};

/** In a script the runtime itself had shown it as expired. */
const scripted = (reading: Reading, before: Sight, decision: Decision): readonly Occasion[] => {
  const step = waitOf(reading, decision);
  const shown = before.view.approvals?.find((one) => one.step === step);
  if (before.run !== decision.command.run || shown?.status !== 'expired') return [];
  return [kept('expires'), ...judged(decision, before.seq)];
};

const isOpen = ({ view }: Sight, step: string): boolean => {
  const own = view.approvals?.find((one) => one.step === step);
  return own !== undefined && (own.status === 'requested' || own.status === 'pending');
};

const timeOf = (reading: Reading, seq: number): number => reading.history.observations[seq]?.atMs ?? Infinity;
