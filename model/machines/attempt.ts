import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';

/** Where the attempt belongs, and under which launch specification it was claimed. */
export type AttemptContext = {
  readonly tenant: string;
  readonly run: string;
  readonly slot: string;
  readonly specification: string;
};
/** `act` and `report` ask whether the attempt may still do something, or still say how it ended; the others move it. */
export type AttemptEvent =
  | { type: 'belong'; tenant: string }
  | { type: 'start' | 'act' | 'report' | 'succeed' | 'fail' | 'lose' | 'park' | 'cancel' };

const { when } = wordsFor<AttemptContext, AttemptEvent>();

/** The record of one worker's try at a slot. It is never deleted, and its terminal states are never left. */
export const attempt = setup({
  types: {} as { context: AttemptContext; events: AttemptEvent; input: AttemptContext },
  guards: { isForeign: when('belong', (context, event) => context.tenant !== event.tenant) },
  actions: answers,
}).createMachine({
  id: 'attempt',
  context: ({ input }) => input,
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
  },
  states: {
    claimed: {
      on: {
        start: { target: 'running' },
        act: no('attempt-not-running'),
        report: no('attempt-not-running'),
        succeed: no('attempt-not-running'),
        park: no('attempt-not-running'),
        fail: { target: 'failed' },
        lose: { target: 'lost' },
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
        fail: { target: 'failed' },
        lose: { target: 'lost' },
        cancel: { target: 'cancelled' },
      },
    },
    succeeded: { tags: 'terminal' },
    failed: { tags: 'terminal' },
    lost: { tags: 'terminal' },
    /** Ended by an approval wait: another attempt goes on once it is decided. */
    parked: { tags: 'terminal' },
    cancelled: { tags: 'terminal', on: { report: yes } },
  },
});
