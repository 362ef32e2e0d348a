import type { Requirement } from '../vocabulary.ts';
import { bindsOneRevision } from './approval/binds-one-revision.ts';
import { concurrentResumesActOnce } from './approval/concurrent-resumes-act-once.ts';
import { decisionSurvivesNoWorker } from './approval/decision-survives-no-worker.ts';
import { earlyDecisionIsNotLost } from './approval/early-decision-is-not-lost.ts';
import { expiresAtItsDeadline } from './approval/expires-at-its-deadline.ts';
import { firstDecisionStands } from './approval/first-decision-stands.ts';
import { lateOneRestartsNothing } from './approval/late-one-restarts-nothing.ts';
import { onlyTheReviewerDecides } from './approval/only-the-reviewer-decides.ts';
import { rechecksAccess } from './approval/rechecks-access.ts';
import { requestIsDurable } from './approval/request-is-durable.ts';
import { spentOnlyWithProgress } from './approval/spent-only-with-progress.ts';
import { waitFreesCapacity } from './approval/wait-frees-capacity.ts';
import { everyStartReachesAnEnd } from './attempt/every-start-reaches-an-end.ts';
import { noSecondWhileOneLives } from './attempt/no-second-while-one-lives.ts';
import { terminalIsFinal } from './attempt/terminal-is-final.ts';
import { acceptedIsNotAccounted } from './cancel/accepted-is-not-accounted.ts';
import { inFlightEffectIsReconciled } from './cancel/in-flight-effect-is-reconciled.ts';
import { nothingStartsAfter } from './cancel/nothing-starts-after.ts';
import { oneTerminalOutcome } from './cancel/one-terminal-outcome.ts';
import { repeatsAsOne } from './cancel/repeats-as-one.ts';
import { survivesCrashes } from './cancel/survives-crashes.ts';
import { acceptsTheDue } from './claim/accepts-the-due.ts';
import { createsOneAttemptWorkerLease } from './claim/creates-one-attempt-worker-lease.ts';
import { failureLeavesSlotClaimable } from './claim/failure-leaves-slot-claimable.ts';
import { honoursRetryTime } from './claim/honours-retry-time.ts';
import { oneOfManyWins } from './claim/one-of-many-wins.ts';
import { refusesIncompatibleWorkerClass } from './claim/refuses-incompatible-worker-class.ts';
import { crashLeavesBeforeOrAfter } from './commit/crash-leaves-before-or-after.ts';
import { missingArtifactStopsRecovery } from './commit/missing-artifact-stops-recovery.ts';
import { oneResultPerStep } from './commit/one-result-per-step.ts';
import { orphansAreNeverConsumed } from './commit/orphans-are-never-consumed.ts';
import { outputDurableBeforeProgress } from './commit/output-durable-before-progress.ts';
import { referencesExactVersions } from './commit/references-exact-versions.ts';
import { refusesAStaleRevision } from './commit/refuses-a-stale-revision.ts';
import { refusesIncompleteOutput } from './commit/refuses-incomplete-output.ts';
import { survivesNodeLoss } from './commit/survives-node-loss.ts';
import { appliedOnce } from './effect/applied-once.ts';
import { asksBeforeRepeating } from './effect/asks-before-repeating.ts';
import { beliefNeverAheadOfOwner } from './effect/belief-never-ahead-of-owner.ts';
import { carriesItsAuthority } from './effect/carries-its-authority.ts';
import { duplicateCallbackCountsOnce } from './effect/duplicate-callback-counts-once.ts';
import { keyNamesOneAction } from './effect/key-names-one-action.ts';
import { ownDuplicateIsSuccess } from './effect/own-duplicate-is-success.ts';
import { refusalIsFinal } from './effect/refusal-is-final.ts';
import { sameActionSameKey } from './effect/same-action-same-key.ts';
import { unknownGoesToReview } from './effect/unknown-goes-to-review.ts';
import { failureDecisionOutcomeAreLinked } from './evidence/failure-decision-outcome-are-linked.ts';
import { outputsCarryProvenance } from './evidence/outputs-carry-provenance.ts';
import { recoverablePrefixIsShown } from './evidence/recoverable-prefix-is-shown.ts';
import { successNeedsItsProof } from './evidence/success-needs-its-proof.ts';
import { threeFactsAreSeparate } from './evidence/three-facts-are-separate.ts';
import { admissionIsAtomic } from './identity/admission-is-atomic.ts';
import { launchRefusesWhatWasNotAccepted } from './identity/launch-refuses-what-was-not-accepted.ts';
import { nodeGetsItsBoundRevisions } from './identity/node-gets-its-bound-revisions.ts';
import { oneRunPerStartKey } from './identity/one-run-per-start-key.ts';
import { priorAttemptsStayAddressable } from './identity/prior-attempts-stay-addressable.ts';
import { replacementUsesPinnedConfiguration } from './identity/replacement-uses-pinned-configuration.ts';
import { runSurvivesReplacement } from './identity/run-survives-replacement.ts';
import { runsShareNothing } from './identity/runs-share-nothing.ts';
import { slotSurvivesReplacement } from './identity/slot-survives-replacement.ts';
import { startKeyRefusesOtherInputs } from './identity/start-key-refuses-other-inputs.ts';
import { stateOutlivesWorkers } from './identity/state-outlives-workers.ts';
import { tenantsAreIsolated } from './identity/tenants-are-isolated.ts';
import { heartbeatRevivesNothing } from './lease/heartbeat-revives-nothing.ts';
import { liveHolderKeepsIt } from './lease/live-holder-keeps-it.ts';
import { zombieChangesNothing } from './lease/zombie-changes-nothing.ts';
import { attemptsAreBounded } from './limit/attempts-are-bounded.ts';
import { backoffSurvivesRestarts } from './limit/backoff-survives-restarts.ts';
import { deadlineNeverMoves } from './limit/deadline-never-moves.ts';
import { executionTimeIsBounded } from './limit/execution-time-is-bounded.ts';
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
import { branchInheritsNoAuthority } from './recovery/branch-inherits-no-authority.ts';
import { branchIsALinkedNewRun } from './recovery/branch-is-a-linked-new-run.ts';
import { childKeepsItsParent } from './recovery/child-keeps-its-parent.ts';
import { committedStepRunsOnce } from './recovery/committed-step-runs-once.ts';
import { laterStepsSeeTheCommittedOutput } from './recovery/later-steps-see-the-committed-output.ts';
import { parallelRunsOnlyTheMissing } from './recovery/parallel-runs-only-the-missing.ts';
import { refusesIncompatibleCode } from './recovery/refuses-incompatible-code.ts';
import { replaysEveryValue } from './recovery/replays-every-value.ts';
import { retryKeepsInputs } from './recovery/retry-keeps-inputs.ts';
import { runFinishesAfterAnyInterruption } from './recovery/run-finishes-after-any-interruption.ts';
import { storeOutageLosesNothing } from './recovery/store-outage-loses-nothing.ts';
import { strandedRunIsShown } from './recovery/stranded-run-is-shown.ts';
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
  storeOutageLosesNothing,
  branchIsALinkedNewRun,
  branchInheritsNoAuthority,
  refusesIncompatibleCode,
  strandedRunIsShown,
  outputDurableBeforeProgress,
  survivesNodeLoss,
  oneResultPerStep,
  crashLeavesBeforeOrAfter,
  referencesExactVersions,
  refusesIncompleteOutput,
  orphansAreNeverConsumed,
  missingArtifactStopsRecovery,
  refusesAStaleRevision,
  appliedOnce,
  beliefNeverAheadOfOwner,
  sameActionSameKey,
  keyNamesOneAction,
  refusalIsFinal,
  duplicateCallbackCountsOnce,
  asksBeforeRepeating,
  unknownGoesToReview,
  ownDuplicateIsSuccess,
  carriesItsAuthority,
  successNeedsItsProof,
  failureDecisionOutcomeAreLinked,
  outputsCarryProvenance,
  recoverablePrefixIsShown,
  threeFactsAreSeparate,
  zombieChangesNothing,
  liveHolderKeepsIt,
  heartbeatRevivesNothing,
  noSecondWhileOneLives,
  terminalIsFinal,
  everyStartReachesAnEnd,
  oneOfManyWins,
  decisionSurvivesNoWorker,
  concurrentResumesActOnce,
  earlyDecisionIsNotLost,
  firstDecisionStands,
  lateOneRestartsNothing,
  spentOnlyWithProgress,
  requestIsDurable,
  expiresAtItsDeadline,
  bindsOneRevision,
  onlyTheReviewerDecides,
  rechecksAccess,
  waitFreesCapacity,
  nothingStartsAfter,
  inFlightEffectIsReconciled,
  survivesCrashes,
  oneTerminalOutcome,
  repeatsAsOne,
  acceptedIsNotAccounted,
  attemptsAreBounded,
  backoffSurvivesRestarts,
  deadlineNeverMoves,
  executionTimeIsBounded,
  createsOneAttemptWorkerLease,
  acceptsTheDue,
  refusesIncompatibleWorkerClass,
  honoursRetryTime,
  failureLeavesSlotClaimable,
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
  runSurvivesReplacement,
  slotSurvivesReplacement,
  priorAttemptsStayAddressable,
  replacementUsesPinnedConfiguration,
  nodeGetsItsBoundRevisions,
  launchRefusesWhatWasNotAccepted,
  startKeyRefusesOtherInputs,
  tenantsAreIsolated,
  runsShareNothing,
  admissionIsAtomic,
];
