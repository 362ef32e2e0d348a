import type { Kind } from '../kinds.ts';

/** What each action of each machine changes in what the entity remembers. */
export const changeWords: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  run: {
    work: 'its time at work begins to count, unless it counts already',
    pause: 'its time at work stops counting, and what is left is kept',
  },
  start: {},
  specification: {},
  slot: {
    claim: 'the attempt is pending and is counted, and there is no retry time',
    start: 'the pending attempt is the active one',
    advance: 'the step is done, with the group or choice that ends with it, and the state revision is one more',
    park: 'the active attempt is the prior one, and there is no retry time',
    wake: 'the step is done, with the group or choice that ends with it, and the state revision is one more',
    settle: 'the step is done, with the group or choice that ends with it, and the state revision is one more',
    retry: 'the reason is kept, and there is no retry time',
    repeat: 'the reason is kept, there is no retry time, and the step and those that rest on it are not done',
    choose: 'the choice takes its way, unless it took one before',
    finish: 'the active attempt is the prior one',
    die: 'its attempt is the prior one, and counts as a death; a failed step with a retry policy counts as a try',
    lose: 'its attempt is the prior one, and counts as a death; a failed step with a retry policy counts as a try; the retry time is after the backoff of that step, or else of the runtime',
    fail: 'its attempt, if it has one, is the prior one',
    cancel: 'its attempt, if it has one, is the prior one',
    reopen:
      'launch specification, worker class and reason are the new ones, no attempt is pending or active, there is no retry time, and the prior attempt stays',
  },
  attempt: {
    fail: 'the failure is kept',
    lose: 'the failure is kept',
    recover: 'which operation was decided, by whom and why, is kept beside the failure',
  },
  lease: {
    extend: 'it lasts for the lease time from now on',
    expire: 'when it was seen to have ended is kept',
    release: 'when it ended is kept',
    revoke: 'when it ended is kept',
    leave: 'when it ended is kept',
  },
  worker: {},
  output: {
    commit: 'value, writer, time, state revision and source revision are kept, after those of earlier commits',
  },
  effect: { send: 'the attempt is its last sender, and the time is kept' },
  approval: {
    decide: 'decision, revision and who decided are kept',
    ask: 'revision and deadline are those that are asked for, and no decision is kept',
  },
  artifact: { store: 'its reference is kept' },
  timer: {},
  revision: {},
  owner: {
    take: 'one request more is pending, and the highest fencing token is kept',
    apply: 'one request less is pending, and it has applied the action once more',
    turnAway: 'one request less is pending',
    decline: 'one request less is pending',
    count: 'it has called back once more',
  },
  request: { send: 'the time of this sending is kept' },
};
