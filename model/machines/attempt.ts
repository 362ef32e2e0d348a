import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';

/** What was decided about a failure: which operation, by whom, and why. */
export type Recovery = {
  readonly operation: 'retry' | 'resume' | 'reassign';
  readonly actor: string;
  readonly reason: string;
};
/** Where the attempt belongs, under which launch specification it was claimed, how it failed and what was decided about that. */
export type AttemptContext = AttemptInput & { readonly failure: string | null; readonly recovery: Recovery | null };
/** What a claim says of an attempt. */
export type AttemptInput = {
  readonly tenant: string;
  readonly run: string;
  readonly slot: string;
  readonly specification: string;
};
/** `act` and `report` ask whether the attempt may still do something, or still say how it ended; the others move it. */
export type AttemptEvent =
  | { type: 'belong'; tenant: string }
  | { type: 'start' | 'act' | 'report' | 'succeed' | 'park' | 'cancel' }
  | { type: 'fail' | 'lose'; failure: string }
  /** What a person decides about a failure stands; a claim whose time has come only fills a gap. */
  | { type: 'recover'; recovery: Recovery; isAutomatic: boolean };

const { when, set } = wordsFor<AttemptContext, AttemptEvent>();

/** The record of one worker's try at a slot. It is never deleted, and its terminal states are never left. */
export const attempt = setup({
  types: {} as { context: AttemptContext; events: AttemptEvent; input: AttemptInput },
  guards: {
    isForeign: when('belong', (context, event) => context.tenant !== event.tenant),
    isDecided: when('recover', (context, event) => event.isAutomatic && context.recovery !== null),
  },
  actions: {
    ...answers,
    fail: set('fail', (_, { failure }) => ({ failure })),
    lose: set('lose', (_, { failure }) => ({ failure })),
    recover: set('recover', (_, { recovery }) => ({ recovery })),
  },
}).createMachine({
  id: 'attempt',
  context: ({ input }) => ({ ...input, failure: null, recovery: null }),
  initial: 'claimed',
  on: {
    belong: [{ guard: 'isForeign', ...no('unknown-attempt') }, yes],
    start: no('attempt-is-terminal'),
    act: no('attempt-is-terminal'),
    /** May it still say how something ended that it had begun? */
    report: no('attempt-is-terminal'),
    succeed: no('attempt-is-terminal'),
    fail: no('attempt-is-terminal'),
    park: no('attempt-is-terminal'),
    lose: yes,
    cancel: yes,
    recover: yes,
  },
  states: {
    claimed: {
      on: {
        start: { target: 'running' },
        act: no('attempt-not-running'),
        report: no('attempt-not-running'),
        succeed: no('attempt-not-running'),
        park: no('attempt-not-running'),
        fail: { target: 'failed', actions: 'fail' },
        lose: { target: 'lost', actions: 'lose' },
        cancel: { target: 'cancelled' },
      },
    },
    running: {
      on: {
        start: no('attempt-not-claimed'),
        act: yes,
        report: yes,
        succeed: { target: 'succeeded' },
        park: { target: 'parked' },
        fail: { target: 'failed', actions: 'fail' },
        lose: { target: 'lost', actions: 'lose' },
        cancel: { target: 'cancelled' },
      },
    },
    succeeded: { tags: 'terminal' },
    failed: { tags: 'terminal', on: { recover: [{ guard: 'isDecided', ...yes }, { actions: 'recover' }] } },
    lost: { tags: 'terminal', on: { recover: [{ guard: 'isDecided', ...yes }, { actions: 'recover' }] } },
    /** Ended by an approval wait: another attempt goes on once it is decided. */
    parked: { tags: 'terminal' },
    cancelled: { tags: 'terminal', on: { report: yes } },
  },
});
