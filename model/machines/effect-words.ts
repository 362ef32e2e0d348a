import { answers, wordsFor } from '../pure.ts';
import type { Contract, Json } from '../vocabulary.ts';

/** The action, its key and arguments, and who sent it last, when. */
export type EffectContext = EffectInput & {
  /** The attempt that dispatched it last. */
  readonly sender: string | null;
  readonly sentAtMs: number | null;
};
/** What an intent says. */
export type EffectInput = {
  readonly run: string;
  readonly slot: string;
  readonly step: string;
  readonly contract: Contract;
  /** Chosen at the first intent and kept: every attempt presents this key with these arguments. */
  readonly key: string;
  readonly arguments: Json;
};
/** What an owner that can be asked says of a key. */
export type Word = 'applied' | 'refused' | 'pending' | 'unknown';
type Settled = 'applied' | 'refused';

/** What happens to an action from its intent to its owner's word. */
export type EffectEvent =
  | { type: 'intend' }
  | { type: 'dispatch'; attempt: string; nowMs: number }
  | { type: 'record'; outcome: Settled }
  /** Its owner took it and will say the outcome later. */
  | { type: 'accept' }
  /** May its slot wait for its owner to call back? */
  | { type: 'await' }
  | { type: 'callback'; outcome: Settled }
  /** Its owner was asked, at a moment of the runtime's own clock. Before the delivery bound a sent request can still arrive. */
  | { type: 'look-up'; found: Word; askedAtMs: number; deliveryMs: number; isClosing: boolean }
  /** Its sender is over without an answer. */
  | { type: 'doubt'; attempt: string; isClosing: boolean }
  /** May a step that it rests on be made anew? Not once it has a key and arguments of its own. */
  | { type: 'rest' }
  /** A person says, with evidence, what became of it. */
  | { type: 'resolve'; outcome: Settled }
  /** Its run ends: what was not sent never will be, and what may have happened goes to a person where no owner can be asked. */
  | { type: 'close' };

const { when, set } = wordsFor<EffectContext, EffectEvent>();

/** What an effect can be asked about. */
export const guards = {
  wasApplied: when('record', (_, event) => event.outcome === 'applied'),
  mayNotRepeat: when('dispatch', (context) => context.contract === 'opaque'),
  mustAsk: when('dispatch', (context) => context.contract === 'lookup'),
  neverCallsBack: when('accept', (context) => context.contract !== 'async'),
  mayNotCallBack: when('callback', (context) => context.contract !== 'async'),
  calledApplied: when('callback', (_, event) => event.outcome === 'applied'),
  calledRefused: when('callback', (_, event) => event.outcome === 'refused'),
  cannotBeAsked: when('look-up', (context) => context.contract !== 'lookup'),
  isFoundApplied: when('look-up', (_, event) => event.found === 'applied'),
  isFoundRefused: when('look-up', (_, event) => event.found === 'refused'),
  mayStillArrive: when(
    'look-up',
    ({ sentAtMs }, { found, askedAtMs, deliveryMs }) =>
      found === 'pending' || askedAtMs < (sentAtMs ?? askedAtMs) + deliveryMs,
  ),
  isNotWanted: when('look-up', (_, event) => event.isClosing),
  isAnothers: when('doubt', (context, event) => context.sender !== event.attempt),
  // Once its run closes it is sent no more: only an owner that can be asked may still tell.
  needsReview: when('doubt', (c, event) => c.contract === 'opaque' || (event.isClosing && c.contract !== 'lookup')),
  isResolvedApplied: when('resolve', (_, event) => event.outcome === 'applied'),
  canBeAsked: when('close', (context) => context.contract === 'lookup'),
};

/** What an accepted event changes. */
export const actions = {
  ...answers,
  send: set('dispatch', (_, event) => ({ sender: event.attempt, sentAtMs: event.nowMs })),
};
