import { setup } from 'xstate';
import { answers, no, wordsFor } from '../pure.ts';

/** When a request left its worker, on the runtime's clock. */
export type RequestContext = { readonly sentAtMs: number };
/** It is sent, once more perhaps, and arrives; after the delivery bound, where there is one, it never will. */
export type RequestEvent =
  | { type: 'send'; nowMs: number }
  | { type: 'arrive'; nowMs: number; deliveryMs: number | null };

const { when, set } = wordsFor<RequestContext, RequestEvent>();

/** A request of one attempt on its way to the owner of an effect: it is the world's, as the owner is, and no rule may ask it. */
export const request = setup({
  types: {} as { context: RequestContext; events: RequestEvent; input: RequestContext },
  guards: {
    isTooLate: when(
      'arrive',
      (context, { nowMs, deliveryMs }) => deliveryMs !== null && nowMs >= context.sentAtMs + deliveryMs,
    ),
  },
  actions: { ...answers, send: set('send', (_, { nowMs }) => ({ sentAtMs: nowMs })) },
}).createMachine({
  id: 'request',
  context: ({ input }) => input,
  initial: 'sent',
  on: { send: { target: '.sent', actions: 'send' } },
  states: {
    sent: { on: { arrive: [{ guard: 'isTooLate', ...no('request-not-pending') }, { target: 'arrived' }] } },
    arrived: { on: { arrive: no('request-not-pending') } },
  },
});
