import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';
import type { Contract, Json } from '../vocabulary.ts';

/** The action, its key and arguments, and who sent it last. */
export type EffectContext = {
  readonly run: string;
  readonly slot: string;
  readonly step: string;
  readonly contract: Contract;
  /** Chosen at the first intent and kept: every attempt presents this key with these arguments. */
  readonly key: string;
  readonly arguments: Json;
  /** The attempt that dispatched it last. */
  readonly sender: string | null;
};
/** What happens to an action from its intent to its owner's word. */
export type EffectEvent =
  | { type: 'intend' }
  | { type: 'dispatch'; attempt: string }
  | { type: 'record'; outcome: 'applied' | 'refused' }
  /** Its sender is over without an answer. */
  | { type: 'doubt'; attempt: string; isClosing: boolean }
  /** Its run ends: what was not sent never will be, what may have happened goes to a person. */
  | { type: 'close' };

const { when, set } = wordsFor<EffectContext, EffectEvent>();

/** What the runtime believes about an action. Only the owner's word brings it to `applied` or `refused`. */
export const effect = setup({
  types: {} as { context: EffectContext; events: EffectEvent; input: Omit<EffectContext, 'sender'> },
  guards: {
    isApplied: when('record', (_, event) => event.outcome === 'applied'),
    mayNotRepeat: when('dispatch', (context) => context.contract === 'opaque'),
    isAnothers: when('doubt', (context, event) => context.sender !== event.attempt),
    needsReview: when('doubt', (context, event) => context.contract === 'opaque' || event.isClosing),
  },
  actions: { ...answers, send: set('dispatch', (_, event) => ({ sender: event.attempt })) },
}).createMachine({
  id: 'effect',
  context: ({ input }) => ({ ...input, sender: null }),
  initial: 'intended',
  on: {
    intend: no('effect-is-settled'),
    dispatch: no('effect-is-settled'),
    record: no('effect-is-settled'),
    doubt: yes,
    close: yes,
  },
  states: {
    intended: {
      on: {
        intend: yes,
        dispatch: { target: 'dispatched', actions: 'send' },
        record: no('effect-not-in-flight'),
        close: { target: 'dropped' },
      },
    },
    dispatched: {
      on: {
        intend: yes,
        dispatch: [{ guard: 'mayNotRepeat', ...no('needs-review') }, { actions: 'send' }],
        record: [{ guard: 'isApplied', target: 'applied' }, { target: 'refused' }],
        doubt: [{ guard: 'isAnothers', ...yes }, { guard: 'needsReview', target: 'review' }, { target: 'ambiguous' }],
      },
    },
    ambiguous: {
      on: {
        intend: yes,
        dispatch: [
          { guard: 'mayNotRepeat', ...no('needs-review') },
          { target: 'dispatched', actions: 'send' },
        ],
        record: no('effect-not-in-flight'),
        close: { target: 'review' },
      },
    },
    review: { on: { intend: no('needs-review'), dispatch: no('needs-review'), record: no('effect-not-in-flight') } },
    applied: { tags: ['terminal', 'accounted'] },
    refused: { tags: ['terminal', 'accounted'] },
    dropped: { tags: ['terminal', 'accounted'] },
  },
});
