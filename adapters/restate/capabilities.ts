import type { Capability, Claim } from '../../model/vocabulary.ts';

const docs = 'https://docs.restate.dev';
/** The pages of Restate's documentation that the claims below rest on. */
export const pages = {
  keyConcepts: `${docs}/foundations/key-concepts`,
  durableExecution: `${docs}/foundations/key-concepts#how-it-works`,
  covers: `${docs}/foundations/key-concepts#what-it-covers`,
  communication: `${docs}/foundations/key-concepts#resilient-communication`,
  state: `${docs}/foundations/key-concepts#consistent-state`,
  lifecycle: `${docs}/guides/request-lifecycle`,
  workflow: `${docs}/foundations/services#workflow`,
  workflows: `${docs}/tour/workflows`,
  signaling: `${docs}/tour/workflows#signaling`,
  promises: `${docs}/develop/ts/external-events#workflow-promises`,
  steps: `${docs}/develop/ts/durable-steps`,
  uuids: `${docs}/develop/ts/durable-steps#uuids`,
  serialization: `${docs}/develop/ts/serialization`,
  concurrent: `${docs}/develop/ts/concurrent-tasks#retrieving-results`,
  timers: `${docs}/foundations/actions#durable-timers-and-timeouts`,
  configuration: `${docs}/services/configuration`,
  retries: `${docs}/services/configuration#retries`,
  timeouts: `${docs}/services/configuration#timeouts`,
  runRetries: `${docs}/guides/error-handling#at-the-run-block-level`,
  cancellations: `${docs}/guides/error-handling#cancellations-are-terminal-errors`,
  cancel: `${docs}/services/invocation/managing-invocations#cancel`,
  sagas: `${docs}/guides/sagas#when-to-use-sagas`,
  run: 'https://github.com/restatedev/sdk-typescript/blob/main/packages/libs/restate-sdk/src/context.ts',
};

const say = (claim: Claim, link: string, ...names: string[]): Capability[] =>
  names.map((name) => ({ name, claim, link }));

/** What the documentation promises or disclaims, each with the place; what is not named here it is silent about. */
export const capabilities: readonly Capability[] = [
  // "From this point, Restate guarantees that it will process the request to completion, even in the face of failures."
  ...say(
    'promised',
    pages.lifecycle,
    'recovery.run-finishes-after-any-interruption',
    'recovery.survives-repeated-crashes',
    'approval.decision-survives-no-worker',
    'approval.spent-only-with-progress',
  ),
  // "Each step is recorded in the journal and won't repeat on retry."
  ...say('promised', pages.durableExecution, 'recovery.committed-step-runs-once', 'commit.one-result-per-step'),
  // "If it finds a previous result, it skips executing that action and uses the recorded result instead."
  ...say('promised', pages.lifecycle, 'recovery.later-steps-see-the-committed-output', 'recovery.takes-one-path'),
  // "There is a small window where an action may be re-run", and "No second action will be run while a previous run's result is not yet durable."
  ...say('promised', pages.run, 'recovery.attempts-may-differ', 'commit.output-durable-before-progress'),
  // "The Restate Server will send a retry request to the service, including the latest journal", whose first entry is the input.
  ...say('promised', pages.lifecycle, 'recovery.retry-keeps-inputs'),
  // "By default, results are serialized using JSON."
  ...say('promised', pages.serialization, 'recovery.replays-every-value'),
  // "All patterns use RestatePromise combinators that log the order of completion, ensuring deterministic behavior during replays."
  ...say('promised', pages.concurrent, 'recovery.parallel-runs-only-the-missing'),
  // "Functions consume no resources while sleeping and resume at exactly the right time, even across restarts."
  ...say('promised', pages.timers, 'recovery.timer-fires-once'),
  // "No duplicates: Same call won't execute twice."
  ...say('promised', pages.communication, 'recovery.child-keeps-its-parent'),
  // "If the service cannot send journal entries to the Restate Server, it will stop the handler execution. The Restate Server will retry
  // the execution on another service instance."
  ...say('promised', pages.covers, 'lease.zombie-changes-nothing'),
  // "The maximum time Restate waits for new journal entries from a service before Restate considers it stalled", a minute by default.
  ...say('promised', pages.timeouts, 'lease.live-holder-keeps-it'),
  // "The `run` handler executes exactly once per workflow ID", and "Restate will deduplicate workflow executions based on the key".
  ...say('promised', pages.workflow, 'claim.one-of-many-wins', 'identity.one-run-per-start-key'),
  // "The Restate Server stores all state and execution history ... Your services remain stateless", and isolated per workflow instance.
  ...say(
    'promised',
    pages.state,
    'identity.run-survives-replacement',
    'identity.state-outlives-workers',
    'identity.runs-share-nothing',
    'commit.survives-node-loss',
  ),
  // "To generate stable UUIDs for things like idempotency keys", the "same result on retries".
  ...say('promised', pages.uuids, 'effect.same-action-same-key', 'effect.key-names-one-action'),
  // "The promise can survive restarts and crashes", and "Promises can be resolved before the workflow waits for them".
  ...say('promised', pages.signaling, 'approval.request-is-durable', 'approval.early-decision-is-not-lost'),
  // "It can be resolved or rejected once, and its result can be retrieved multiple times".
  ...say('promised', pages.promises, 'approval.first-decision-stands', 'approval.concurrent-resumes-act-once'),
  // "After a workflow's run handler completes, other handlers can still be called", and the run handler "executes exactly once".
  ...say('promised', pages.promises, 'approval.late-one-restarts-nothing'),
  // "When you cancel an invocation, it throws a terminal error in the handler processing the invocation the next time it awaits a Promise".
  ...say('promised', pages.cancellations, 'cancel.nothing-starts-after'),
  // "In rare cases, cancellation may not take effect - retry the operation if needed."
  ...say('silent', pages.cancel, 'cancel.survives-crashes', 'cancel.repeats-as-one', 'cancel.one-terminal-outcome'),
  // What was under way when the cancellation came is for the application's compensations.
  ...say('silent', pages.sagas, 'cancel.in-flight-effect-is-reconciled'),
  // "The retry policy can set the maximum number of attempts"; "Kill it, which automatically fails the invocation".
  ...say('promised', pages.retries, 'limit.attempts-are-bounded'),
  // "Note that these retries are coordinated and initiated by the Restate Server."
  ...say('promised', pages.runRetries, 'limit.backoff-survives-restarts'),
];
