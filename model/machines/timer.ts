import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';

/** The step that waits, and until when. */
export type TimerContext = {
  readonly run: string;
  readonly slot: string;
  readonly step: string;
  readonly dueAtMs: number;
};
/** Its time has come, or its run is over. */
export type TimerEvent = { type: 'fire'; nowMs: number } | { type: 'cancel' };

const { when } = wordsFor<TimerContext, TimerEvent>();

/** A durable wait for time to pass. It holds no worker, and fires once. */
export const timer = setup({
  types: {} as { context: TimerContext; events: TimerEvent; input: TimerContext },
  guards: { isNotDue: when('fire', (context, event) => event.nowMs < context.dueAtMs) },
  actions: answers,
}).createMachine({
  id: 'timer',
  context: ({ input }) => input,
  initial: 'running',
  on: { fire: no('timer-not-running'), cancel: yes },
  states: {
    running: {
      on: {
        fire: [{ guard: 'isNotDue', ...no('timer-not-due') }, { target: 'fired' }],
        cancel: { target: 'cancelled' },
      },
    },
    fired: { tags: 'terminal' },
    cancelled: { tags: 'terminal' },
  },
});
