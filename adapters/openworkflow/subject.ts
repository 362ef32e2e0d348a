import type { Capability, Claim, Described, Feature } from '../../model/vocabulary.ts';
import { DOCUMENTED_LEASE_MS, SHORT_LEASE_MS } from './lease.ts';
import type { Variant } from './variant.ts';

const docs = 'https://openworkflow.dev/docs';
const pages = {
  overview: `${docs}/overview#why-this-is-reliable`,
  workers: `${docs}/workers`,
  recovery: `${docs}/workers#heartbeats-and-crash-recovery`,
  availability: `${docs}/workers#high-availability`,
  steps: `${docs}/steps`,
  values: `${docs}/steps#return-values`,
  parallel: `${docs}/parallel-steps#crash-recovery`,
  sleeping: `${docs}/sleeping#how-sleep-works`,
  retries: `${docs}/retries#how-retries-work`,
  rerun: `${docs}/retries#what-triggers-a-retry`,
  startKey: `${docs}/workflows#idempotency-key-optional`,
  determinism: `${docs}/workflows#determinism`,
  signals: `${docs}/signals`,
  unbuffered: `${docs}/signals#sending-a-signal`,
  once: `${docs}/signals#idempotency`,
  cancelled: `${docs}/canceling#canceled-workflow-behavior`,
  cancelAgain: `${docs}/canceling#idempotent-cancellation`,
  cancelable: `${docs}/canceling#cancelable-states`,
  children: `${docs}/child-workflows`,
};

/** OpenWorkflow as this adapter drives it. `version` is that of the installed package. */
export const subjectOf = (version: string, variant: Variant): Described => {
  const leaseMs = variant.lease === 'short' ? SHORT_LEASE_MS : DOCUMENTED_LEASE_MS;
  return {
    name: 'openworkflow',
    version,
    language: 'TypeScript',
    links: [docs, 'https://github.com/openworkflowdev/openworkflow'],
    variant,
    can: featuresOf(version),
    capabilities,
    // A worker polls once a second when it has found nothing for a while.
    bounds: { takeoverMs: leaseMs + 4_000, leaseMs, idleMs: 1_000, retryMs: 1_000 },
    keyBuiltBy: 'application',
    notes: [
      variant.lease === 'short'
        ? `The lease is shortened to ${leaseMs} ms and its heartbeat to half of that; OpenWorkflow has 30 s built in, and no setting for it in ` +
          'this release. lease=documented leaves both as they are.'
        : 'The lease is 30 s and its heartbeat 15 s, as OpenWorkflow has them built in.',
      'A decision that no workflow waits for is answered as refused: sendSignal resolves to the runs that received it, and then there are none.',
      `The document review is ${variant.program === 'native' ? "written by hand in OpenWorkflow's own idiom" : 'interpreted'}.`,
      'A worker has one slot, as newWorker() makes it; polling and step retries are as OpenWorkflow has them by default.',
    ],
  };
};

/** What each release added, so that older ones can be driven as far as they go. */
const added: readonly { readonly since: string; readonly features: readonly Feature[] }[] = [
  {
    since: '0.4.0',
    features: [
      ...(['model', 'tool', 'effect', 'timer', 'parallel', 'choose', 'client'] as const),
      ...(['shared-store', 'sliced', 'store', 'outage', 'drain'] as const),
    ],
  },
  { since: '0.7.0', features: ['start-key', 'retry'] },
  { since: '0.7.2', features: ['cancel'] },
  { since: '0.8.0', features: ['child'] },
  { since: '0.9.0', features: ['approval'] },
];

const featuresOf = (version: string): readonly Feature[] =>
  added.flatMap(({ since, features }) => (isAtLeast(version, since) ? features : []));

const isAtLeast = (version: string, since: string): boolean =>
  version.localeCompare(since, 'en', { numeric: true }) >= 0;

const say = (claim: Claim, link: string, ...names: string[]): Capability[] =>
  names.map((name) => ({ name, claim, link }));

/** What the documentation promises or disclaims; what is not named here it is silent about. */
const capabilities: readonly Capability[] = [
  // "This ensures workflows are never stuck if a worker crashes."
  ...say(
    'promised',
    pages.recovery,
    'recovery.run-finishes-after-any-interruption',
    'recovery.survives-repeated-crashes',
    'lease.lost-worker-frees-its-slot',
    'lease.live-holder-keeps-it',
  ),
  // "Steps act as checkpoints that prevent your operations from being accidentally repeated."
  ...say('promised', pages.steps, 'recovery.committed-step-runs-once', 'commit.output-durable-before-progress'),
  // "Memoized steps replay durably recorded results without rerunning those step functions"
  ...say('promised', pages.overview, 'recovery.later-steps-see-the-committed-output'),
  ...say('promised', pages.determinism, 'recovery.takes-one-path'),
  // "Steps can return any JSON-serializable value"
  ...say('promised', pages.values, 'recovery.replays-every-value'),
  ...say('promised', pages.parallel, 'recovery.parallel-runs-only-the-missing'),
  // "When the sleep duration elapses, the workflow becomes available again"
  ...say('promised', pages.sleeping, 'recovery.timer-fires-once'),
  // "The workflow run is rescheduled with exponential backoff"
  ...say('promised', pages.retries, 'limit.backoff-survives-restarts'),
  // "A worker crashes during step execution (the step is re-executed on recovery)"
  ...say('promised', pages.rerun, 'recovery.attempts-may-differ'),
  // "When the child finishes, the parent automatically resumes and receives the child's output."
  ...say('promised', pages.children, 'recovery.child-keeps-its-parent'),
  // "Each workflow run is claimed by exactly one worker at a time"
  ...say('promised', pages.availability, 'claim.one-of-many-wins', 'attempt.no-second-while-one-lives'),
  // "all workflow progress is stored in the database, not in the worker itself"
  ...say(
    'promised',
    pages.workers,
    'identity.run-survives-replacement',
    'identity.state-outlives-workers',
    'commit.survives-node-loss',
  ),
  ...say('promised', pages.startKey, 'identity.one-run-per-start-key'),
  ...say('promised', pages.signals, 'approval.request-is-durable', 'approval.wait-frees-capacity'),
  // "Signals are not buffered. If you send a signal before any workflow is waiting for it, the signal is lost."
  ...say('disclaimed', pages.unbuffered, 'approval.early-decision-is-not-lost'),
  ...say('promised', pages.once, 'approval.first-decision-stands'),
  // "the current step may complete, but no new steps will run on the next poll"
  ...say('promised', pages.cancelled, 'cancel.nothing-starts-after'),
  ...say('promised', pages.cancelAgain, 'cancel.repeats-as-one'),
  ...say('promised', pages.cancelable, 'cancel.one-terminal-outcome'),
];
