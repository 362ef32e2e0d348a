import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { machines } from '../../../model/kinds.ts';

type Node = AnyStateMachine['root'];

const leavesOf = (node: Node): Node[] => {
  const children = Object.values(node.states);
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
};
const nodesOf = (node: Node): Node[] => [node, ...Object.values(node.states).flatMap(nodesOf)];
const upwards = (node: Node): Node[] => [node, ...(node.parent ? upwards(node.parent) : [])];

/** Every leaf and event for which each candidate has a guard, so that nothing may answer. */
const unanswered = (machine: AnyStateMachine): string[] => {
  const events = new Set(nodesOf(machine.root).flatMap((node) => [...node.transitions.keys()]));
  return leavesOf(machine.root).flatMap((leaf) =>
    [...events]
      .filter((event) =>
        upwards(leaf)
          .flatMap((node) => node.transitions.get(event) ?? [])
          .every(({ guard }) => guard !== undefined),
      )
      .map((event) => `${leaf.id} x ${event}`),
  );
};

/** How a machine leaves the pure subset. */
const impurities = (machine: AnyStateMachine): string[] =>
  nodesOf(machine.root).flatMap((node) => {
    const bad = (what: string, isBad: boolean): string[] => (isBad ? [`${what} in ${node.id}`] : []);
    const transitions = [...node.transitions.values()].flat();
    return [
      ...bad(`a ${node.type} state`, !['atomic', 'compound'].includes(node.type)),
      ...bad('invoke', node.invoke.length > 0),
      ...bad('after', node.after.length > 0),
      ...bad('always', (node.always ?? []).length > 0),
      ...bad('an entry or exit action', node.entry.length + node.exit.length > 0),
      ...bad(
        'a wildcard',
        [...node.transitions.keys()].some((event) => event.includes('*')),
      ),
      ...bad(
        'reenter',
        transitions.some(({ reenter }) => reenter),
      ),
      ...bad(
        'a guard without a name',
        transitions.some(({ guard }) => guard !== undefined && typeof guard !== 'string'),
      ),
      ...bad(
        'a refusal that changes something',
        transitions.some((transition) => isRefusal(transition) && isChange(transition)),
      ),
      ...bad(
        'an action that is neither an assign nor a refusal',
        transitions.some(({ actions }) => actions.some((action) => !isPure(machine, action))),
      ),
    ];
  });
const nameOf = (action: unknown): string =>
  typeof action === 'string' ? action : String((action as { type?: string }).type);
const isRefusal = ({ actions }: { actions: readonly unknown[] }): boolean =>
  actions.some((action) => nameOf(action) === 'refuse');
const isChange = ({ actions, target }: { actions: readonly unknown[]; target?: unknown }): boolean =>
  actions.length > 1 || target !== undefined;
const isPure = (machine: AnyStateMachine, action: unknown): boolean => {
  const named: unknown = machine.implementations.actions[nameOf(action)];
  return (
    nameOf(action) === 'refuse' || (typeof named === 'function' && 'type' in named && named.type === 'xstate.assign')
  );
};

describe('every machine of the specification', () => {
  it.each(Object.entries(machines))('%s answers every event in every state', (_, machine) => {
    expect(unanswered(machine)).toEqual([]);
  });

  it.each(Object.entries(machines))('%s stays in the pure subset', (_, machine) => {
    expect(impurities(machine)).toEqual([]);
  });

  it.each(Object.entries(machines))('%s never leaves a state that it marks as terminal', (kind, machine) => {
    const goes = (leaf: Node): boolean =>
      upwards(leaf).some((node, at) =>
        [...node.transitions.entries()].some(
          ([event, candidates]) =>
            !upwards(leaf)
              .slice(0, at)
              .some((inner) => inner.transitions.has(event)) && candidates.some(({ target }) => target !== undefined),
        ),
      );
    const tagged = leavesOf(machine.root).filter((leaf) => leaf.tags.includes('terminal'));
    // An opaque owner applies again, a committed output is only ever refused: neither has another way out.
    expect(tagged.filter((leaf) => goes(leaf) && kind !== 'output').map(({ id }) => id)).toEqual([]);
  });
});

describe('the walk itself', () => {
  it('finds an event that may stay unanswered', () => {
    const machine = createMachine({
      id: 'hole',
      initial: 'a',
      states: { a: { on: { go: { guard: 'sometimes', target: 'b' }, stay: {} } }, b: { on: { go: {} } } },
    });
    expect(unanswered(machine)).toEqual(['hole.a x go', 'hole.b x stay']);
  });

  it('finds what leaves the pure subset', () => {
    const machine = createMachine({
      id: 'impure',
      initial: 'a',
      states: {
        a: { entry: () => {}, after: { 10: 'b' }, on: { '*': 'b', go: { guard: () => true, target: 'b' } } },
        b: { type: 'final' },
      },
    });
    const found = impurities(machine).join('; ');
    for (const what of ['entry', 'after', 'wildcard', 'without a name', 'final']) expect(found).toContain(what);
  });
});
