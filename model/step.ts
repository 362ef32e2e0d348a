import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  createMachine,
  getInitialSnapshot,
  type StateValue,
} from 'xstate';
import { type ContextOf, type Entity, type EventOf, type InputOf, type Kind, machines } from './kinds.ts';
import type { RefusalReason } from './refusal.ts';

// XState types each machine by its own literal configuration, which no code over all kinds can follow. This file is the border:
// the assertions below are the only ones in the specification.

/** What one entity answers to one event. An accepted event that changes nothing hands back the same object. */
export type Stepped<K extends Kind> =
  | { readonly status: 'accepted'; readonly entity: Entity<K> }
  | { readonly status: 'refused'; readonly reason: RefusalReason };

/**
 * Defects to plant, for mutants only: these refusals are not made. The next answer of the same state that holds applies, or else the
 * event is accepted and changes nothing.
 */
export type Defects = { readonly without?: readonly { readonly kind: Kind; readonly reason: RefusalReason }[] };

/** A new entity in its machine's first state. */
export const begin = <K extends Kind>(kind: K, input: InputOf<K>): Entity<K> => {
  const { value, context } = getInitialSnapshot(machines[kind] as AnyStateMachine, input);
  return { kind, leaf: leafOf(value), context: context as ContextOf<K> };
};

/** One event into one entity, by XState's own transition function. */
export const step = <K extends Kind>(entity: Entity<K>, event: EventOf<K>, defects?: Defects): Stepped<K> => {
  const machine = machineOf(entity.kind, defects);
  const executed: Action[] = [];
  const after = machine.transition(snapshotOf(entity, machine), event, inertScope(machine, executed));
  const refusal = executed.find(({ type }) => type === 'refuse');
  if (refusal) return { status: 'refused', reason: (refusal.params as { reason: RefusalReason }).reason };
  const leaf = leafOf(after.value);
  if (leaf === entity.leaf && after.context === entity.context) return { status: 'accepted', entity };
  return { status: 'accepted', entity: { kind: entity.kind, leaf, context: after.context as ContextOf<K> } };
};

/** Whether an entity is there and in this state, or in a state inside it. */
export const is = (entity: Entity | undefined, state: string): boolean =>
  entity !== undefined && (entity.leaf === state || entity.leaf.startsWith(`${state}.`));

/** Whether a machine marks the state of this entity as its end, or as an effect whose outcome is known. */
export const hasTag = (entity: Entity, tag: 'terminal' | 'accounted'): boolean => snapshotOf(entity).hasTag(tag);

/** An entity as XState holds it. Entities are immutable and asked often, so each is resolved once. */
const snapshotOf = (entity: Entity, machine: AnyStateMachine = machines[entity.kind]): AnyMachineSnapshot => {
  const known = snapshots.get(entity);
  if (known?.machine === machine) return known;
  const snapshot: AnyMachineSnapshot = machine.resolveState({
    value: stateOf(entity.leaf),
    context: entity.context,
  });
  snapshots.set(entity, snapshot);
  return snapshot;
};
const snapshots = new WeakMap<Entity, AnyMachineSnapshot>();

/**
 * What XState's `transition` makes anew for every event, at most of its cost: a scope that runs no action and collects them. Machines
 * of the pure subset never touch its actor, so that one for each machine is enough.
 */
const inertScope = (machine: AnyStateMachine, executed: Action[]): AnyActorScope => {
  const self = inertActors.get(machine) ?? createActor(machine);
  inertActors.set(machine, self);
  return {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    emit: () => {},
    stopChild: () => {},
    actionExecutor: (action) => executed.push(action),
  };
};
const inertActors = new WeakMap<AnyStateMachine, ReturnType<typeof createActor<AnyStateMachine>>>();

type Action = { readonly type: string; readonly params?: unknown };

const leafOf = (value: StateValue): string => {
  if (typeof value === 'string') return value;
  const [[name, inner] = ['', ''] as const] = Object.entries(value);
  return inner === undefined ? name : `${name}.${leafOf(inner)}`;
};
const stateOf = (leaf: string): StateValue => {
  const [name = leaf, ...inner] = leaf.split('.');
  return inner.length === 0 ? name : { [name]: stateOf(inner.join('.')) };
};

const machineOf = (kind: Kind, defects: Defects | undefined): AnyStateMachine => {
  const lifted = (defects?.without ?? []).filter((defect) => defect.kind === kind).map(({ reason }) => reason);
  if (defects === undefined || lifted.length === 0) return machines[kind];
  const known = mutants.get(defects) ?? new Map<Kind, AnyStateMachine>();
  mutants.set(defects, known);
  const mutant = known.get(kind) ?? mutate(machines[kind], lifted);
  known.set(kind, mutant);
  return mutant;
};
const mutants = new WeakMap<Defects, Map<Kind, AnyStateMachine>>();

type Candidate = {
  readonly guard?: string;
  readonly actions?: { readonly params?: { readonly reason?: RefusalReason } };
};
type Node = {
  readonly on?: Readonly<Record<string, Candidate | readonly Candidate[]>>;
  readonly states?: Readonly<Record<string, Node>>;
};

/** The same machine without some of its refusals: a guarded one is left out, one without a guard becomes a plain acceptance. */
const mutate = (machine: AnyStateMachine, lifted: readonly RefusalReason[]): AnyStateMachine => {
  const isLifted = ({ actions }: Candidate): boolean => lifted.some((reason) => reason === actions?.params?.reason);
  const lift = (candidate: Candidate): readonly Candidate[] => {
    if (!isLifted(candidate)) return [candidate];
    return candidate.guard === undefined ? [{}] : [];
  };
  const rewrite = (node: Node): Node => ({
    ...node,
    ...(node.on && { on: mapValues(node.on, (candidates) => [candidates].flat().flatMap(lift)) }),
    ...(node.states && { states: mapValues(node.states, rewrite) }),
  });
  return createMachine(rewrite(machine.config as Node) as object, machine.implementations as object);
};
const mapValues = <A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
