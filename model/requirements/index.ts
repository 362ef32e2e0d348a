import type { Requirement } from '../vocabulary.ts';
import { concurrentResumesActOnce } from './approval/concurrent-resumes-act-once.ts';
import { decisionSurvivesNoWorker } from './approval/decision-survives-no-worker.ts';
import { earlyDecisionIsNotLost } from './approval/early-decision-is-not-lost.ts';
import { firstDecisionStands } from './approval/first-decision-stands.ts';
import { lateOneRestartsNothing } from './approval/late-one-restarts-nothing.ts';
import { requestIsDurable } from './approval/request-is-durable.ts';
import { spentOnlyWithProgress } from './approval/spent-only-with-progress.ts';
import { noSecondWhileOneLives } from './attempt/no-second-while-one-lives.ts';
import { inFlightEffectIsReconciled } from './cancel/in-flight-effect-is-reconciled.ts';
import { nothingStartsAfter } from './cancel/nothing-starts-after.ts';
import { oneTerminalOutcome } from './cancel/one-terminal-outcome.ts';
import { repeatsAsOne } from './cancel/repeats-as-one.ts';
import { survivesCrashes } from './cancel/survives-crashes.ts';
import { acceptsTheDue } from './claim/accepts-the-due.ts';
import { createsOneAttemptWorkerLease } from './claim/creates-one-attempt-worker-lease.ts';
import { oneOfManyWins } from './claim/one-of-many-wins.ts';
import { oneResultPerStep } from './commit/one-result-per-step.ts';
import { outputDurableBeforeProgress } from './commit/output-durable-before-progress.ts';
import { survivesNodeLoss } from './commit/survives-node-loss.ts';
import { appliedOnce } from './effect/applied-once.ts';
import { beliefNeverAheadOfOwner } from './effect/belief-never-ahead-of-owner.ts';
import { keyNamesOneAction } from './effect/key-names-one-action.ts';
import { sameActionSameKey } from './effect/same-action-same-key.ts';
import { successNeedsItsProof } from './evidence/success-needs-its-proof.ts';
import { oneRunPerStartKey } from './identity/one-run-per-start-key.ts';
import { stateOutlivesWorkers } from './identity/state-outlives-workers.ts';
import { liveHolderKeepsIt } from './lease/live-holder-keeps-it.ts';
import { zombieChangesNothing } from './lease/zombie-changes-nothing.ts';
import { attemptsAreBounded } from './limit/attempts-are-bounded.ts';
import { backoffSurvivesRestarts } from './limit/backoff-survives-restarts.ts';
import { acceptsTheAdmissible } from './reassign/accepts-the-admissible.ts';
import { createsNoWorker } from './reassign/creates-no-worker.ts';
import { isAtomic } from './reassign/is-atomic.ts';
import { needsAReason } from './reassign/needs-a-reason.ts';
import { needsTerminalPriorWorkerAndLease } from './reassign/needs-terminal-prior-worker-and-lease.ts';
import { needsTheRecordedOwner } from './reassign/needs-the-recorded-owner.ts';
import { onlyFromRetryWait } from './reassign/only-from-retry-wait.ts';
import { refusalChangesNothing } from './reassign/refusal-changes-nothing.ts';
import { reopensTheSameSlot } from './reassign/reopens-the-same-slot.ts';
import { resolvesInTenantAndRun } from './reassign/resolves-in-tenant-and-run.ts';
import { selectsACompatibleSpecification } from './reassign/selects-a-compatible-specification.ts';
import { attemptsMayDiffer } from './recovery/attempts-may-differ.ts';
import { childKeepsItsParent } from './recovery/child-keeps-its-parent.ts';
import { committedStepRunsOnce } from './recovery/committed-step-runs-once.ts';
import { laterStepsSeeTheCommittedOutput } from './recovery/later-steps-see-the-committed-output.ts';
import { parallelRunsOnlyTheMissing } from './recovery/parallel-runs-only-the-missing.ts';
import { replaysEveryValue } from './recovery/replays-every-value.ts';
import { retryKeepsInputs } from './recovery/retry-keeps-inputs.ts';
import { runFinishesAfterAnyInterruption } from './recovery/run-finishes-after-any-interruption.ts';
import { survivesRepeatedCrashes } from './recovery/survives-repeated-crashes.ts';
import { takesOnePath } from './recovery/takes-one-path.ts';
import { timerFiresOnce } from './recovery/timer-fires-once.ts';

/** Every requirement of this revision, in the order in which reports show them. */
export const requirements: readonly Requirement[] = [
  runFinishesAfterAnyInterruption,
  committedStepRunsOnce,
  laterStepsSeeTheCommittedOutput,
  attemptsMayDiffer,
  survivesRepeatedCrashes,
  replaysEveryValue,
  parallelRunsOnlyTheMissing,
  takesOnePath,
  timerFiresOnce,
  retryKeepsInputs,
  childKeepsItsParent,
  outputDurableBeforeProgress,
  survivesNodeLoss,
  oneResultPerStep,
  appliedOnce,
  beliefNeverAheadOfOwner,
  sameActionSameKey,
  keyNamesOneAction,
  successNeedsItsProof,
  zombieChangesNothing,
  liveHolderKeepsIt,
  noSecondWhileOneLives,
  oneOfManyWins,
  decisionSurvivesNoWorker,
  concurrentResumesActOnce,
  earlyDecisionIsNotLost,
  firstDecisionStands,
  lateOneRestartsNothing,
  spentOnlyWithProgress,
  requestIsDurable,
  nothingStartsAfter,
  inFlightEffectIsReconciled,
  survivesCrashes,
  oneTerminalOutcome,
  repeatsAsOne,
  attemptsAreBounded,
  backoffSurvivesRestarts,
  createsOneAttemptWorkerLease,
  acceptsTheDue,
  acceptsTheAdmissible,
  resolvesInTenantAndRun,
  onlyFromRetryWait,
  needsTerminalPriorWorkerAndLease,
  needsAReason,
  needsTheRecordedOwner,
  selectsACompatibleSpecification,
  refusalChangesNothing,
  reopensTheSameSlot,
  createsNoWorker,
  isAtomic,
  oneRunPerStartKey,
  stateOutlivesWorkers,
];
