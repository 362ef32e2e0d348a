import { setup } from 'xstate';
import { no, yes } from '../pure.ts';
import { actions, guards, type SlotContext, type SlotEvent, type SlotInput } from './slot-words.ts';

/** The obligation that survives its workers. */
export const slot = setup({
  types: {} as { context: SlotContext; events: SlotEvent; input: SlotInput },
  guards,
  actions,
}).createMachine({
  id: 'slot',
  context: ({ input: { evidence, ...input } }) => ({
    ...input,
    reason: null,
    pending: null,
    active: null,
    prior: null,
    attempts: 0,
    deaths: 0,
    retryAtMs: null,
    tries: {},
    ...evidence,
    revision: evidence.done.length,
  }),
  initial: 'ready',
  on: {
    belong: [{ guard: 'isElsewhere', ...no('unknown-slot') }, yes],
    claim: no('slot-not-claimable'),
    start: no('slot-not-claimed'),
    work: no('slot-not-active'),
    advance: no('slot-not-active'),
    park: no('slot-not-active'),
    finish: no('slot-not-active'),
    wake: no('slot-not-waiting'),
    settle: [{ guard: 'settlesAgain', ...no('step-is-not-next') }, { actions: 'settle' }],
    retry: no('slot-not-in-retry-wait'),
    repeat: no('slot-is-at-work'),
    /** A choice takes its way once; the action keeps the first. */
    choose: { actions: 'choose' },
    lose: yes,
    hold: no('slot-not-holdable'),
    release: no('slot-not-held'),
    reassign: no('slot-not-in-retry-wait'),
    fail: { target: '.failed', actions: 'fail' },
    cancel: { target: '.cancelled', actions: 'cancel' },
  },
  states: {
    ready: {
      on: {
        claim: [
          { guard: 'isOfAnotherClass', ...no('worker-class-does-not-fit') },
          { target: 'claimed', actions: 'claim' },
        ],
        hold: { target: 'held' },
        repeat: [
          { guard: 'repeatsForNoReason', ...no('reason-is-blank') },
          { guard: 'repeatsNothing', ...no('step-not-committed') },
          { target: 'ready', actions: 'repeat' },
        ],
      },
    },
    held: {
      on: {
        release: { target: 'ready' },
        repeat: [
          { guard: 'repeatsForNoReason', ...no('reason-is-blank') },
          { guard: 'repeatsNothing', ...no('step-not-committed') },
          { target: 'held', actions: 'repeat' },
        ],
      },
    },
    claimed: {
      on: {
        start: [
          { guard: 'isNotPending', ...no('attempt-is-not-current') },
          { target: 'active', actions: 'start' },
        ],
        lose: [
          { guard: 'isNotCurrent', ...yes },
          { guard: 'isLast', target: 'failed', actions: 'die' },
          { target: 'retry-wait', actions: 'lose' },
        ],
      },
    },
    active: {
      on: {
        work: [
          { guard: 'worksForAnother', ...no('attempt-is-not-current') },
          { guard: 'worksOutOfOrder', ...no('step-is-not-next') },
          { guard: 'worksOnAnotherKind', ...no('step-is-of-another-kind') },
          yes,
        ],
        advance: [
          { guard: 'advancesForAnother', ...no('attempt-is-not-current') },
          { guard: 'advancesOutOfOrder', ...no('step-is-not-next') },
          { guard: 'isStale', ...no('revision-is-stale') },
          { actions: 'advance' },
        ],
        park: [
          { guard: 'parksForAnother', ...no('attempt-is-not-current') },
          { target: 'waiting', actions: 'park' },
        ],
        finish: [
          { guard: 'finishesForAnother', ...no('attempt-is-not-current') },
          { guard: 'hasMoreSteps', ...no('steps-unfinished') },
          { target: 'succeeded', actions: 'finish' },
        ],
        lose: [
          { guard: 'isNotCurrent', ...yes },
          { guard: 'isLast', target: 'failed', actions: 'die' },
          { target: 'retry-wait', actions: 'lose' },
        ],
      },
    },
    waiting: {
      on: {
        wake: [
          { guard: 'wakesAgain', ...no('step-is-not-next') },
          { target: 'ready', actions: 'wake' },
        ],
        settle: [
          { guard: 'settlesAgain', ...no('step-is-not-next') },
          { target: 'ready', actions: 'settle' },
        ],
        repeat: [
          { guard: 'repeatsForNoReason', ...no('reason-is-blank') },
          { guard: 'repeatsNothing', ...no('step-not-committed') },
          { guard: 'endsItsWait', target: 'ready', actions: 'repeat' },
          { actions: 'repeat' },
        ],
      },
    },
    'retry-wait': {
      on: {
        claim: [
          { guard: 'isTooEarly', ...no('retry-time-not-reached') },
          { guard: 'wouldOverlap', ...no('prior-lease-not-terminal') },
          { guard: 'isOfAnotherClass', ...no('worker-class-does-not-fit') },
          { target: 'claimed', actions: 'claim' },
        ],
        reassign: [
          { guard: 'hasNoPrior', ...no('no-prior-worker') },
          { guard: 'isPriorAtWork', ...no('prior-worker-not-terminal') },
          { guard: 'isPriorLeased', ...no('prior-lease-not-terminal') },
          { guard: 'isReasonBlank', ...no('reason-is-blank') },
          { guard: 'isAnotherActor', ...no('actor-is-not-owner') },
          { guard: 'hasNoSpecification', ...no('no-compatible-specification') },
          { actions: 'reopen' },
        ],
        retry: [{ guard: 'retriesForNoReason', ...no('reason-is-blank') }, { actions: 'retry' }],
        repeat: [
          { guard: 'repeatsForNoReason', ...no('reason-is-blank') },
          { guard: 'repeatsNothing', ...no('step-not-committed') },
          { target: 'retry-wait', actions: 'repeat' },
        ],
      },
    },
    succeeded: {
      tags: 'terminal',
      on: { settle: no('slot-is-terminal'), repeat: no('slot-is-terminal'), fail: no('slot-is-terminal'), cancel: yes },
    },
    failed: {
      tags: 'terminal',
      on: { settle: no('slot-is-terminal'), repeat: no('slot-is-terminal'), fail: yes, cancel: yes },
    },
    cancelled: {
      tags: 'terminal',
      on: { settle: no('slot-is-terminal'), repeat: no('slot-is-terminal'), fail: yes, cancel: yes },
    },
  },
});
