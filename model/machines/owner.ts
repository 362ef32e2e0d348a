import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';
import type { Contract } from '../vocabulary.ts';

/** The contract that the owner serves under, and how often it applied the action. */
export type OwnerContext = {
  readonly contract: Contract;
  readonly applications: number;
  /** Requests that were received and neither applied nor turned away yet. */
  readonly pending: number;
};
/** A request arrives, and is applied, turned away or answered. */
export type OwnerEvent = { type: 'request' | 'apply' | 'refuse' | 'answer' };

const { when, set } = wordsFor<OwnerContext, OwnerEvent>();

/** The owner of an effect, for one action key: the only place that knows what happened. The world plays it; no rule may ask it. */
export const owner = setup({
  types: {} as { context: OwnerContext; events: OwnerEvent; input: Pick<OwnerContext, 'contract'> },
  guards: {
    isKnown: when('request', (context) => context.contract === 'idempotent'),
    hasNoRequest: when('apply', (context) => context.pending === 0),
  },
  actions: {
    ...answers,
    take: set('request', (context) => ({ pending: context.pending + 1 })),
    apply: set('apply', (context) => ({ pending: context.pending - 1, applications: context.applications + 1 })),
    decline: set('refuse', (context) => ({ pending: context.pending - 1 })),
  },
}).createMachine({
  id: 'owner',
  context: ({ input }) => ({ ...input, applications: 0, pending: 0 }),
  initial: 'unseen',
  on: {
    request: [{ guard: 'isKnown', ...yes }, { actions: 'take' }],
    apply: no('request-not-pending'),
    refuse: no('request-not-pending'),
    answer: no('no-answer-yet'),
  },
  states: {
    unseen: { on: { request: { target: 'received', actions: 'take' } } },
    received: {
      on: { apply: { target: 'applied', actions: 'apply' }, refuse: { target: 'refused', actions: 'decline' } },
    },
    applied: {
      on: { apply: [{ guard: 'hasNoRequest', ...no('request-not-pending') }, { actions: 'apply' }], answer: yes },
    },
    refused: { on: { request: yes, answer: yes } },
  },
});
