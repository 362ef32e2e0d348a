import { moving, pay, read, still, write } from '../pieces.ts';
import type { Scope } from '../scope.ts';

/** Programs with a form: groups, choices, timers, children, and steps with a policy of their own. */
export const structureScopes: readonly Scope[] = [
  {
    id: 'group',
    about: 'members of a group end in any order, and die between',
    steps: [{ op: 'parallel', id: 'both', uses: [], members: [read, pay('idempotent')] }, write],
    runs: 1,
    attempts: 2,
    settings: still,
    may: ['death', 'stale', 'repeat'],
  },
  {
    id: 'choice',
    about:
      'a choice goes the way that was committed, however often its worker dies, and another one only if that is repeated',
    steps: [
      read,
      {
        op: 'choose',
        id: 'way',
        uses: [],
        by: 'read',
        cases: {
          left: [write],
          right: [
            { ...read, id: 'look' },
            { ...read, id: 'see' },
          ],
        },
      },
    ],
    runs: 1,
    attempts: 3,
    settings: still,
    may: ['death', 'repeat', 'confused'],
  },
  {
    id: 'timer',
    about: 'a timer fires while no worker lives, not before its time and once',
    steps: [{ op: 'timer', id: 'pause', uses: [], ms: 2 }, read],
    runs: 1,
    attempts: 3,
    settings: moving,
    may: ['time', 'death', 'cancel'],
  },
  {
    id: 'child',
    about: 'a child is started, dies, succeeds and fails, and its parent with it',
    steps: [{ op: 'child', id: 'part', uses: [], steps: [pay('idempotent')] }, write],
    runs: 1,
    attempts: 3,
    settings: still,
    may: ['death', 'refusing-owner', 'cancel'],
  },
  {
    id: 'step-retry',
    about: 'a step fails as often as its policy says, after waits of its own',
    steps: [{ ...read, retry: { attempts: 2, backoffMs: 2 } }, write],
    runs: 1,
    attempts: 3,
    settings: { ...moving, maxAttempts: 3 },
    may: ['time', 'step-fails', 'recover'],
  },
  {
    id: 'run-limits',
    about: 'a run has a deadline and a time at work, which no death and no restart moves',
    steps: [read, { op: 'timer', id: 'pause', uses: [], ms: 1 }, { ...read, id: 'look' }],
    limits: { deadlineMs: 5, executionMs: 2 },
    runs: 1,
    attempts: 3,
    settings: moving,
    may: ['time', 'death', 'fail', 'run-expiry'],
  },
];
