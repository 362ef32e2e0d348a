import type { AnyStateMachine } from 'xstate';

type Node = AnyStateMachine['root'];
type Transition = Node['transitions'] extends Map<string, (infer One)[]> ? One : never;

/** One of the answers that a state may give to an event: the first whose guard holds is given. */
export type Candidate = {
  readonly guard?: string;
  readonly refusal?: string;
  /** The state that it leads to, where it moves. */
  readonly to?: string;
  readonly changes: readonly string[];
};
/** What a state answers to an event, in the order in which it is tried. */
export type Answer = { readonly state: string; readonly event: string; readonly candidates: readonly Candidate[] };

/** What a machine answers to every event in every state: a state without an answer of its own gives that of the state around it. */
export const answersOf = (machine: AnyStateMachine): readonly Answer[] =>
  leavesOf(machine.root).flatMap((leaf) =>
    eventsOf(machine.root).map((event) => ({
      state: nameOf(leaf),
      event,
      candidates: upToCertain(upwards(leaf).flatMap((node) => (node.transitions.get(event) ?? []).map(candidateOf))),
    })),
  );

/** The states of a machine that have none inside, by their dotted paths. */
export const statesOf = (
  machine: AnyStateMachine,
): readonly { readonly name: string; readonly isTerminal: boolean }[] =>
  leavesOf(machine.root).map((leaf) => ({ name: nameOf(leaf), isTerminal: leaf.tags.includes('terminal') }));

/** The state in which an entity begins. */
export const initialOf = (machine: AnyStateMachine): string => nameOf(innermost(machine.root));

const leavesOf = (node: Node): readonly Node[] => {
  const children = Object.values(node.states);
  return children.length === 0 ? [node] : children.flatMap(leavesOf);
};

const nameOf = (node: Node): string => node.path.join('.');

const eventsOf = (node: Node): readonly string[] => [
  ...new Set([...node.transitions.keys(), ...Object.values(node.states).flatMap(eventsOf)]),
];

const upwards = (node: Node): readonly Node[] => [node, ...(node.parent === undefined ? [] : upwards(node.parent))];

/** What comes after an answer without a guard is never reached. */
const upToCertain = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const certain = candidates.findIndex(({ guard }) => guard === undefined);
  return certain < 0 ? candidates : candidates.slice(0, certain + 1);
};

const candidateOf = ({ guard, target, actions }: Transition): Candidate => {
  const [to] = target ?? [];
  const refusal = actions.map(refusalIn).find((reason) => reason !== undefined);
  return {
    ...(typeof guard === 'string' && { guard }),
    ...(refusal !== undefined && { refusal }),
    ...(to !== undefined && { to: nameOf(innermost(to)) }),
    changes: actions.flatMap((action) => (refusalIn(action) === undefined ? [typeOf(action)] : [])),
  };
};

const refusalIn = (action: unknown): string | undefined => {
  const params = memberOf(action, 'params');
  return typeOf(action) === 'refuse' ? String(memberOf(params, 'reason')) : undefined;
};

const typeOf = (action: unknown): string => (typeof action === 'string' ? action : String(memberOf(action, 'type')));

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const innermost = (node: Node): Node => {
  const [first] = node.initial.target ?? [];
  return first === undefined || first === node ? node : innermost(first);
};
