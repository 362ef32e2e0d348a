import { callSteps, dependenciesOf, type Program, type Step, type WorkStep } from '../vocabulary.ts';
import { branchesOf, isChanged } from './branches.ts';
import { gaveResult } from './calls.ts';
import { isOutOfAttempts } from './deeds.ts';
import { isAbout, isRefused } from './exchanges.ts';
import { callsFor, type Reading } from './reading.ts';
import { isDefiniteRefusal, isForeignConflict } from './refusals.ts';
import { leastMs } from './timers.ts';
import { decisionsOn, waitOf } from './waits.ts';

/** Why a run may rightly end without success, in words; nothing where only success will do. */
export const excuseOf = (reading: Reading, run: string): string | undefined => {
  const isCancelled = reading.exchanges.some(
    (one) => isAbout(one, 'cancel') && one.command.run === run && !isRefused(one),
  );
  if (isCancelled) return 'after it was cancelled';
  if (rejectionsOf(reading, run).length > 0) return 'after a rejection';
  if (isOutOfAttempts(reading)) return 'out of attempts';
  if (wasRefused(reading, run)) return 'after a refusal';
  if (isOutOfTime(reading, run)) return 'out of time';
  return mustFail(reading.program) ? 'out of tries' : undefined;
};

/** Whether the world refused a call of the run for good, and not because a key came back without its body. */
const wasRefused = (reading: Reading, run: string): boolean =>
  reading.calls.some(
    (call) => call.run === run && (isDefiniteRefusal(reading, call) || isForeignConflict(reading, call)),
  );

/** Whether some limit of time that the program sets was over when the history ended. */
const isOutOfTime = (reading: Reading, run: string): boolean => {
  const { limits = {}, steps } = reading.program;
  const waits = steps.map((step) => (step.op === 'approval' ? step.deadlineMs : undefined));
  const least = Math.min(...[limits.deadlineMs, limits.executionMs, ...waits].map((ms) => ms ?? Infinity));
  const { observations } = reading.history;
  const began = reading.calls.find((call) => call.run === run)?.atMs ?? observations[0]?.atMs ?? 0;
  return (observations.at(-1)?.atMs ?? 0) - began >= leastMs(least);
};

/** Whether the world fails some step more often than its policy tries it: such a program ends in failure undisturbed. */
export const mustFail = (program: Pick<Program, 'steps'>): boolean => callSteps(program).some(runsOutOfTries);

/** Whether every try that a step's policy allows is answered with an error. */
const runsOutOfTries = (step: Step): boolean => {
  const answers = 'answers' in step ? step.answers : undefined;
  const tries = ('retry' in step ? step.retry?.attempts : undefined) ?? 1;
  return answers !== undefined && 'fails' in answers && answers.times >= tries;
};

/** The waits of a run that somebody may have rejected: an answer that was lost may have done it. */
const rejectionsOf = (reading: Reading, run: string): readonly string[] =>
  decisionsOn(reading, run)
    .filter((one) => one.command.decision === 'reject' && !isRefused(one))
    .flatMap((one) => waitOf(reading, one) ?? []);

/**
 * The steps whose results a success rests on: all but those of cases that were not chosen, and those behind a wait that was
 * rejected. A branch owes no more than what rests on its changes. Where a choice was sampled several times, the case whose results are committed is taken
 * for the chosen one, or else the last that has results: one that was lost with its worker before anything was committed binds nobody.
 */
export const dueSteps = (reading: Reading, run: string): readonly WorkStep[] => {
  const rejected = rejectionsOf(reading, run);
  const untaken = new Set(reading.program.steps.flatMap((step) => untakenIn(reading, run, step)));
  return reading.steps.filter(
    (step) =>
      !untaken.has(step.id) &&
      !isTakenOver(reading, run, step.id) &&
      !rejected.some((wait) => dependenciesOf(reading.program, step.id).has(wait)),
  );
};

/** A branch may have from its parent, or from whoever made it, all but what rests on its changes. */
const isTakenOver = (reading: Reading, run: string, step: string): boolean =>
  branchesOf(reading).some(
    (branch) => branch.command.as === run && (step in branch.command.changes || !isChanged(reading, branch, step)),
  );

const untakenIn = (reading: Reading, run: string, step: Step): readonly string[] => {
  if (step.op !== 'choose') return [];
  const given = callsFor(reading.calls, run, step.by)
    .filter(gaveResult)
    .map((call) => call.answered?.event.value);
  const chosen = given.flatMap((value) => (typeof value === 'string' && value in step.cases ? [value] : []));
  const shown = reading.sights.findLast((sight) => sight.run === run)?.view.steps ?? {};
  const isCommitted = (name: string): boolean =>
    (step.cases[name] ?? []).every((inner) => (shown[inner.id]?.commits.length ?? 0) > 0);
  const isDone = (name: string): boolean =>
    (step.cases[name] ?? []).every((inner) => callsFor(reading.calls, run, inner.id).some(gaveResult));
  const taken = chosen.find(isCommitted) ?? chosen.findLast(isDone) ?? chosen.at(-1);
  return Object.entries(step.cases).flatMap(([name, steps]) => (name === taken ? [] : steps.map(({ id }) => id)));
};
