import type { Contract, Json, Step } from '../../model/vocabulary.ts';
import type { Scenario } from './scenario.ts';
import { approval, effect, model, tool, valued } from './steps.ts';

const review = (contract: Contract): readonly Step[] => [
  model('extract'),
  model('analyse', ['extract']),
  approval('approve', ['analyse']),
  effect('publish', ['analyse', 'approve'], contract),
];

/** Any text that UTF-8 can carry and a careless layer changes: joined and right-to-left letters, line separators, controls, markup. */
const awkwardText = 'Zażółć 漢字 👩‍👩‍👧 e\u0301 \u202Eabc\u202C \u2028\u2029 \u0001\u001b[31m "\\" </script><script>';

const nested: Json = {
  list: [[], {}, [null, [0, -0.5, 1e21]]],
  deep: { a: { b: { c: { d: [true, false, { e: '' }] } } } },
  '': 'empty name',
};

/** What agents do in a row: call models and tools, wait for approval, act on other systems. */
export const agents: readonly Scenario[] = [
  {
    program: { id: 'one-effect', title: 'one effect on an owner that deduplicates', steps: [effect('publish')] },
    coverage: ['every', 'ready', 'commits', 'drains'],
    exercises: [
      'recovery.run-finishes-after-any-interruption',
      'recovery.survives-repeated-crashes',
      'effect.applied-once',
      'effect.belief-never-ahead-of-owner',
      'effect.same-action-same-key',
      'evidence.success-needs-its-proof',
      'identity.state-outlives-workers',
      'commit.one-result-per-step',
      'commit.crash-leaves-before-or-after',
      'identity.run-survives-replacement',
      'identity.admission-is-atomic',
      'attempt.every-start-reaches-an-end/recorded-end',
      'identity.slot-survives-replacement/by-a-takeover',
      'lease.heartbeat-revives-nothing/after-a-standstill',
      'evidence.three-facts-are-separate',
      'evidence.outputs-carry-provenance',
    ],
  },
  {
    program: {
      id: 'document-review',
      title: 'extract, analyse, wait for approval, publish',
      steps: review('idempotent'),
    },
    coverage: ['every', 'decisions', 'cancellations'],
    exercises: [
      'approval.decision-survives-no-worker',
      'approval.early-decision-is-not-lost',
      'approval.first-decision-stands',
      'approval.late-one-restarts-nothing',
      'approval.spent-only-with-progress',
      'approval.request-is-durable',
      'approval.binds-one-revision',
      'approval.wait-frees-capacity',
      'evidence.recoverable-prefix-is-shown',
      'cancel.accepted-is-not-accounted',
      'cancel.nothing-starts-after',
      'cancel.in-flight-effect-is-reconciled',
      'cancel.survives-crashes',
      'cancel.one-terminal-outcome',
      'cancel.repeats-as-one',
      'claim.creates-one-attempt-worker-lease',
    ],
  },
  {
    program: {
      id: 'model-tool-effect',
      title: 'a model call, a tool call that uses it, an effect that uses both',
      steps: [model('draft'), tool('look-up', ['draft']), effect('notify', ['draft', 'look-up'])],
    },
    coverage: ['every', 'nodes', 'engine'],
    exercises: [
      'recovery.committed-step-runs-once',
      'recovery.later-steps-see-the-committed-output',
      'recovery.attempts-may-differ',
      'recovery.retry-keeps-inputs',
      'lease.zombie-changes-nothing',
      'commit.output-durable-before-progress',
      'commit.survives-node-loss',
      'identity.state-outlives-workers/engine-restart',
      // Whether results are shown at all, only a program with several of them says.
      'evidence.success-needs-its-proof/it-is-committed',
    ],
  },
  {
    program: {
      id: 'two-effects',
      title: 'two effects, the second given what came of the first',
      steps: [effect('charge'), effect('notify', ['charge'])],
    },
    coverage: ['kills', 'neighbours'],
    exercises: [
      'effect.key-names-one-action',
      'effect.same-action-same-key/same-arguments',
      'identity.runs-share-nothing/results',
    ],
  },
  {
    program: {
      id: 'awkward-values',
      title: 'null, empty, Unicode, nested, 256 KiB and zero results, each handed on to the effect',
      steps: [
        valued('nothing', null),
        valued('empty', ''),
        valued('unicode', awkwardText),
        valued('nested', nested),
        { op: 'tool', id: 'large', uses: [], answers: { text: 'durable ', bytes: 262_144 - 2 } },
        // Comes last, so that of every other value there is a successor that has it from the store and from nowhere else.
        valued('zero', 0),
        effect('store', ['nothing', 'empty', 'unicode', 'nested', 'large', 'zero']),
      ],
    },
    coverage: ['values'],
    exercises: ['recovery.replays-every-value'],
  },
  {
    program: {
      id: 'opaque-review',
      title: 'the document review, published by an owner that cannot deduplicate',
      steps: review('opaque'),
    },
    coverage: ['races', 'unknown'],
    exercises: [
      'approval.concurrent-resumes-act-once',
      'approval.first-decision-stands/repeat-counts-once',
      'effect.unknown-goes-to-review/not-sent-again',
    ],
  },
  {
    program: {
      id: 'opaque-effect',
      title: 'a model call and an effect on an owner that cannot deduplicate, launched or taken up twice',
      steps: [model('draft'), effect('send', ['draft'], 'opaque')],
    },
    coverage: ['launches', 'workers', 'unknown', 'resumption'],
    exercises: [
      'identity.one-run-per-start-key',
      'attempt.no-second-while-one-lives',
      'attempt.every-start-reaches-an-end/an-executor-is-left',
      'attempt.terminal-is-final',
      'effect.unknown-goes-to-review',
      'claim.one-of-many-wins',
      'lease.live-holder-keeps-it',
    ],
  },
];
