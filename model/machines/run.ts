import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';
import type { Pins, Program } from '../vocabulary.ts';

/** The run and step that a run was started for. */
export type Parent = { readonly run: string; readonly slot: string; readonly step: string };
/** What is pinned at launch and never changes. */
export type RunContext = {
  readonly tenant: string;
  readonly startKey: string;
  readonly pins: Pins;
  readonly program: Program;
  readonly slots: readonly string[];
  /** Where this run is the child step of another one. */
  readonly parent: Parent | null;
};
/** `belong`, `proceed` and `reconcile` only ask; the others bring the run to its outcome. */
export type RunEvent =
  | { type: 'belong'; tenant: string }
  /** May something new start? */
  | { type: 'proceed' }
  /** May the outcome of something that was started before still be written down? */
  | { type: 'reconcile' }
  | { type: 'cancel' | 'fail' | 'succeed' | 'review' }
  /** The run that this one is a child of is over. */
  | { type: 'stop' }
  | { type: 'account'; unaccounted: number };

const { when } = wordsFor<RunContext, RunEvent>();

/** A run decides its outcome once, on leaving `running`; `closing` waits until every effect is accounted for. */
export const run = setup({
  types: {} as { context: RunContext; events: RunEvent; input: RunContext },
  guards: {
    isForeign: when('belong', (context, event) => context.tenant !== event.tenant),
    isUnaccounted: when('account', (_, event) => event.unaccounted > 0),
  },
  actions: answers,
}).createMachine({
  id: 'run',
  context: ({ input }) => input,
  initial: 'running',
  on: {
    belong: [{ guard: 'isForeign', ...no('unknown-run') }, yes],
    proceed: no('run-is-terminal'),
    reconcile: no('run-is-terminal'),
    cancel: no('another-outcome-stands'),
    fail: yes,
    stop: yes,
    succeed: no('another-outcome-stands'),
    review: yes,
    account: yes,
  },
  states: {
    running: {
      on: {
        proceed: yes,
        reconcile: yes,
        cancel: { target: 'closing.cancelled' },
        fail: { target: 'closing.failed' },
        stop: { target: 'closing.cancelled' },
        succeed: { target: 'succeeded' },
        review: { target: 'review' },
        account: no('run-is-running'),
      },
    },
    /** An effect may have happened, nobody can be asked, and repeating it could do it twice: a person has to look. */
    review: {
      on: {
        proceed: no('needs-review'),
        reconcile: yes,
        cancel: { target: 'closing.cancelled' },
        fail: { target: 'closing.failed' },
        stop: { target: 'closing.cancelled' },
        succeed: no('needs-review'),
        account: no('run-is-running'),
      },
    },
    closing: {
      initial: 'failed',
      on: { proceed: no('run-is-closing'), reconcile: yes },
      states: {
        cancelled: {
          on: {
            cancel: yes,
            account: [{ guard: 'isUnaccounted', ...no('effects-unaccounted') }, { target: '#run.cancelled' }],
          },
        },
        failed: {
          on: { account: [{ guard: 'isUnaccounted', ...no('effects-unaccounted') }, { target: '#run.failed' }] },
        },
      },
    },
    succeeded: { tags: 'terminal' },
    failed: { tags: 'terminal' },
    cancelled: { tags: 'terminal', on: { cancel: yes } },
  },
});
