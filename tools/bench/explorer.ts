import { getAdjacencyMap } from '@xstate/graph';
import { type AnyStateMachine, assign, setup, transition } from 'xstate';
import { machines } from '../../model/kinds.ts';
import type { Asked } from '../../model/step.ts';
import { emptyStore, type Store, viewOf, written } from '../../model/store.ts';
import { alphabetOf, beginningOf } from '../../scenarios/explore/alphabet.ts';
import { type Deed, isCommand } from '../../scenarios/explore/deed.ts';
import { explore, scopes } from '../../scenarios/explore/index.ts';
import type { Scope } from '../../scenarios/explore/scope.ts';
import { happen } from '../../scenarios/explore/world.ts';
import type { Way } from './way.ts';

/** The explorer against the same search over XState's `transition`, and against `@xstate/graph` on the scope as one machine. */
export const explorerBench = (): { readonly title: string; readonly ways: readonly Way[] } => {
  const scope = scopes.find(({ id }) => id === 'approval');
  if (scope === undefined) throw new Error('The scope "approval" is gone: choose another one without time.');
  const { states, decisions } = explore(scope, { laws: [] });
  return {
    title: `all ${states} states of the scope "${scope.id}", without laws, in cpu time`,
    ways: [
      { name: 'explorer', states, decisions, run: () => explore(scope, { laws: [] }).states },
      {
        name: 'the same without memory of what was read',
        states,
        decisions,
        run: () => explore(scope, { laws: [], isForgetful: true }).states,
      },
      {
        name: "the same, and each question to a machine by XState's transition()",
        states,
        decisions,
        run: () => explore(scope, { laws: [], isForgetful: true, watch: askXState }).states,
      },
      {
        name: "@xstate/graph's getAdjacencyMap() on the scope as one machine",
        states,
        decisions,
        run: () => Object.keys(adjacencyOf(scope)).length,
      },
    ],
  };
};

/** Our own answer was given before, which takes a small part of this. */
const askXState = ({ entity, event }: Asked): void => {
  const machine: AnyStateMachine = machines[entity.kind];
  const [name = '', inner] = entity.leaf.split('.');
  const value = inner === undefined ? name : { [name]: inner };
  transition(machine, machine.resolveState({ value, context: entity.context }), event);
};

const adjacencyOf = (scope: Scope): object => {
  const deeds = alphabetOf(scope).filter((deed) => deed.type !== 'tick');
  return getAdjacencyMap(composed(scope), {
    events: deeds.map((deed) => ({ type: 'deed' as const, deed })),
    serializeState: ({ context }) => JSON.stringify([...context.store].toSorted()),
    limit: Number.POSITIVE_INFINITY,
  });
};

type Event = { readonly type: 'deed'; readonly deed: Deed };

/** A scope as one machine whose context is everything that there is. What a deed does is decided by the same function. */
const composed = (scope: Scope) => {
  const after = (store: Store, deed: Deed): Store => {
    if (deed.type === 'tick') return store;
    const { writes } = happen(viewOf(store, { nowMs: 0, settings: scope.settings }), deed);
    return writes.some(({ kind, id }) => kind === 'attempt' && Number(id.split('/').at(-1)) > scope.attempts)
      ? store
      : written(store, writes);
  };
  const beginning = beginningOf(scope).filter(isCommand).reduce(after, emptyStore);
  return setup({ types: {} as { context: { store: Store }; events: Event } }).createMachine({
    context: { store: beginning },
    on: { deed: { actions: assign(({ context, event }) => ({ store: after(context.store, event.deed) })) } },
  });
};
