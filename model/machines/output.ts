import { setup } from 'xstate';
import { answers, no, wordsFor } from '../pure.ts';
import type { Json } from '../vocabulary.ts';

/** Who made a result durable, and when: an attempt, or whoever decided an approval. */
export type Committed = { readonly by: string; readonly atMs: number; readonly value: Json };
/** The step, and what was committed for it; only a mutant ever shows two commits. */
export type OutputContext = {
  readonly run: string;
  readonly slot: string;
  readonly step: string;
  readonly commits: readonly Committed[];
};
/** A result is handed in. */
export type OutputEvent = { type: 'commit' } & Committed;

const { when, set } = wordsFor<OutputContext, OutputEvent>();

/** The result of one step: there is one output for a step whoever tries it, so a second result has nowhere to go. */
export const output = setup({
  types: {} as { context: OutputContext; events: OutputEvent; input: Omit<OutputContext, 'commits'> },
  guards: { hasResult: when('commit', (context) => context.commits.length > 0) },
  actions: {
    ...answers,
    commit: set('commit', (context, { by, atMs, value }) => ({ commits: [...context.commits, { by, atMs, value }] })),
  },
}).createMachine({
  id: 'output',
  context: ({ input }) => ({ ...input, commits: [] }),
  initial: 'awaited',
  on: {
    commit: [
      { guard: 'hasResult', ...no('already-committed') },
      { target: '.committed', actions: 'commit' },
    ],
  },
  states: { awaited: {}, committed: { tags: 'terminal' } },
});
