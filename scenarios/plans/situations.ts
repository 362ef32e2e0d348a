import type { BoundaryName } from '../../model/vocabulary.ts';

/** How things stand with a run when a command comes, as far as that makes a difference to the command. */
export const situations = [
  'unlaunched',
  'unclaimed',
  'at-a-call',
  'stopped-at-a-call',
  'after-a-write',
  'while-it-waits',
  'between-attempts',
  'reassigned',
  'at-rest',
  'just-cancelled',
  'just-branched',
] as const;
/** One of them. */
export type Situation = (typeof situations)[number];

/** The worker of a call lives on while the command comes, or the plan stopped it there. */
const calls: readonly Situation[] = ['at-a-call', 'stopped-at-a-call'];

/** The situations that each boundary is met in. */
export const situationsAt: Readonly<Record<BoundaryName, readonly Situation[]>> = {
  'run.absent': ['unlaunched'],
  'run.ready': ['unclaimed'],
  // A worker that has not called yet leaves the run as it was before; only its death counts there.
  'worker.started': [],
  'attempt.claimed': ['after-a-write'],
  'call.received': calls,
  'call.done': calls,
  'call.next': calls,
  'output.received': calls,
  'output.stored': calls,
  'output.next': calls,
  'effect.received': calls,
  'effect.applied': calls,
  'effect.next': calls,
  'approval.shown': calls,
  'step.committed': ['after-a-write'],
  'effect.recorded': ['after-a-write'],
  // Nothing lies between the two sides of a commit that a command could come to; a command in flight there is a race of its own.
  'command.sent': [],
  'commit.before': [],
  'commit.after': [],
  'commit.unacknowledged': [],
  // As little as a commit: it is within one.
  'write.before': [],
  // What its owner says decides what becomes of the effect, whatever is said of its run meanwhile.
  'effect.looked-up': [],
  'approval.requested': ['while-it-waits'],
  // It is a command itself: a decision while no worker lives. What follows it comes between two attempts.
  'approval.decided': [],
  'timer.waiting': ['while-it-waits'],
  'backoff.waiting': ['while-it-waits'],
  'child.waiting': ['while-it-waits'],
  // Whoever asks meanwhile waits for the store, as whoever works does.
  'outage.waiting': [],
  'cancel.accepted': ['just-cancelled'],
  'branch.created': ['just-branched'],
  'retry-wait': ['between-attempts'],
  'retry-wait.due': ['between-attempts'],
  'retry-wait.reassigned': ['reassigned'],
  // The run is at rest there as it is at `run.rested`; what counts is the worker that comes back.
  'takeover.rested': [],
  'run.rested': ['at-rest'],
};
