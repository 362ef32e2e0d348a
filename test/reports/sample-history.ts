import type {
  Commit,
  Event,
  History,
  Json,
  Observation,
  Plan,
  RunStatus,
  RunView,
  Subject,
} from '../../model/vocabulary.ts';

export const sampleSubject: Subject = {
  name: 'langgraph',
  servers: [],
  version: '1.4.0',
  language: 'typescript',
  links: ['https://docs.example.org/durable'],
  variant: { durability: 'sync' },
  can: ['model', 'effect', 'approval', 'sliced'],
  capabilities: [
    { name: 'recovery.*', claim: 'promised', link: 'https://docs.example.org/durable#recovery' },
    { name: 'reassign.*', claim: 'disclaimed', link: 'javascript:alert(1)' },
  ],
  bounds: { takeoverMs: 5000, leaseMs: 0, idleMs: 500, retryMs: 0 },
  keyBuiltBy: 'application',
  recoveryBy: 'runtime',
  notes: ['The recovery loop asks for threads whose next is not empty.'],
};

const plan: Plan = {
  id: 'review/stop@call.done(extract)',
  program: {
    id: 'review',
    title: 'The document review',
    steps: [
      { op: 'model', id: 'extract', uses: [] },
      { op: 'effect', id: 'publish', uses: ['extract'], contract: 'idempotent' },
    ],
  },
  interventions: [
    { at: { at: 'call.done', step: 'extract', nth: 1 }, do: 'stop' },
    { at: { at: 'takeover.rested', nth: 1 }, do: 'continue' },
  ],
  needs: [],
  settings: {},
};

type Line = readonly [witness: Observation['witness'], worker: string | undefined, event: Event];

/** A zombie's commit replaces the one of its successor. `value` is what the first worker commits: tests put hostile text there. */
export const zombieHistory = (value: Json = 'extract~1'): History => ({
  schema: 'killpoint.history/1',
  plan,
  subject: sampleSubject,
  observations: zombieLines(value).map(([witness, worker, event], seq) => ({
    seq,
    atMs: seq * 137,
    witness,
    event,
    ...(worker === undefined ? {} : { worker }),
  })),
  ended: 'settled',
});

export const zombieEvidence = [
  { seq: 4, role: 'stop' },
  { seq: 7, role: 'takeover' },
  { seq: 15, role: 'finished' },
  { seq: 17, role: 'continue' },
  { seq: 20, role: 'illegal' },
  { seq: 21, role: 'rest' },
] as const;

const zombieLines = (value: Json): readonly Line[] => {
  const first: Commit = { by: 'worker-1', at: '1', value };
  const second: Commit = { by: 'worker-2', at: '2', value: 'extract~2' };
  const done = read('succeeded', { extract: [second], publish: [{ by: 'worker-2', at: '3', value: 'receipt-1' }] });
  return [
    ['harness', 'worker-1', { type: 'process.working' }],
    ['world', 'worker-1', call(1, 'extract', 1)],
    ['world', 'worker-1', { type: 'call.done', call: 1, run: 'run-1', step: 'extract', value }],
    ['harness', 'worker-1', { type: 'boundary.held', boundary: { at: 'call.done', step: 'extract', nth: 1 }, call: 1 }],
    ['harness', 'worker-1', { type: 'process.stopped' }],
    [
      'harness',
      'worker-1',
      {
        type: 'intervention.landed',
        index: 0,
        boundary: { at: 'call.done', step: 'extract', nth: 1 },
        do: 'stop',
        tries: 1,
      },
    ],
    ['harness', 'worker-2', { type: 'process.working' }],
    ['world', 'worker-2', call(2, 'extract', 2)],
    [
      'world',
      'worker-2',
      { type: 'call.answered', call: 2, run: 'run-1', step: 'extract', status: 200, value: 'extract~2' },
    ],
    ['runtime', undefined, read('running', { extract: [second] })],
    [
      'world',
      'worker-2',
      { ...call(3, 'publish', 1), op: 'effect', key: 'run-1:publish', inputs: { extract: 'extract~2' } },
    ],
    ['world', undefined, { type: 'effect.applied', call: 3, run: 'run-1', step: 'publish', key: 'run-1:publish' }],
    [
      'harness',
      'client-1',
      {
        type: 'command.sent',
        id: 1,
        command: {
          type: 'decide',
          tenant: 't',
          actor: 'ann',
          key: 'k',
          run: 'run-1',
          approval: 'approve',
          decision: 'approve',
          revision: '1',
        },
      },
    ],
    ['runtime', 'client-1', { type: 'command.answered', id: 1, outcome: { status: 'ok', value: null } }],
    [
      'world',
      undefined,
      { type: 'call.answered', call: 3, run: 'run-1', step: 'publish', status: 200, value: 'receipt-1' },
    ],
    ['runtime', undefined, done],
    ['runtime', undefined, { ...done, why: 'before-continue' }],
    ['harness', 'worker-1', { type: 'process.continued' }],
    [
      'harness',
      'worker-1',
      { type: 'intervention.landed', index: 1, boundary: { at: 'takeover.rested', nth: 1 }, do: 'continue', tries: 1 },
    ],
    ['world', 'worker-1', { type: 'call.answered', call: 1, run: 'run-1', step: 'extract', status: 200, value }],
    ['runtime', undefined, read('running', { extract: [second, first] })],
    ['harness', undefined, { type: 'run.rested', run: 'run-1', as: 'stuck' }],
    ['harness', 'worker-1', { type: 'process.died', code: null, signal: 'SIGKILL', by: 'clean-up' }],
  ];
};

const call = (number: number, step: string, nth: number) => ({
  type: 'call.received' as const,
  call: number,
  run: 'run-1',
  step,
  op: 'model' as const,
  nth,
  inputs: {},
  nonce: `n${number}`,
});

const read = (status: RunStatus, commits: Readonly<Record<string, readonly Commit[]>>) => {
  const steps = Object.entries(commits).map(([step, list]) => [
    step,
    { commits: list, inForce: list.at(-1)?.value ?? null },
  ]);
  const view: RunView = { status, steps: Object.fromEntries(steps) };
  return { type: 'view.read' as const, run: 'run-1', why: 'change' as const, view };
};
