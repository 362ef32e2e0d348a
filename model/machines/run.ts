import { setup } from 'xstate';
import { no, yes } from '../pure.ts';
import { actions, guards, type RunContext, type RunEvent, type RunInput } from './run-words.ts';

/** What ends a run that has not ended, whether it runs or had stopped. It closes first. */
const ends = {
  cancel: { target: 'closing.cancelled' },
  fail: { target: 'closing.failed' },
  stop: { target: 'closing.cancelled' },
  expire: [{ guard: 'isNotDue', ...no('run-not-due') }, { target: 'closing.expired' }],
} as const;

/** A run that had stopped goes on once nothing stands against it any more, whatever it had stopped for. */
const resume = [
  { guard: 'isReasonBlank', ...no('reason-is-blank') },
  { guard: 'isUndecided', ...no('needs-review') },
  { guard: 'isMissing', ...no('artifact-is-missing') },
  { target: 'running' },
] as const;

/** A run decides its outcome once, on leaving what is open; `closing` waits until every effect is accounted for. */
export const run = setup({
  types: {} as { context: RunContext; events: RunEvent; input: RunInput },
  guards,
  actions,
}).createMachine({
  id: 'run',
  context: ({ input }) => ({
    ...input,
    executionLeftMs: input.program.limits?.executionMs ?? null,
    workingSinceMs: null,
  }),
  initial: 'running',
  on: {
    belong: [{ guard: 'isForeign', ...no('unknown-run') }, yes],
    proceed: no('run-is-terminal'),
    reconcile: no('run-is-terminal'),
    cancel: no('another-outcome-stands'),
    expire: no('another-outcome-stands'),
    succeed: no('another-outcome-stands'),
    resume: no('run-not-stopped'),
    repeat: no('run-is-terminal'),
    fail: yes,
    stop: yes,
    review: yes,
    block: yes,
    account: yes,
    work: [{ guard: 'isUncounted', ...yes }, { actions: 'work' }],
    pause: [{ guard: 'isNotAtWork', ...yes }, { actions: 'pause' }],
  },
  states: {
    running: {
      on: {
        proceed: [
          { guard: 'isTooLate', ...no('deadline-passed') },
          { guard: 'hasNoTime', ...no('execution-time-used-up') },
          yes,
        ],
        reconcile: yes,
        repeat: yes,
        ...ends,
        succeed: { target: 'succeeded' },
        review: { target: 'review' },
        block: { target: 'blocked' },
        account: no('run-is-running'),
      },
    },
    /** An effect may have happened, nobody can be asked, and repeating it could do it twice: a person has to look. */
    review: {
      on: {
        proceed: no('needs-review'),
        reconcile: yes,
        repeat: no('needs-review'),
        ...ends,
        succeed: no('needs-review'),
        resume,
        account: no('run-is-running'),
      },
    },
    /** Something committed cannot be read: nothing may build on it until it is restored, or its step repeated. */
    blocked: {
      on: {
        proceed: no('artifact-is-missing'),
        reconcile: yes,
        repeat: [{ guard: 'isStillMissing', ...yes }, { target: 'running' }],
        ...ends,
        succeed: no('artifact-is-missing'),
        resume,
        account: no('run-is-running'),
      },
    },
    closing: {
      initial: 'failed',
      on: { proceed: no('run-is-closing'), reconcile: yes, repeat: no('run-is-closing') },
      states: {
        cancelled: {
          on: {
            cancel: yes,
            account: [{ guard: 'isUnaccounted', ...no('effects-unaccounted') }, { target: '#run.cancelled' }],
          },
        },
        expired: {
          on: { account: [{ guard: 'isUnaccounted', ...no('effects-unaccounted') }, { target: '#run.expired' }] },
        },
        failed: {
          on: { account: [{ guard: 'isUnaccounted', ...no('effects-unaccounted') }, { target: '#run.failed' }] },
        },
      },
    },
    succeeded: { tags: 'terminal' },
    failed: { tags: 'terminal' },
    expired: { tags: 'terminal' },
    cancelled: { tags: 'terminal', on: { cancel: yes } },
  },
});
