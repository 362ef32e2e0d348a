import type { Settings } from '../../model/transaction.ts';
import type { Contract, Step } from '../../model/vocabulary.ts';
import type { Scope } from './scope.ts';

const read: Step = { op: 'tool', id: 'read', uses: [] };
const write: Step = { op: 'model', id: 'write', uses: ['read'] };
const sign: Step = { op: 'approval', id: 'sign', uses: [] };
const pay = (contract: Contract): Step => ({ op: 'effect', id: 'pay', uses: [], contract });

/** Without the feature `time` the clock stands still: durations are 0 then, or nothing would ever be due. */
const still: Settings = { leaseMs: 0, graceMs: 0, backoffMs: 0, maxAttempts: 2 };
const moving: Settings = { leaseMs: 1, graceMs: 1, backoffMs: 1, maxAttempts: 2 };

/**
 * What is explored: many small worlds with a few features each rather than one large, since deaths, attempts and runs multiply. Those
 * without a cancellation also show that each of their states can still come to an end. From the quickest to the slowest.
 */
export const scopes: readonly Scope[] = [
  {
    id: 'launch',
    about: 'runs are launched again, under one key and under others',
    steps: [read],
    runs: 1,
    attempts: 1,
    settings: { ...still, maxAttempts: 1 },
    may: ['launch', 'strangers', 'publish'],
  },
  {
    id: 'operator',
    about: 'a slot is held, reported lost and reassigned to another class',
    steps: [read],
    runs: 1,
    attempts: 2,
    settings: still,
    may: ['hold', 'death', 'publish', 'large-class', 'reassign', 'cancel'],
  },
  {
    id: 'reassign',
    about: 'every predicate of a reassignment is broken once',
    steps: [read],
    runs: 1,
    attempts: 2,
    settings: moving,
    may: ['exit', 'fail', 'revoke', 'death', 'time', 'publish', 'reassign', 'wrong-reassign'],
  },
  {
    id: 'lease',
    about: 'leases are extended, run out, are given back and revoked, and workers are missed after their grace',
    steps: [read],
    runs: 1,
    attempts: 2,
    settings: { ...moving, leaseMs: 2, graceMs: 2 },
    may: ['time', 'heartbeat', 'sweep', 'exit', 'release-lease', 'revoke'],
  },
  {
    id: 'steps',
    about: 'workers report what is not next, is stale or is of another kind',
    steps: [read, write, sign],
    runs: 1,
    attempts: 3,
    settings: still,
    may: ['death', 'fail', 'stale', 'confused'],
  },
  {
    id: 'unlimited',
    about: 'a slot is tried for ever, as far as the scope looks',
    steps: [read, pay('idempotent')],
    runs: 1,
    attempts: 3,
    settings: { leaseMs: 0, graceMs: 0, backoffMs: 0 },
    may: ['death', 'fail'],
  },
  {
    id: 'approval',
    about: 'decisions come early, late, twice, about other content and against it',
    steps: [sign, write],
    runs: 1,
    attempts: 3,
    settings: still,
    may: ['reject', 'wrong-decision', 'death', 'cancel', 'strangers'],
  },
  {
    id: 'approved-effect',
    about: 'an effect waits for its approval, and its owner may turn it away',
    steps: [sign, pay('idempotent')],
    runs: 1,
    attempts: 3,
    settings: still,
    may: ['reject', 'refusing-owner', 'death', 'exit'],
  },
  ...(['idempotent', 'opaque'] as const).flatMap((contract): readonly Scope[] => [
    {
      id: `effect-${contract}`,
      about: `an action of an owner that is ${contract} is interrupted and taken up again`,
      steps: [pay(contract)],
      runs: 1,
      attempts: 2,
      settings: moving,
      may: ['time', 'death', 'fail', 'refusing-owner', 'confused'],
    },
    {
      id: `cancel-${contract}`,
      about: `a run is cancelled while an action of an owner that is ${contract} is in flight`,
      steps: [pay(contract), sign],
      runs: 1,
      attempts: 2,
      settings: still,
      may: ['death', 'exit', 'release-lease', 'refusing-owner', 'cancel', 'account'],
    },
  ]),
  {
    id: 'two-effects',
    about: 'an action is recorded twice while the run is closing over another',
    steps: [pay('idempotent'), { ...pay('idempotent'), id: 'tell' }],
    runs: 1,
    attempts: 1,
    settings: { ...still, maxAttempts: 1 },
    may: ['cancel', 'release-lease'],
  },
  {
    id: 'review',
    about: 'a whole document review with deaths, waits and the clock',
    steps: [read, sign, pay('idempotent')],
    runs: 1,
    attempts: 3,
    settings: moving,
    may: ['time', 'death', 'fail', 'cancel', 'refusing-owner'],
  },
  {
    id: 'two-runs',
    about: 'two runs of one program side by side, which share nothing',
    steps: [read, pay('idempotent')],
    runs: 2,
    attempts: 2,
    settings: still,
    may: ['death', 'fail'],
    isLarge: true,
  },
];
