import type { Capability, Claim, Described } from '../../model/vocabulary.ts';
import { postgresServer } from '../postgres/server.ts';
import type { Variant } from './variant.ts';

const docs = 'https://docs.langchain.com/oss/javascript/langgraph';
const pages = {
  durableExecution: `${docs}/durable-execution`,
  modes: `${docs}/durable-execution#durability-modes`,
  resuming: `${docs}/durable-execution#resuming-workflows`,
  startingPoints: `${docs}/durable-execution#starting-points-for-resuming-workflows`,
  idempotency: `${docs}/durable-execution#determinism-and-consistent-replay`,
  threads: `${docs}/checkpointers#threads`,
  snapshot: `${docs}/checkpointers#statesnapshot-fields`,
  pendingWrites: `${docs}/checkpointers#pending-writes`,
  libraries: `${docs}/checkpointers#checkpointer-libraries`,
  interrupts: `${docs}/interrupts`,
  retries: `${docs}/fault-tolerance#retries`,
  doubleTexting: 'https://docs.langchain.com/langsmith/double-texting',
};

/** LangGraph as this adapter drives it. `version` is that of the installed package. */
export const subjectOf = (version: string, variant: Variant): Described => ({
  name: 'langgraph',
  version,
  language: 'TypeScript',
  links: [pages.durableExecution, pages.libraries, pages.interrupts, pages.snapshot],
  variant,
  can: [
    ...(['model', 'tool', 'effect', 'approval', 'parallel', 'choose', 'child', 'retry', 'sliced'] as const),
    ...(variant.saver === 'postgres' ? (['shared-store', 'store'] as const) : []),
  ],
  capabilities: capabilitiesOf(variant),
  bounds: { takeoverMs: 6_000, leaseMs: 0, idleMs: 1_000, retryMs: 0 },
  keyBuiltBy: 'application',
  recoveryBy: 'application',
  servers: variant.saver === 'postgres' ? [postgresServer('langgraph')] : [],
  notes: [
    `Recovery is the application's: a starting worker invokes every thread with null where getState().${variant.unfinished} is not ` +
      `empty and no interrupt is pending, each once. ${questions[variant.unfinished]}`,
    `durability is ${variant.durability}${variant.durability === 'async' ? ', the default of LangGraph' : ''}.`,
    `The document review is ${variant.program === 'native' ? "written by hand in LangGraph's own idiom" : 'interpreted'}.`,
    `Checkpoints are kept by ${savers[variant.saver]}.`,
    'Nothing is shortened: LangGraph has no lease, no poll and no backoff of its own; a node has a retry policy where its step says so.',
  ],
});

const savers = {
  sqlite: '@langchain/langgraph-checkpoint-sqlite, whose calls are synchronous',
  postgres: '@langchain/langgraph-checkpoint-postgres',
};

const questions = {
  next: `The documentation says of it: "Empty [] means the graph is complete" (${pages.snapshot}).`,
  tasks: `The documentation calls tasks those "to execute at this step" and teaches next (${pages.snapshot}).`,
};

/** What the documentation promises or disclaims; what is not named here it is silent about. */
const capabilitiesOf = ({ durability }: Variant): readonly Capability[] => {
  const say = (claim: Claim, link: string, ...names: string[]): Capability[] =>
    names.map((name) => ({ name, claim, link }));
  if (durability === 'exit') return [...say('disclaimed', pages.modes, 'recovery.*', 'commit.*'), ...everywhere(say)];
  return [
    ...say(
      'promised',
      pages.durableExecution,
      'recovery.run-finishes-after-any-interruption',
      'recovery.committed-step-runs-once',
    ),
    ...say('promised', pages.resuming, 'recovery.survives-repeated-crashes'),
    ...say('promised', pages.idempotency, 'recovery.later-steps-see-the-committed-output', 'recovery.takes-one-path'),
    ...say('promised', pages.startingPoints, 'recovery.attempts-may-differ', 'recovery.child-keeps-its-parent'),
    ...say('promised', pages.pendingWrites, 'recovery.parallel-runs-only-the-missing'),
    ...say(durability === 'sync' ? 'promised' : 'disclaimed', pages.modes, 'commit.output-durable-before-progress'),
    ...everywhere(say),
  ];
};

type Say = (claim: Claim, link: string, ...names: string[]) => Capability[];

const everywhere = (say: Say): readonly Capability[] => [
  ...say(
    'promised',
    pages.threads,
    'identity.run-survives-replacement',
    'identity.state-outlives-workers',
    'identity.runs-share-nothing',
  ),
  ...say('promised', pages.snapshot, 'evidence.success-needs-its-proof'),
  ...say('promised', pages.interrupts, 'approval.request-is-durable', 'approval.wait-frees-capacity'),
  // About two people who answer one interrupt at once the pages say nothing. The nearest is double texting, which the open source
  // framework does not offer; but that is about a new input for a thread that is busy.
  ...say('silent', pages.doubleTexting, 'approval.concurrent-resumes-act-once'),
  // "Users may invoke the graph a second time before the first run has finished": that is what a second worker's recovery scan does.
  ...say(
    'disclaimed',
    pages.doubleTexting,
    'attempt.no-second-while-one-lives',
    'claim.one-of-many-wins',
    'lease.live-holder-keeps-it',
  ),
  // A retry policy counts "attempts, including the first"; of a process that dies between two of them the page says nothing.
  ...say('silent', pages.retries, 'limit.attempts-are-bounded', 'limit.backoff-survives-restarts'),
];
