import type { AnyStateMachine } from 'xstate';

/** A state of a machine, as XState holds it. */
export type Node = AnyStateMachine['root'];

/** The states without states inside, in the order of the machine. */
export const leavesOf = (node: Node): readonly Node[] => {
  const children = Object.values(node.states);
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
};

/** A state and those around it, from the inside out. */
export const upwards = (node: Node): readonly Node[] => [node, ...(node.parent ? upwards(node.parent) : [])];

/** How an entity names its state. */
export const pathOf = (node: Node): string => node.path.join('.');

/** The error for a machine that the specification could not be explored with. */
export const bad = (node: Node, what: string): Error =>
  new Error(`The machine "${node.machine.id}" cannot be compiled, in state "${pathOf(node)}": ${what}.`);

/** Throws if a state, or one inside it, does anything by itself or is of a kind that the table does not know. */
export const refuseImpure = (node: Node): void => {
  const first = impuritiesOf(node)[0];
  if (first !== undefined) throw bad(node, `${first} is outside the pure subset`);
  Object.values(node.states).forEach(refuseImpure);
};

const impuritiesOf = (node: Node): readonly string[] => {
  const events = [...node.transitions.keys()];
  const found: readonly (readonly [string, boolean])[] = [
    // `after` before events and actions: XState writes a delayed transition as both.
    ['`after`', node.after.length > 0],
    ['`invoke`', node.invoke.length > 0],
    ['`always`', (node.always ?? []).length > 0],
    [`a ${node.type} state`, !['atomic', 'compound'].includes(node.type)],
    ['an entry action', node.entry.length > 0],
    ['an exit action', node.exit.length > 0],
    ['a wildcard', events.some((type) => type.includes('*'))],
  ];
  return found.flatMap(([what, isFound]) => (isFound ? [what] : []));
};
