import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';
import { type Revision, sameJson } from '../vocabulary.ts';

/** What is pinned as which kind of revision. */
export type RevisionEvent =
  | { type: 'register'; revision: Revision }
  | { type: 'accept' }
  /** May a launch pin it as this? */
  | { type: 'use'; of: Revision['of'] };

const { when } = wordsFor<Revision, RevisionEvent>();
const needsAcceptance: readonly Revision['of'][] = ['package', 'binding'];

/** A revision of configuration: it names one content for ever. Package content and binding sets count only once accepted. */
export const revision = setup({
  types: {} as { context: Revision; events: RevisionEvent; input: Revision },
  guards: {
    isAnother: when('register', (context, event) => !sameContent(context, event.revision)),
    isOfAnotherKind: when('use', (context, event) => context.of !== event.of),
    isToBeAccepted: when('use', (context) => needsAcceptance.includes(context.of)),
  },
  actions: answers,
}).createMachine({
  id: 'revision',
  context: ({ input }) => input,
  initial: 'registered',
  on: {
    register: [{ guard: 'isAnother', ...no('already-exists') }, yes],
    use: [{ guard: 'isOfAnotherKind', ...no('revision-is-of-another-kind') }, yes],
    accept: yes,
  },
  states: {
    registered: {
      on: {
        accept: { target: 'accepted' },
        use: [
          { guard: 'isOfAnotherKind', ...no('revision-is-of-another-kind') },
          { guard: 'isToBeAccepted', ...no('revision-not-accepted') },
          yes,
        ],
      },
    },
    accepted: {},
  },
});

const sameContent = (one: Revision, other: Revision): boolean =>
  sameJson(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
