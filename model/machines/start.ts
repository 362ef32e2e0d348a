import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';
import { type Json, sameJson } from '../vocabulary.ts';

/** The run that a start key names, and the inputs that a repeat has to match. */
export type StartContext = { readonly run: string; readonly slot: string; readonly inputs: Json };
/** A launch comes again under the same key. */
export type StartEvent = { type: 'repeat'; inputs: Json };

const { when } = wordsFor<StartContext, StartEvent>();

/** A start key of one tenant: it names one run and the inputs that the run was launched with, for ever. */
export const start = setup({
  types: {} as { context: StartContext; events: StartEvent; input: StartContext },
  guards: { hasOtherInputs: when('repeat', (context, event) => !sameJson(context.inputs, event.inputs)) },
  actions: answers,
}).createMachine({
  id: 'start',
  context: ({ input }) => input,
  initial: 'taken',
  on: { repeat: [{ guard: 'hasOtherInputs', ...no('start-key-names-other-inputs') }, yes] },
  states: { taken: {} },
});
