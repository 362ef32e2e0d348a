import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';

/** The slot that the worker serves, and who owns it, where that is recorded. */
export type WorkerContext = { readonly slot: string; readonly owner: string | null };
/** What is reported of a worker, by itself or by somebody who missed it. */
export type WorkerEvent = { type: 'start' | 'leave' | 'lose' } | { type: 'exit'; status: 'exited' | 'failed' };

const { when } = wordsFor<WorkerContext, WorkerEvent>();

/** The worker of an attempt as it is recorded. What is recorded as `lost` may be alive. */
export const worker = setup({
  types: {} as { context: WorkerContext; events: WorkerEvent; input: WorkerContext },
  guards: { hasFailed: when('exit', (_, event) => event.status === 'failed') },
  actions: answers,
}).createMachine({
  id: 'worker',
  context: ({ input }) => input,
  initial: 'starting',
  on: {
    start: no('worker-is-terminal'),
    exit: no('worker-is-terminal'),
    /** Its attempt ended in order, or it was reported lost: a worker that has already ended stays as it is. */
    leave: yes,
    lose: yes,
  },
  states: {
    starting: {
      on: {
        start: { target: 'running' },
        exit: [{ guard: 'hasFailed', target: 'failed' }, { target: 'exited' }],
        leave: { target: 'exited' },
        lose: { target: 'lost' },
      },
    },
    running: {
      on: {
        start: no('worker-already-started'),
        exit: [{ guard: 'hasFailed', target: 'failed' }, { target: 'exited' }],
        leave: { target: 'exited' },
        lose: { target: 'lost' },
      },
    },
    exited: { tags: 'terminal' },
    failed: { tags: 'terminal' },
    lost: { tags: 'terminal' },
  },
});
