import type { Capability, Claim, Described } from '../../model/vocabulary.ts';
import type { Variant } from './variant.ts';

const docs = 'https://docs.dbos.dev';
const tutorials = `${docs}/typescript/tutorials`;
const pages = {
  guarantees: `${tutorials}/workflow-tutorial#workflow-guarantees`,
  ids: `${tutorials}/workflow-tutorial#workflow-ids-and-idempotency`,
  determinism: `${tutorials}/workflow-tutorial#determinism`,
  sleep: `${tutorials}/workflow-tutorial#durable-sleep`,
  steps: `${tutorials}/step-tutorial`,
  messages: `${tutorials}/workflow-communication#reliability-guarantees`,
  recv: `${tutorials}/workflow-communication#recv`,
  cancelling: `${tutorials}/workflow-management#cancelling-workflows`,
  client: `${docs}/typescript/reference/client`,
  registerWorkflow: `${docs}/typescript/reference/workflows-steps#dbosregisterworkflow`,
  recovering: `${docs}/architecture#how-workflow-recovery-works`,
  executors: `${docs}/production/workflow-recovery#recovery-in-a-distributed-setting`,
  concurrent: `${docs}/explanations/concurrent-executions`,
  tables: `${docs}/explanations/system-tables`,
};

/** DBOS as this adapter drives it. `version` is that of the installed package. */
export const subjectOf = (version: string, variant: Variant): Described => ({
  name: 'dbos',
  version,
  language: 'TypeScript',
  links: [pages.guarantees, pages.concurrent, pages.executors, pages.tables],
  variant,
  can: [
    ...(['model', 'tool', 'effect', 'approval', 'timer', 'parallel', 'choose', 'child'] as const),
    ...(['client', 'start-key', 'retry', 'attempt-limit', 'shared-store', 'cancel'] as const),
    ...(['sliced', 'store', 'outage'] as const),
  ],
  capabilities: [...everywhere, ...(variant.executor === 'own' ? severalServers : oneServer)],
  bounds: { takeoverMs: 6_000, leaseMs: 0, idleMs: 1_200, retryMs: 0 },
  keyBuiltBy: 'application',
  notes: [
    executors[variant.executor],
    `The document review is ${variant.program === 'native' ? "written by hand in DBOS's own idiom" : 'interpreted'}.`,
    'Nothing is shortened: what a successor recovers goes through the internal queue, which is polled once a second.',
  ],
});

const executors = {
  local:
    "Every worker has DBOS's default executor id, 'local': a starting one recovers all that is pending, as the documentation says of a " +
    `single server. Two at once are beyond that: each should have an id of its own then (${pages.executors}).`,
  own:
    'Every worker has an executor id of its own. Nobody recovers what a dead one left: without Conductor that takes a worker that is ' +
    `started again under the same id (${pages.executors}).`,
};

const say = (claim: Claim, link: string, ...names: string[]): readonly Capability[] =>
  names.map((name) => ({ name, claim, link }));

/** What the documentation promises or disclaims; what is not named is what it is silent about. */
const everywhere: readonly Capability[] = [
  ...say('promised', pages.ids, 'identity.one-run-per-start-key'),
  ...say('promised', pages.client, 'identity.run-survives-replacement', 'identity.state-outlives-workers'),
  ...say(
    'promised',
    pages.concurrent,
    'lease.zombie-changes-nothing',
    'commit.one-result-per-step',
    'cancel.one-terminal-outcome',
  ),
  ...say(
    'promised',
    pages.messages,
    'approval.decision-survives-no-worker',
    'approval.early-decision-is-not-lost',
    'approval.spent-only-with-progress',
  ),
  ...say('promised', pages.recv, 'approval.first-decision-stands', 'approval.concurrent-resumes-act-once'),
  ...say('promised', pages.cancelling, 'cancel.nothing-starts-after', 'cancel.survives-crashes'),
  ...say('promised', pages.registerWorkflow, 'limit.attempts-are-bounded'),
];

/** What rests on a successor that recovers what a dead worker left. */
const recovering: readonly Capability[] = [
  ...say(
    'promised',
    pages.guarantees,
    'recovery.run-finishes-after-any-interruption',
    'recovery.committed-step-runs-once',
    'recovery.survives-repeated-crashes',
    'recovery.attempts-may-differ',
    'recovery.parallel-runs-only-the-missing',
    'commit.output-durable-before-progress',
    'commit.survives-node-loss',
  ),
  ...say('promised', pages.recovering, 'recovery.later-steps-see-the-committed-output', 'recovery.retry-keeps-inputs'),
  ...say('promised', pages.determinism, 'recovery.takes-one-path'),
  ...say('promised', pages.sleep, 'recovery.timer-fires-once'),
  ...say('promised', pages.steps, 'recovery.replays-every-value'),
];

const severally = ['attempt.no-second-while-one-lives', 'claim.one-of-many-wins', 'lease.live-holder-keeps-it'];
const oneServer: readonly Capability[] = [...recovering, ...say('disclaimed', pages.executors, ...severally)];
const severalServers: readonly Capability[] = [
  ...say('promised', pages.executors, ...severally),
  ...say('disclaimed', pages.executors, 'recovery.*', 'commit.survives-node-loss'),
];
