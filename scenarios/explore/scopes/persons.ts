import { moving, pay, read, sign, still } from '../pieces.ts';
import type { Scope } from '../scope.ts';

/** What persons do: they review in time, repeat and branch. */
export const personScopes: readonly Scope[] = [
  {
    id: 'reviewer',
    about: 'only the reviewer decides, and only before the deadline',
    steps: [{ ...sign, reviewer: 'ann', deadlineMs: 2 }, read],
    runs: 1,
    attempts: 3,
    settings: moving,
    may: ['time', 'reject', 'wrong-decision', 'approval-expiry', 'cancel'],
  },
  {
    id: 'repeat',
    about: 'committed steps are repeated, with what rests on them and without what does not',
    steps: [read, { ...sign, uses: [] }, pay('idempotent')],
    runs: 1,
    attempts: 3,
    settings: { ...still, maxAttempts: 3 },
    may: ['repeat', 'hold', 'death'],
  },
  {
    id: 'repeat-waits',
    about: 'a step is repeated while its slot waits for a timer and for a child',
    steps: [
      read,
      { op: 'timer', id: 'pause', uses: [], ms: 1 },
      { op: 'child', id: 'part', uses: [], steps: [{ ...read, id: 'look' }] },
    ],
    runs: 1,
    attempts: 3,
    settings: still,
    may: ['time', 'repeat'],
  },
  {
    id: 'branch',
    about: 'runs are branched, with changes and without, at any moment',
    steps: [read, sign, pay('idempotent')],
    runs: 1,
    attempts: 2,
    settings: { ...still, maxAttempts: 1 },
    may: ['branch'],
  },
];
