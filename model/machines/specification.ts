import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';
import type { LaunchSpecification } from '../vocabulary.ts';

type Scope = Omit<LaunchSpecification, 'id'>;
/** `fit` asks whether a claim of this scope may use it; `publish` whether publishing it again says the same. */
export type SpecificationEvent = ({ type: 'fit' } & Scope) | ({ type: 'publish' } & Scope);

const { when } = wordsFor<LaunchSpecification, SpecificationEvent>();
const isElsewhere = (context: Scope, event: Scope): boolean =>
  context.tenant !== event.tenant || context.run !== event.run || context.slot !== event.slot;

/** What a claim may start, for one tenant, run, slot and worker class. Its id is its own, so that there can be several. */
export const specification = setup({
  types: {} as { context: LaunchSpecification; events: SpecificationEvent; input: LaunchSpecification },
  guards: {
    isOfAnotherScope: when('fit', isElsewhere),
    isOfAnotherClass: when('fit', (context, event) => context.workerClass !== event.workerClass),
    isAnother: when(
      'publish',
      (context, event) => isElsewhere(context, event) || context.workerClass !== event.workerClass,
    ),
  },
  actions: answers,
}).createMachine({
  id: 'specification',
  context: ({ input }) => input,
  initial: 'published',
  on: {
    fit: [
      { guard: 'isOfAnotherScope', ...no('specification-is-of-another-scope') },
      { guard: 'isOfAnotherClass', ...no('specification-is-of-another-class') },
      yes,
    ],
    publish: [{ guard: 'isAnother', ...no('already-exists') }, yes],
  },
  states: { published: {} },
});
