import { getAdjacencyMap } from '@xstate/graph';
import { type AnyStateMachine, assign, setup, transition } from 'xstate';
import { machines } from '../../model/kinds.ts';
import type { Asked } from '../../model/step.ts';
import { emptyStore, type Store, viewOf, written } from '../../model/store.ts';
import { alphabetOf, beginningOf } from '../../scenarios/explore/alphabet.ts';
import type { Deed } from '../../scenarios/explore/deed.ts';
import { explore, scopes } from '../../scenarios/explore/index.ts';
import type { Scope } from '../../scenarios/explore/scope.ts';
import { happen } from '../../scenarios/explore/world.ts';
import type { Bench, Way } from './way.ts';

/** The same search in which every question to a machine is answered by XState's `transition`, as slow as it is. */
export const againstTransition = (): Bench => {
  const scope = scopeOf('approval');
  const explorer = explorerOn(scope);
  return {
    title: titleOf(explorer, scope),
    ways: [
      explorer,
      {
        ...explorer,
        name: 'the same without memory of what was read',
        run: () => explore(scope, { laws: [], isForgetful: true }).states,
      },
      {
        ...explorer,
        name: "that, and each question to a machine by XState's transition()",
        run: () => explore(scope, { laws: [], isForgetful: true, watch: askXState }).states,
      },
    ],
  };
};

/** `@xstate/graph` on a scope as one machine, which is the only way to give it a composition. */
export const againstGraph = (): Bench => {
  const scope = scopeOf('approved-effect');
  const explorer = explorerOn(scope);
  const name = "@xstate/graph's getAdjacencyMap() on the scope as one machine";
  return {
    title: titleOf(explorer, scope),
    ways: [explorer, { ...explorer, name, run: () => Object.keys(adjacencyOf(scope)).length }],
  };
};

/** The composed machine has no clock. */
const scopeOf = (id: string): Scope => {
  const found = scopes.find((scope) => scope.id === id && !scope.may.includes('time'));
  if (found === undefined) throw new Error(`The scope "${id}" is gone, or has a clock: choose another one.`);
  return found;
};

const explorerOn = (scope: Scope): Way => {
  const run = () => explore(scope, { laws: [] });
  const { states, decisions } = run();
  return { name: 'explorer', states, decisions, run: () => run().states };
};

const titleOf = ({ states }: Way, { id }: Scope): string =>
  `all ${states.toLocaleString('en-GB')} states of the scope "${id}", without laws, in cpu time`;

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
  const beginning = beginningOf(scope).reduce(after, emptyStore);
  return setup({ types: {} as { context: { store: Store }; events: Event } }).createMachine({
    context: { store: beginning },
    on: { deed: { actions: assign(({ context, event }) => ({ store: after(context.store, event.deed) })) } },
  });
};
