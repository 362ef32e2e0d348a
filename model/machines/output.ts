import { setup } from 'xstate';
import { answers, no, wordsFor } from '../pure.ts';
import type { Json } from '../vocabulary.ts';

/**
 * Who made a result durable, and when: an attempt, or whoever decided an approval; which state revision that made; and under which
 * revision of its configuration the step was served.
 */
export type Committed = {
  readonly by: string;
  readonly atMs: number;
  readonly value: Json;
  readonly revision: number;
  readonly source: string;
};
/** The step, and what was committed for it; there are two commits only where the step was repeated, or the runtime is a mutant. */
export type OutputContext = {
  readonly run: string;
  readonly slot: string;
  readonly step: string;
  readonly commits: readonly Committed[];
};
/** A result is handed in, or its step is to be repeated. */
export type OutputEvent = ({ type: 'commit' } & Committed) | { type: 'reopen' };

const { when, set } = wordsFor<OutputContext, OutputEvent>();

/** The result of one step: there is one output for a step whoever tries it, so a second result has nowhere to go. */
export const output = setup({
  types: {} as { context: OutputContext; events: OutputEvent; input: Omit<OutputContext, 'commits'> },
  guards: { hasResult: when('commit', (context) => context.commits.length > 0) },
  actions: {
    ...answers,
    commit: set('commit', (context, { type: _, ...committed }) => ({ commits: [...context.commits, committed] })),
  },
}).createMachine({
  id: 'output',
  context: ({ input }) => ({ ...input, commits: [] }),
  initial: 'awaited',
  on: { commit: { target: '.committed', actions: 'commit' }, reopen: { target: '.awaited' } },
  states: {
    awaited: {},
    committed: { on: { commit: [{ guard: 'hasResult', ...no('already-committed') }, { actions: 'commit' }] } },
  },
});
