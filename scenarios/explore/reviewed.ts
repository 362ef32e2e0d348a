import type { Redundant } from './lifts.ts';
import type { Reviewed } from './obligations.ts';

/** What no scope meets, and why that is no gap. An entry that is met, or is not there any more, fails the exploration. */
export const unmet: readonly Reviewed[] = [
  {
    of: 'reasons',
    name: 'unknown-specification',
    because: 'a specification is only ever asked after it was found; the word is there so that every kind has one',
  },
];

/**
 * Refusals that can be lifted without breaking a law, or that are never reached: a second line behind others. With those lifted it must be
 * reached, and with itself lifted as well a law must break; so that no two guards are each redundant because of the other. `behind` is
 * empty where the rules themselves leave no way to it.
 */
export const redundant: readonly Redundant[] = [
  {
    kind: 'slot',
    reason: 'slot-not-active',
    behind: [{ kind: 'attempt', reason: 'attempt-not-running' }],
    because: 'a slot is active exactly while its current attempt is running, and both are asked',
  },
  {
    kind: 'attempt',
    reason: 'attempt-not-running',
    behind: [{ kind: 'slot', reason: 'slot-not-active' }],
    because: 'an attempt is running exactly while its slot is active, and both are asked',
  },
  {
    kind: 'attempt',
    reason: 'attempt-not-claimed',
    behind: [
      { kind: 'worker', reason: 'worker-already-started' },
      { kind: 'slot', reason: 'slot-not-claimed' },
    ],
    because: 'a start moves attempt, worker and slot together, and asks all three',
  },
  {
    kind: 'worker',
    reason: 'worker-already-started',
    behind: [
      { kind: 'attempt', reason: 'attempt-not-claimed' },
      { kind: 'slot', reason: 'slot-not-claimed' },
    ],
    because: 'a start moves attempt, worker and slot together, and asks the attempt first',
  },
  {
    kind: 'slot',
    reason: 'slot-not-claimed',
    behind: [
      { kind: 'attempt', reason: 'attempt-not-claimed' },
      { kind: 'worker', reason: 'worker-already-started' },
    ],
    because: 'a start moves attempt, worker and slot together, and asks the slot last',
  },
  {
    kind: 'slot',
    reason: 'attempt-is-not-current',
    behind: [
      { kind: 'lease', reason: 'lease-is-terminal' },
      { kind: 'attempt', reason: 'attempt-is-terminal' },
    ],
    because: 'an attempt that a slot no longer names has ended, and mostly its lease as well: the fence is asked first',
  },
  {
    kind: 'output',
    reason: 'already-committed',
    behind: [
      { kind: 'slot', reason: 'step-is-not-next' },
      { kind: 'slot', reason: 'revision-is-stale' },
    ],
    because: 'a step with a result is behind the progress of its slot, which is asked first',
  },
  {
    kind: 'approval',
    reason: 'already-requested',
    behind: [
      { kind: 'lease', reason: 'lease-is-terminal' },
      { kind: 'attempt', reason: 'attempt-is-terminal' },
      { kind: 'slot', reason: 'slot-not-active' },
    ],
    because: 'an attempt that asks for an approval ends with it, and its slot waits: nobody is left to ask again',
  },
  {
    kind: 'slot',
    reason: 'slot-not-waiting',
    behind: [{ kind: 'timer', reason: 'timer-not-running' }],
    because: 'a slot is woken only by a rule that has found its wait open, or has just parked it',
  },
  {
    kind: 'slot',
    reason: 'no-prior-worker',
    behind: [],
    because: 'a slot comes to its retry wait only by an attempt that ended, which it then names',
  },
  {
    kind: 'owner',
    reason: 'owner-cannot-be-asked',
    behind: [{ kind: 'effect', reason: 'owner-cannot-be-asked' }],
    because: 'whoever asks an owner that tells nothing is refused by the effect as well, which knows the contract',
  },
  {
    kind: 'owner',
    reason: 'owner-does-not-call-back',
    behind: [{ kind: 'effect', reason: 'owner-does-not-call-back' }],
    because: 'a callback of an owner that makes none is refused by the effect as well, which knows the contract',
  },
  {
    kind: 'owner',
    reason: 'token-is-stale',
    behind: [],
    because: 'it is the world that refuses, and an owner that guards itself applies an action once here, whoever asks',
  },
  {
    kind: 'timer',
    reason: 'timer-not-running',
    behind: [{ kind: 'slot', reason: 'slot-not-waiting' }],
    because: 'a timer runs exactly while its slot waits, and both are asked',
  },
];
