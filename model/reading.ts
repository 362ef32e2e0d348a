/** A pure reading of one history, shared by the checks. */
export { type Bracket, bracketsOf, isAnswered } from './reading/brackets.ts';
export { type Call, failed, gaveResult } from './reading/calls.ts';
export { type Cancellation, cancellationsOf, hadWorkLeft, startedAfter } from './reading/cancellations.ts';
export { type Commitment, commitmentOf } from './reading/commitments.ts';
export { heldCallOf, isPoisoned, type Landed, landedOf, nodeLossesOf } from './reading/deeds.ts';
export { type Ending, endingOf } from './reading/endings.ts';
export { type Exchange, isAbout, isAccepted, isRefused, overlap } from './reading/exchanges.ts';
export { dueSteps, excuseOf, mustFail, runsOutOfTries } from './reading/fate.ts';
export {
  isAlive,
  isOpenAt,
  needlessRepeats,
  overAt,
  type Repeat,
  repeatedBy,
  someoneLeft,
  workersAt,
} from './reading/lives.ts';
export { callsAfter, callsBefore, callsOfStep, precedes } from './reading/order.ts';
export { type Loss, type Stop, takeoverOf } from './reading/processes.ts';
export { capabilityOf, promiseOf } from './reading/promise.ts';
export { callsFor, finishedBeforeZombie, isWorked, type Reading, read, sureSights } from './reading/reading.ts';
export {
  failsOnly,
  fits,
  isTerminalLease,
  isTerminalWorker,
  type Predicate,
  publishedBefore,
  type Reassignment,
  reassignmentsOf,
} from './reading/reassignments.ts';
export { isSteady, isSure, type Sight, sameShown } from './reading/sights.ts';
export { leastMs, type Moment, timerBeganAt } from './reading/timers.ts';
export { type Decision, decisionsOn, gatedBy, handedDecision, waitOf, waitsOf } from './reading/waits.ts';
