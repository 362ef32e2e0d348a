import type { Requirement } from '../vocabulary.ts';
import { concurrentResumesActOnce } from './approval/concurrent-resumes-act-once.ts';
import { decisionSurvivesNoWorker } from './approval/decision-survives-no-worker.ts';
import { noSecondWhileOneLives } from './attempt/no-second-while-one-lives.ts';
import { acceptsTheDue } from './claim/accepts-the-due.ts';
import { createsOneAttemptWorkerLease } from './claim/creates-one-attempt-worker-lease.ts';
import { oneOfManyWins } from './claim/one-of-many-wins.ts';
import { oneResultPerStep } from './commit/one-result-per-step.ts';
import { outputDurableBeforeProgress } from './commit/output-durable-before-progress.ts';
import { survivesNodeLoss } from './commit/survives-node-loss.ts';
import { appliedOnce } from './effect/applied-once.ts';
import { beliefNeverAheadOfOwner } from './effect/belief-never-ahead-of-owner.ts';
import { successNeedsItsProof } from './evidence/success-needs-its-proof.ts';
import { oneRunPerStartKey } from './identity/one-run-per-start-key.ts';
import { stateOutlivesWorkers } from './identity/state-outlives-workers.ts';
import { liveHolderKeepsIt } from './lease/live-holder-keeps-it.ts';
import { zombieChangesNothing } from './lease/zombie-changes-nothing.ts';
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
import { committedStepRunsOnce } from './recovery/committed-step-runs-once.ts';
import { laterStepsSeeTheCommittedOutput } from './recovery/later-steps-see-the-committed-output.ts';
import { replaysEveryValue } from './recovery/replays-every-value.ts';
import { runFinishesAfterAnyInterruption } from './recovery/run-finishes-after-any-interruption.ts';
import { survivesRepeatedCrashes } from './recovery/survives-repeated-crashes.ts';

/** Every requirement of this revision, in the order in which reports show them. */
export const requirements: readonly Requirement[] = [
  runFinishesAfterAnyInterruption,
  committedStepRunsOnce,
  laterStepsSeeTheCommittedOutput,
  attemptsMayDiffer,
  survivesRepeatedCrashes,
  replaysEveryValue,
  outputDurableBeforeProgress,
  survivesNodeLoss,
  oneResultPerStep,
  appliedOnce,
  beliefNeverAheadOfOwner,
  successNeedsItsProof,
  zombieChangesNothing,
  liveHolderKeepsIt,
  noSecondWhileOneLives,
  oneOfManyWins,
  decisionSurvivesNoWorker,
  concurrentResumesActOnce,
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
