import type { RefusalReason } from '../refusal.ts';
import { bad, leavesOf, type Node, pathOf } from './nodes.ts';

// XState keeps guards and actions under their names without a type; what is found there is looked at before it is called.

type Transition = NonNullable<ReturnType<Node['transitions']['get']>>[number];
type Named = { readonly type: string; readonly params?: unknown };
type Moment = { readonly context: object; readonly event: Told };

/** The part of an event that says which one it is; a guard or an assign knows the rest. */
export type Told = { readonly type: string };
/** One answer that a leaf may give to an event. The first whose guard holds is given. */
export type Candidate = {
  /** The name of its guard, for those who list what can happen. */
  readonly guard: string | undefined;
  readonly holds: (context: object, event: Told) => boolean;
  /** The leaf that it leads to; where there is none, the entity stays where it is. */
  readonly target: string | undefined;
  readonly changes: readonly ((context: object, event: Told) => object)[];
  readonly refusal: RefusalReason | undefined;
};
/** One transition of a leaf, or of a state around it, as a row of the table. Throws on what is outside the pure subset. */
export const candidateOf = (leaf: Node, transition: Transition): Candidate => {
  if (transition.reenter === true) throw bad(leaf, '`reenter` is outside the pure subset');
  const actions = transition.actions.map((action) => namedOf(leaf, action));
  const refusal = actions.find(({ type }) => type === 'refuse');
  const changes = actions.filter(({ type }) => type !== 'refuse');
  const target = targetOf(leaf, transition);
  if (refusal && (changes.length > 0 || transition.target !== undefined))
    throw bad(leaf, 'a refusal must change nothing');
  return {
    ...guardOf(leaf, transition),
    target: target === pathOf(leaf) ? undefined : target,
    changes: changes.map((action) => changeOf(leaf, action)),
    refusal: refusal && reasonOf(leaf, refusal),
  };
};

const guardOf = (leaf: Node, { guard }: Transition): Pick<Candidate, 'guard' | 'holds'> => {
  if (guard === undefined) return { guard: undefined, holds: () => true };
  if (typeof guard !== 'string')
    throw bad(leaf, 'a guard without a name, or with parameters, is outside the pure subset');
  const test: unknown = leaf.machine.implementations.guards[guard];
  if (typeof test !== 'function' || 'check' in test)
    throw bad(leaf, `the guard "${guard}" is not a function of the machine's own`);
  const own = test as (moment: Moment) => boolean;
  return { guard, holds: (context, event) => own({ context, event }) };
};

const targetOf = (leaf: Node, { target }: Transition): string | undefined => {
  const [only, ...others] = target ?? [];
  if (others.length > 0) throw bad(leaf, 'several targets are outside the pure subset');
  return only && pathOf(initialLeafOf(only));
};
const initialLeafOf = (node: Node): Node => {
  const inner = node.states[String(node.config.initial)];
  return inner === undefined ? (leavesOf(node)[0] ?? node) : initialLeafOf(inner);
};

const namedOf = (leaf: Node, action: unknown): Named => {
  if (typeof action === 'string') return { type: action };
  if (typeof action === 'object' && action !== null && 'type' in action) return action as Named;
  throw bad(leaf, 'an action without a name is outside the pure subset');
};

const changeOf = (leaf: Node, { type, params }: Named): Candidate['changes'][number] => {
  const named: unknown = leaf.machine.implementations.actions[type];
  if (params !== undefined) throw bad(leaf, `the parameters of the action "${type}" are outside the pure subset`);
  if (typeof named !== 'function' || !('assignment' in named) || typeof named.assignment !== 'function')
    throw bad(leaf, `the action "${type}" is neither an assign by a function nor \`refuse\``);
  const assign = named.assignment as (moment: Moment) => object;
  return (context, event) => assign({ context, event });
};

const reasonOf = (leaf: Node, { params }: Named): RefusalReason => {
  const { reason } = (params ?? {}) as { readonly reason?: RefusalReason };
  if (reason === undefined) throw bad(leaf, 'a refusal must give its reason');
  return reason;
};
