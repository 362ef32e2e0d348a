import {
  type Call,
  callsFor,
  type Exchange,
  endingOf,
  isAbout,
  isAccepted,
  isWorked,
  overlap,
  type Reading,
} from '../../reading.ts';
import { dependenciesOf, type Step } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Several resumes of one parked wait, from several processes at once, cause its gated effect once. */
export const concurrentResumesActOnce = requirement({
  id: 'approval.concurrent-resumes-act-once',
  since: '2026-12',
  title: 'Concurrent resumes act once',
  statement: 'When one wait is resumed from several processes at once, the effect behind it is caused once.',
  duty: 'runtime',
  level: 3,
  profile: 'approve',
  reach: 'world',
  needs: ['approval', 'effect'],
  clauses: [
    { id: 'not-twice', statement: 'The effect behind the wait is not caused by each of them.' },
    { id: 'not-never', statement: 'When one of them was accepted, the effect happens.' },
  ],
  source:
    'Durable execution for AI agents, section Preserve approval and cancellation state; report hatchet-parked-task-times-out',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) => gatedBy(reading).flatMap((step) => occasionsOf(reading, run, step)))
      : [],
});

/** Effects behind a wait, under an owner that cannot deduplicate: one that can would hide the second request. */
const gatedBy = (reading: Reading): readonly Step[] =>
  reading.steps.filter(
    (step) =>
      step.op === 'effect' &&
      step.contract === 'opaque' &&
      reading.program.steps.some(
        (wait) => wait.op === 'approval' && dependenciesOf(reading.program, step.id).has(wait.id),
      ),
  );

const occasionsOf = (reading: Reading, run: string, step: Step): readonly Occasion[] => {
  const applied = distinct(callsFor(reading.calls, run, step.id).filter((call) => call.applied !== undefined));
  const [first, second] = applied.map((call) => call.applied?.seq ?? 0);
  const shown = reading.calls.find((call) => call.run === run && call.op === 'approval')?.seq ?? 0;
  const decisions = reading.exchanges.filter(
    (given) =>
      isAbout(given, 'decide') &&
      given.command.run === run &&
      given.command.decision === 'approve' &&
      given.sent > shown,
  );
  const one = decisions.find((each) => rivalOf(each, decisions, first) !== undefined);
  const other = one === undefined ? undefined : rivalOf(one, decisions, first);
  const ending = endingOf(reading, run);
  if (one === undefined || other === undefined || reading.losses.length > 0) return [];
  if (first === undefined) {
    if (ending === undefined || ending.as === 'stopped' || ![one, other].some(isAccepted)) return [];
    const message = `two decisions met, one was accepted, and ${step.id} never happened: ${run} ${ending.words}`;
    return [broken('not-never', message, proof({ command: one.sent, rest: ending.seq }))];
  }
  if (second === undefined) return [kept('not-twice'), kept('not-never')];
  const message = `two decisions from ${one.process} and ${other.process} caused ${step.id} ${applied.length} times`;
  return [broken('not-twice', message, proof({ command: other.sent, first, illegal: second })), kept('not-never')];
};

/** A decision from another process that met this one, or was sent like this one before the effect happened. */
const rivalOf = (one: Exchange, all: readonly Exchange[], effect: number | undefined): Exchange | undefined =>
  all.find((other) => {
    const isEarly = effect !== undefined && one.sent < effect && other.sent < effect;
    return other.sent > one.sent && other.process !== one.process && (isEarly || overlap(one, other));
  });

const distinct = (calls: readonly Call[]): readonly Call[] =>
  calls.filter((call, at) => calls.findIndex((other) => other.nonce === call.nonce) === at);
