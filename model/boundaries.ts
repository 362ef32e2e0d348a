import type { BoundaryName, Reach } from './vocabulary.ts';

/** A moment at which a run can be interrupted. `seeds` is the interruption point of the two source texts that it stands for. */
export type BoundaryEntry = {
  readonly id: BoundaryName;
  readonly moment: string;
  readonly reach: Reach;
  readonly seeds: string | null;
};

const reached = (id: BoundaryName, moment: string, at: Pick<BoundaryEntry, 'reach' | 'seeds'>): BoundaryEntry => ({
  id,
  moment,
  ...at,
});
const store = { reach: 'store', seeds: 'around the commit boundaries' } as const;

/** Every boundary of the specification. */
export const boundaries: readonly BoundaryEntry[] = [
  reached('run.absent', 'nothing was launched yet', { reach: 'outside', seeds: null }),
  reached('run.ready', 'a client has launched the run and no worker lives', {
    reach: 'outside',
    seeds: 'before work starts',
  }),
  reached('worker.started', 'the process of a worker is up and has made no call yet', {
    reach: 'outside',
    seeds: 'before work starts',
  }),
  reached('command.sent', 'a client has sent its n-th command and has no answer', { reach: 'outside', seeds: null }),
  reached('call.received', 'a model or tool request has arrived and nothing is done', { reach: 'world', seeds: null }),
  reached('call.done', 'the model or tool ran and its answer is withheld: the result is certainly lost', {
    reach: 'world',
    seeds: 'after a tool result',
  }),
  reached('call.next', 'the worker is held at its next call: the result should be durable', {
    reach: 'world',
    seeds: 'after a tool result',
  }),
  reached('output.received', 'an upload has begun and nothing is stored', {
    reach: 'world',
    seeds: 'before an upload',
  }),
  reached('output.stored', 'an upload is durable and no committed reference names it', {
    reach: 'world',
    seeds: 'after an upload, before its commitment',
  }),
  reached('output.next', 'the worker is held at its next call after an upload: the reference should be committed', {
    reach: 'world',
    seeds: null,
  }),
  reached('step.committed', 'the store shows a result and nothing is built on it yet', {
    reach: 'sliced',
    seeds: 'around the commit boundaries',
  }),
  reached('effect.recorded', 'the store shows a receipt and nothing is built on it yet', {
    reach: 'sliced',
    seeds: 'around an external effect',
  }),
  reached('commit.before', 'all of the n-th commit is written, and it is not durable', store),
  reached('commit.after', 'the n-th commit is durable, and its writer does not know', store),
  reached('approval.requested', 'the store shows an open wait and nothing is built on it yet', {
    reach: 'sliced',
    seeds: 'around the commit boundaries',
  }),
  reached('attempt.claimed', 'the store shows a claimed attempt whose worker has done nothing yet', {
    reach: 'sliced',
    seeds: 'before work starts',
  }),
  reached('effect.received', 'the owner has the request and has not applied it', {
    reach: 'world',
    seeds: 'around an external effect',
  }),
  reached('effect.applied', 'the owner has applied it and its answer is withheld: the effect is ambiguous', {
    reach: 'world',
    seeds: 'around an external effect',
  }),
  reached('effect.next', 'the worker is held at its next call after an effect', {
    reach: 'world',
    seeds: 'around an external effect',
  }),
  reached('effect.looked-up', 'the owner has been asked what became of an effect, and its word is withheld', {
    reach: 'world',
    seeds: 'around an external effect',
  }),
  reached('approval.shown', 'the prompt is shown and the wait is not durable yet', { reach: 'world', seeds: null }),
  reached('approval.decided', 'a decision was accepted and no worker lives', { reach: 'outside', seeds: null }),
  reached('timer.waiting', 'every step before a timer is done and nothing moves', { reach: 'outside', seeds: null }),
  reached('backoff.waiting', 'a step was answered with an error that may pass, and its next try is not due', {
    reach: 'outside',
    seeds: 'during retry wait',
  }),
  reached('child.waiting', 'the run is at rest until a child ends', { reach: 'outside', seeds: null }),
  reached('retry-wait', 'between attempts: the worker is dead and no successor has called', {
    reach: 'outside',
    seeds: 'during retry wait',
  }),
  reached('retry-wait.reassigned', 'between attempts, right after a reassignment was accepted', {
    reach: 'outside',
    seeds: 'during retry wait',
  }),
  reached('retry-wait.due', 'between attempts, once the retry time is reached', {
    reach: 'outside',
    seeds: 'during retry wait',
  }),
  reached(
    'outage.waiting',
    'the store is away or full, no call is open, and nothing has moved for longer than a lease',
    {
      reach: 'outside',
      seeds: null,
    },
  ),
  reached('takeover.rested', 'the successor of a stopped worker has brought the run to rest', {
    reach: 'outside',
    seeds: null,
  }),
  reached('cancel.accepted', 'a cancellation was just accepted, while a call is still held', {
    reach: 'outside',
    seeds: null,
  }),
  reached('run.rested', 'the run has ended, or waits, and nothing moves', { reach: 'outside', seeds: null }),
  reached('write.before', 'a worker is about to change a file of its store, by one system call', {
    reach: 'store',
    seeds: 'around the commit boundaries',
  }),
  reached('branch.created', 'a branch was just created', { reach: 'outside', seeds: null }),
  reached('commit.unacknowledged', 'the n-th commit is durable, its answer is lost, and its writer lives', store),
];
