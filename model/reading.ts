/** A pure reading of one history, shared by the checks. */
export {
  committedReference,
  isWhole,
  names,
  type Reference,
  referenceIn,
  type Upload,
  uploadsFor,
  uploadsIn,
} from './reading/artifacts.ts';
export { type Alone, aloneOf, type Bracket, bracketsOf, isAnswered } from './reading/brackets.ts';
export { type Branch, branchesOf, isChanged } from './reading/branches.ts';
export { type Call, failed, gaveResult } from './reading/calls.ts';
export { type Cancellation, cancellationsOf, hadWorkLeft, startedAfter } from './reading/cancellations.ts';
export { isDue, isWaitingForItsTime } from './reading/claims.ts';
export { type Commitment, commitmentOf } from './reading/commitments.ts';
export {
  heldCallOf,
  isOutOfAttempts,
  type Landed,
  landedOf,
  nodeLossesOf,
  type Window,
  windowsOf,
} from './reading/deeds.ts';
export { type Ending, endingOf } from './reading/endings.ts';
export { type Exchange, isAbout, isAccepted, isRefused, overlap } from './reading/exchanges.ts';
export { dueSteps, mustFail } from './reading/fate.ts';
export { argumentsOf, authorityIn, authorityOf, configurationOf } from './reading/forwarded.ts';
export {
  isAlive,
  isOpenAt,
  needlessRepeats,
  overAt,
  repeatedBy,
  someoneLeft,
  workersAt,
} from './reading/lives.ts';
export { callsAfter } from './reading/order.ts';
export { type Loss, type Stop, takeoverOf } from './reading/processes.ts';
export { capabilityOf, promiseOf } from './reading/promise.ts';
export {
  callsFor,
  finishedBeforeZombie,
  firstAnswer,
  isWorked,
  type Reading,
  read,
  sureSights,
} from './reading/reading.ts';
export {
  failsOnly,
  fits,
  isOpen,
  isTerminalLease,
  isTerminalWorker,
  type Predicate,
  publishedBefore,
  type Reassignment,
  reassignmentsOf,
} from './reading/reassignments.ts';
export { isDefiniteRefusal, isPassingRefusal } from './reading/refusals.ts';
export { registeredBy } from './reading/registry.ts';
export { resultsOf } from './reading/results.ts';
export { isSameState, isSteady, isSure, type Sight, sameShown } from './reading/sights.ts';
export { leastMs, type Moment, timerBeganAt } from './reading/timers.ts';
export { type Decision, decisionsOn, gatedBy, handedDecision, waitOf } from './reading/waits.ts';
