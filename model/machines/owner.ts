import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';
import type { Contract } from '../vocabulary.ts';

/** The contract that the owner serves under, and how often it applied the action. */
export type OwnerContext = {
  readonly contract: Contract;
  readonly applications: number;
  /** Requests that were received and neither applied nor turned away yet. */
  readonly pending: number;
  /** The highest fencing token that a request carried. */
  readonly token: number;
  /** How often it has called back. */
  readonly callbacks: number;
};
/** A request arrives under a fencing token, and is applied, turned away, answered or called back about. */
export type OwnerEvent =
  | { type: 'request'; token: number }
  | { type: 'apply'; isAuthorised: boolean }
  | { type: 'refuse' | 'answer' | 'tell' | 'call-back' };

const { when, set } = wordsFor<OwnerContext, OwnerEvent>();
const deduplicates: readonly Contract[] = ['idempotent', 'async', 'guarded'];

/** The owner of an effect, for one action key: the only place that knows what happened. The world plays it; no rule may ask it. */
export const owner = setup({
  types: {} as { context: OwnerContext; events: OwnerEvent; input: Pick<OwnerContext, 'contract'> },
  guards: {
    isOutrun: when('request', (c, event) => c.contract === 'guarded' && event.token < c.token),
    isKnown: when('request', (context) => deduplicates.includes(context.contract)),
    hasNoRequest: when('apply', (context) => context.pending === 0),
    isForbidden: when('apply', (context, event) => context.contract === 'guarded' && !event.isAuthorised),
    cannotBeAsked: when('tell', (context) => context.contract !== 'lookup'),
    neverCallsBack: when('call-back', (context) => context.contract !== 'async'),
  },
  actions: {
    ...answers,
    take: set('request', (c, event) => ({ pending: c.pending + 1, token: Math.max(c.token, event.token) })),
    apply: set('apply', (c) => ({ pending: c.pending - 1, applications: c.applications + 1 })),
    turnAway: set('apply', (context) => ({ pending: context.pending - 1 })),
    decline: set('refuse', (context) => ({ pending: context.pending - 1 })),
    count: set('call-back', (context) => ({ callbacks: context.callbacks + 1 })),
  },
}).createMachine({
  id: 'owner',
  context: ({ input }) => ({ ...input, applications: 0, pending: 0, token: 0, callbacks: 0 }),
  initial: 'unseen',
  on: {
    request: [{ guard: 'isOutrun', ...no('token-is-stale') }, { guard: 'isKnown', ...yes }, { actions: 'take' }],
    apply: no('request-not-pending'),
    refuse: no('request-not-pending'),
    answer: no('no-answer-yet'),
    /** An owner that can be asked tells pending from unknown; no other one tells anything. */
    tell: [{ guard: 'cannotBeAsked', ...no('owner-cannot-be-asked') }, yes],
    'call-back': no('no-answer-yet'),
  },
  states: {
    unseen: { on: { request: { target: 'received', actions: 'take' } } },
    received: {
      on: {
        apply: [
          { guard: 'isForbidden', target: 'refused', actions: 'turnAway' },
          { target: 'applied', actions: 'apply' },
        ],
        refuse: { target: 'refused', actions: 'decline' },
      },
    },
    applied: {
      on: {
        apply: [{ guard: 'hasNoRequest', ...no('request-not-pending') }, { actions: 'apply' }],
        answer: yes,
        'call-back': [{ guard: 'neverCallsBack', ...no('owner-does-not-call-back') }, { actions: 'count' }],
      },
    },
    refused: {
      on: {
        request: yes,
        answer: yes,
        'call-back': [{ guard: 'neverCallsBack', ...no('owner-does-not-call-back') }, { actions: 'count' }],
      },
    },
  },
});
