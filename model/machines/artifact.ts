import { setup } from 'xstate';
import { answers, no, wordsFor, yes } from '../pure.ts';
import type { ArtifactReference } from '../vocabulary.ts';

/** Whose upload it is, and what names it once it is stored. */
export type ArtifactContext = {
  readonly run: string;
  readonly slot: string;
  readonly step: string;
  readonly attempt: string;
  readonly name: string;
  readonly reference: ArtifactReference | null;
};
/** What happens to one version of one output. */
export type ArtifactEvent =
  | { type: 'store'; reference: ArtifactReference }
  /** The step's result is this reference. */
  | { type: 'commit'; reference: ArtifactReference | null }
  /** Its attempt is over: what no committed reference names never will be one. */
  | { type: 'abandon' }
  /** Its step is repeated. */
  | { type: 'replace' }
  | { type: 'lose' | 'restore' };

const { when, set } = wordsFor<ArtifactContext, ArtifactEvent>();
const isSame = (one: ArtifactReference | null, other: ArtifactReference | null): boolean =>
  one !== null &&
  other !== null &&
  Object.entries(one).every(([member, value]) =>
    Object.entries(other).some(([name, its]) => name === member && its === value),
  );

/** One immutable version of one step's output, uploaded by one attempt. It is progress only while `committed`. */
export const artifact = setup({
  types: {} as { context: ArtifactContext; events: ArtifactEvent; input: Omit<ArtifactContext, 'reference'> },
  guards: {
    isAnother: when('commit', (context, event) => !isSame(context.reference, event.reference)),
    isStoredOtherwise: when('store', (context, event) => !isSame(context.reference, event.reference)),
  },
  actions: { ...answers, store: set('store', (_, event) => ({ reference: event.reference })) },
}).createMachine({
  id: 'artifact',
  context: ({ input }) => ({ ...input, reference: null }),
  initial: 'uploading',
  on: {
    store: no('artifact-is-orphaned'),
    commit: no('artifact-is-orphaned'),
    abandon: yes,
    replace: yes,
    lose: no('artifact-not-committed'),
    restore: no('artifact-not-missing'),
  },
  states: {
    uploading: {
      on: {
        store: { target: 'stored', actions: 'store' },
        commit: no('upload-incomplete'),
        abandon: { target: 'orphaned' },
      },
    },
    stored: {
      on: {
        store: [{ guard: 'isStoredOtherwise', ...no('other-version') }, yes],
        commit: [{ guard: 'isAnother', ...no('other-version') }, { target: 'committed' }],
        abandon: { target: 'orphaned' },
      },
    },
    committed: {
      on: {
        store: no('already-committed'),
        commit: no('already-committed'),
        replace: { target: 'orphaned' },
        lose: { target: 'missing' },
      },
    },
    missing: {
      on: {
        store: no('already-committed'),
        commit: no('already-committed'),
        replace: { target: 'orphaned' },
        lose: yes,
        restore: { target: 'committed' },
      },
    },
    orphaned: { tags: 'terminal' },
  },
});
