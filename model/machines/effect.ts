import { setup } from 'xstate';
import { no, yes } from '../pure.ts';
import { actions, type EffectContext, type EffectEvent, type EffectInput, guards } from './effect-words.ts';

/** The word of an owner that calls back settles an action whose outcome is open. */
const callback = [
  { guard: 'mayNotCallBack', ...no('owner-does-not-call-back') },
  { guard: 'calledApplied', target: 'applied' },
  { target: 'refused' },
] as const;

/** What the runtime believes about an action. Only the owner's word, or a person's evidence, brings it to `applied` or `refused`. */
export const effect = setup({
  types: {} as { context: EffectContext; events: EffectEvent; input: EffectInput },
  guards,
  actions,
}).createMachine({
  id: 'effect',
  context: ({ input }) => ({ ...input, sender: null, sentAtMs: null }),
  initial: 'intended',
  on: {
    intend: no('effect-is-settled'),
    dispatch: no('effect-is-settled'),
    record: no('effect-is-settled'),
    accept: no('effect-is-settled'),
    await: no('effect-is-settled'),
    callback: [{ guard: 'mayNotCallBack', ...no('owner-does-not-call-back') }, no('effect-is-settled')],
    'look-up': [{ guard: 'cannotBeAsked', ...no('owner-cannot-be-asked') }, no('effect-not-ambiguous')],
    doubt: yes,
    rest: no('effect-rests-on-it'),
    resolve: no('effect-not-in-review'),
    close: yes,
  },
  states: {
    intended: {
      on: {
        intend: yes,
        dispatch: { target: 'dispatched', actions: 'send' },
        record: no('effect-not-in-flight'),
        accept: no('effect-not-in-flight'),
        await: no('effect-not-in-flight'),
        callback: [{ guard: 'mayNotCallBack', ...no('owner-does-not-call-back') }, no('effect-not-in-flight')],
        close: { target: 'dropped' },
      },
    },
    dispatched: {
      on: {
        intend: yes,
        dispatch: [
          { guard: 'mayNotRepeat', ...no('needs-review') },
          { guard: 'mustAsk', ...no('ask-owner-first') },
          { actions: 'send' },
        ],
        record: [{ guard: 'wasApplied', target: 'applied' }, { target: 'refused' }],
        accept: [{ guard: 'neverCallsBack', ...no('owner-does-not-call-back') }, { target: 'accepted' }],
        await: no('effect-not-accepted'),
        callback,
        doubt: [{ guard: 'isAnothers', ...yes }, { guard: 'needsReview', target: 'review' }, { target: 'ambiguous' }],
      },
    },
    /** An `async` owner has it, and its word will come, whoever is alive then. */
    accepted: {
      on: {
        intend: yes,
        dispatch: no('effect-is-settled'),
        record: [{ guard: 'wasApplied', target: 'applied' }, { target: 'refused' }],
        accept: yes,
        await: yes,
        callback: [{ guard: 'calledApplied', target: 'applied' }, { target: 'refused' }],
      },
    },
    ambiguous: {
      on: {
        intend: yes,
        dispatch: [
          { guard: 'mayNotRepeat', ...no('needs-review') },
          { guard: 'mustAsk', ...no('ask-owner-first') },
          { target: 'dispatched', actions: 'send' },
        ],
        record: no('effect-not-in-flight'),
        accept: no('effect-not-in-flight'),
        await: no('effect-not-accepted'),
        callback,
        'look-up': [
          { guard: 'cannotBeAsked', ...no('owner-cannot-be-asked') },
          { guard: 'isFoundApplied', target: 'applied' },
          { guard: 'isFoundRefused', target: 'refused' },
          { guard: 'mayStillArrive', ...yes },
          { guard: 'isNotWanted', target: 'dropped' },
          { target: 'intended' },
        ],
        close: [{ guard: 'canBeAsked', ...yes }, { target: 'review' }],
      },
    },
    review: {
      on: {
        intend: no('needs-review'),
        dispatch: no('needs-review'),
        record: no('effect-not-in-flight'),
        accept: no('effect-not-in-flight'),
        await: no('effect-not-accepted'),
        callback,
        resolve: [{ guard: 'isResolvedApplied', target: 'applied' }, { target: 'refused' }],
      },
    },
    applied: {
      tags: ['terminal', 'accounted'],
      // What an owner says again, or too late to be news, counts once.
      on: {
        accept: [{ guard: 'neverCallsBack', ...no('owner-does-not-call-back') }, yes],
        callback: [
          { guard: 'mayNotCallBack', ...no('owner-does-not-call-back') },
          { guard: 'calledApplied', ...yes },
          no('effect-is-settled'),
        ],
      },
    },
    refused: {
      tags: ['terminal', 'accounted'],
      on: {
        callback: [
          { guard: 'mayNotCallBack', ...no('owner-does-not-call-back') },
          { guard: 'calledRefused', ...yes },
          no('effect-is-settled'),
        ],
      },
    },
    dropped: { tags: ['terminal', 'accounted'] },
  },
});
