import { getShortestPaths } from '@xstate/graph';
import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, createMachine } from 'xstate';
import { type EventOf, type InputOf, type Kind, machines } from '../../../model/kinds.ts';

type Asked = {
  readonly [K in Kind]: { readonly input: InputOf<K>; readonly events: readonly EventOf<K>[] };
};

const place = { run: 'run-1', slot: 'slot-1', step: 'step-1' };
const scope = { tenant: 'tenant-1', run: 'run-1', slot: 'slot-1', workerClass: 'standard' };
const reference = { name: 'report', version: 'v1', digest: `sha256:${'0'.repeat(64)}`, bytes: 1 };
const prior = { isWorkerTerminal: true, isLeaseTerminal: true, owner: null };

/** A few events for each machine, enough to lead everywhere. */
const asked: Asked = {
  run: {
    input: {
      tenant: 'tenant-1',
      startKey: 'start-1',
      pins: { package: 'p', workflow: 'w', binding: 'b' },
      program: { id: 'empty', title: 'Empty', steps: [] },
      slots: ['slot-1'],
      parent: null,
      origin: null,
      deadlineAtMs: 1,
    },
    events: [
      { type: 'cancel' },
      { type: 'fail' },
      { type: 'succeed' },
      { type: 'review' },
      { type: 'block' },
      { type: 'expire', nowMs: 1 },
      { type: 'account', unaccounted: 0 },
    ],
  },
  start: { input: { run: 'run-1', slot: 'slot-1', inputs: null }, events: [{ type: 'repeat', inputs: null }] },
  specification: { input: { id: 'specification-1', ...scope }, events: [{ type: 'fit', ...scope }] },
  slot: {
    input: {
      ...scope,
      steps: [{ op: 'approval', id: 'step-1', uses: [] }],
      specification: 'specification-1',
      evidence: { done: [], paths: {} },
    },
    events: [
      { type: 'claim', attempt: 'slot-1/1', workerClass: 'standard', nowMs: 1, prior },
      { type: 'start', attempt: 'slot-1/1' },
      { type: 'park', attempt: 'slot-1/1' },
      { type: 'wake', step: 'step-1' },
      { type: 'finish', attempt: 'slot-1/1' },
      { type: 'lose', attempt: 'slot-1/1', step: null, nowMs: 0, backoffMs: 1, maxAttempts: 3 },
      { type: 'hold' },
      { type: 'release' },
      { type: 'fail' },
      { type: 'cancel' },
    ],
  },
  attempt: {
    input: { tenant: 'tenant-1', run: 'run-1', slot: 'slot-1', specification: 'specification-1' },
    events: [
      { type: 'start' },
      { type: 'succeed' },
      { type: 'fail', failure: 'broken' },
      { type: 'lose', failure: 'gone' },
      { type: 'park' },
      { type: 'cancel' },
    ],
  },
  lease: {
    input: { slot: 'slot-1', untilMs: 1 },
    events: [
      { type: 'expire', nowMs: 1 },
      { type: 'release', nowMs: 1 },
      { type: 'revoke', nowMs: 1 },
    ],
  },
  worker: {
    input: { slot: 'slot-1', owner: null },
    events: [
      { type: 'start' },
      { type: 'exit', status: 'exited' },
      { type: 'exit', status: 'failed' },
      { type: 'lose' },
    ],
  },
  output: {
    input: place,
    events: [{ type: 'commit', by: 'slot-1/1', atMs: 1, value: null, revision: 1, source: 'w' }],
  },
  effect: {
    input: { ...place, contract: 'async', key: 'key-1', arguments: null },
    events: [
      { type: 'dispatch', attempt: 'slot-1/1', nowMs: 1 },
      { type: 'accept' },
      { type: 'record', outcome: 'applied' },
      { type: 'record', outcome: 'refused' },
      { type: 'doubt', attempt: 'slot-1/1', isClosing: false },
      { type: 'close' },
    ],
  },
  approval: {
    input: { ...place, reviewer: null },
    events: [
      { type: 'request', revision: 'r1', deadlineAtMs: 2 },
      { type: 'decide', decision: 'approve', revision: 'r1', by: 'actor-1', nowMs: 1 },
      { type: 'decide', decision: 'reject', revision: 'r1', by: 'actor-1', nowMs: 1 },
      { type: 'expire', nowMs: 2 },
      { type: 'supersede' },
      { type: 'cancel' },
    ],
  },
  artifact: {
    input: { ...place, attempt: 'slot-1/1', name: 'report' },
    events: [
      { type: 'store', reference },
      { type: 'commit', reference },
      { type: 'abandon' },
      { type: 'lose' },
      { type: 'restore' },
    ],
  },
  revision: {
    input: { id: 'package@1', of: 'package', digest: 'd' },
    events: [{ type: 'accept' }],
  },
  timer: { input: { ...place, dueAtMs: 1 }, events: [{ type: 'fire', nowMs: 1 }, { type: 'cancel' }] },
  owner: {
    input: { contract: 'idempotent' },
    events: [{ type: 'request', token: 1 }, { type: 'apply', isAuthorised: true }, { type: 'refuse' }],
  },
  request: { input: { sentAtMs: 0 }, events: [{ type: 'arrive', nowMs: 1, deliveryMs: null }] },
};

/** No counter of a context has to go further to reach a state; without an end some would go on for ever. */
const isFar = ({ context }: AnyMachineSnapshot): boolean =>
  Object.values<unknown>(context).some((value) => typeof value === 'number' && value > 3);

type Walk = { readonly input?: unknown; readonly events: readonly { readonly type: string }[] };

/** The leaf states that no event of the walk leads to, by their path. */
const unreached = (machine: AnyStateMachine, { input, events }: Walk): readonly string[] => {
  const paths = getShortestPaths(machine, {
    input,
    events,
    stopWhen: isFar,
    limit: 10_000,
    serializeState: ({ value, context }) => JSON.stringify([value, context]),
  });
  const reached = new Set(paths.map(({ state }) => leafOf(state.value)));
  return leavesOf(machine.root).filter((leaf) => !reached.has(leaf));
};

const leafOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}.${leafOf(inner)}`)
    .join(' and ');
};

const leavesOf = ({ states, path }: AnyStateMachine['root']): readonly string[] => {
  const children = Object.values(states);
  return children.length === 0 ? [path.join('.')] : children.flatMap(leavesOf);
};

describe('the states of every machine', () => {
  it.each(Object.entries(machines))('%s: events lead to each', (kind, machine) => {
    expect(leavesOf(machine.root).length).toBeGreaterThan(0);
    expect(unreached(machine, walkOf(kind))).toEqual([]);
  });

  it('lose one that nothing leads to', () => {
    const machine = createMachine({
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { initial: 'c', states: { c: {}, d: {} } }, island: {} },
    });
    expect(unreached(machine, { events: [{ type: 'go' }] })).toEqual(['b.d', 'island']);
  });

  it.each([
    ['run', 'review', ['review']],
    ['slot', 'park', ['waiting', 'succeeded']],
    ['effect', 'doubt', ['ambiguous', 'review']],
    ['approval', 'request', ['requested', 'approved', 'rejected', 'expired', 'superseded']],
  ] as const)('lose those of %s that only %s leads to, without it', (kind, type, lost) => {
    const { input, events } = walkOf(kind);
    expect(unreached(machines[kind], { input, events: events.filter((event) => event.type !== type) })).toEqual(lost);
  });
});

function walkOf(kind: string): Walk {
  const walk = Object.entries(asked).find(([name]) => name === kind)?.[1];
  if (walk === undefined) throw new Error(`expected events for every machine, found none for ${kind}; add them here`);
  return walk;
}
