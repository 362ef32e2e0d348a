import type { Capability, Claim } from '../../model/vocabulary.ts';
import type { Variant } from './variant.ts';

const docs = 'https://docs.temporal.io';

/** Where the documentation says what this adapter builds on. */
export const pages = {
  workflows: `${docs}/workflow-execution`,
  replay: `${docs}/workflow-execution#replay`,
  status: `${docs}/workflow-execution#workflow-execution-status`,
  workflowId: `${docs}/workflow-execution/workflowid-runid`,
  timers: `${docs}/workflow-execution/timers-delays#timer`,
  activities: `${docs}/activities`,
  idempotency: `${docs}/activity-definition#idempotency`,
  retryPolicy: `${docs}/activity-definition#activity-retry-policy`,
  timeouts: `${docs}/encyclopedia/detecting-activity-failures`,
  startToClose: `${docs}/encyclopedia/detecting-activity-failures#start-to-close-timeout`,
  heartbeat: `${docs}/encyclopedia/detecting-activity-failures#activity-heartbeat`,
  maximumAttempts: `${docs}/encyclopedia/retry-policies#maximum-attempts`,
  handling: `${docs}/handling-messages#message-handler-concurrency`,
  signals: `${docs}/develop/typescript/workflows/message-passing#send-signal`,
  cancellation: `${docs}/encyclopedia/workflow/cancellation-and-termination#cancellation`,
  cancellationType: `${docs}/develop/typescript/workflows/cancellation#activity-cancellation-type`,
};

/** What the documentation promises or disclaims; what is not named here it is silent about. */
export const capabilitiesOf = ({ cancelling }: Variant): readonly Capability[] => [
  ...progress,
  ...waits,
  // "Workflow code that continues ... can overlap with an Activity that is still executing", against "Use this when the Workflow must
  // not move on while the Activity might still be running".
  ...say(
    cancelling === 'try' ? 'disclaimed' : 'promised',
    pages.cancellationType,
    'cancel.in-flight-effect-is-reconciled',
  ),
];

const say = (claim: Claim, link: string, ...names: readonly string[]): readonly Capability[] =>
  names.map((name) => ({ name, claim, link }));

const progress: readonly Capability[] = [
  // "ensures the state of the Workflow Execution persists in the face of failures and outages and resumes execution from the latest state"
  ...say(
    'promised',
    pages.workflows,
    'recovery.run-finishes-after-any-interruption',
    'recovery.survives-repeated-crashes',
    'identity.state-outlives-workers',
    'identity.run-survives-replacement',
    'identity.runs-share-nothing',
    'commit.survives-node-loss',
  ),
  ...say('promised', pages.replay, 'recovery.takes-one-path', 'commit.output-durable-before-progress'),
  // "completed Activities will not re-execute", and they are not in the history "until they return or produce an error"
  ...say(
    'promised',
    pages.idempotency,
    'recovery.committed-step-runs-once',
    'recovery.parallel-runs-only-the-missing',
    'recovery.later-steps-see-the-committed-output',
    'effect.belief-never-ahead-of-owner',
    'effect.same-action-same-key',
    'effect.key-names-one-action',
    'effect.applied-once',
  ),
  // "observed as completed exactly once"; of the attempts that ran late it says that they may have happened
  ...say('promised', pages.retryPolicy, 'commit.one-result-per-step', 'lease.zombie-changes-nothing'),
  ...say('promised', pages.retryPolicy, 'limit.backoff-survives-restarts'),
  ...say('promised', pages.maximumAttempts, 'limit.attempts-are-bounded'),
  ...say('promised', pages.activities, 'recovery.attempts-may-differ'),
  ...say('promised', pages.heartbeat, 'lease.live-holder-keeps-it'),
  ...say('promised', pages.workflowId, 'identity.one-run-per-start-key'),
  ...say('promised', pages.status, 'evidence.success-needs-its-proof', 'cancel.one-terminal-outcome'),
];

const waits: readonly Capability[] = [
  ...say('promised', pages.timers, 'recovery.timer-fires-once'),
  ...say('promised', pages.signals, 'approval.decision-survives-no-worker', 'approval.late-one-restarts-nothing'),
  ...say(
    'promised',
    pages.handling,
    'approval.early-decision-is-not-lost',
    'approval.concurrent-resumes-act-once',
    'approval.request-is-durable',
  ),
  // The event of the request is in the history, and the workflow is woken by it.
  ...say('promised', pages.cancellation, 'cancel.survives-crashes'),
  // "Cancellation is cooperative. The Temporal Service delivers the request to the Workflow": until a worker has taken it up, an activity
  // that was scheduled before is tried again.
  ...say('disclaimed', pages.cancellation, 'cancel.nothing-starts-after'),
];
