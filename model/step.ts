import type { Told } from './compile/candidate.ts';
import { type Compiled, compile, without } from './compile.ts';
import { type ContextOf, type Entity, type EventOf, type InputOf, type Kind, machines } from './kinds.ts';
import type { RefusalReason } from './refusal.ts';

// A compiled table holds for machines of any kind, whose contexts and events only their own guards and assigns know. This file is the
// border: what a table hands back is of the kind that it was asked for.

/** What one entity answers to one event. An accepted event that changes nothing hands back the same object. */
export type Stepped<K extends Kind> =
  | { readonly status: 'accepted'; readonly entity: Entity<K> }
  | { readonly status: 'refused'; readonly reason: RefusalReason };

/** One question that an entity was asked, and what it answered. */
export type Asked = {
  readonly entity: Entity;
  readonly event: EventOf<Kind>;
  readonly answer: Stepped<Kind>;
};

/**
 * Defects to plant, for mutants only: these refusals are not made. The next answer of the same state that holds applies, or else the
 * event is accepted and changes nothing. `watch` is for those who explore: it hears every question, and may change nothing.
 */
export type Defects = {
  readonly without?: readonly { readonly kind: Kind; readonly reason: RefusalReason }[];
  readonly watch?: (asked: Asked) => void;
};

/** A new entity in its machine's first state. */
export const begin = <K extends Kind>(kind: K, input: InputOf<K>): Entity<K> => {
  const { initial, contextOf } = compiled[kind];
  return { kind, leaf: initial, context: contextOf(input) as ContextOf<K> };
};

/** One event into one entity, as its machine says. */
export const step = <K extends Kind>(entity: Entity<K>, event: EventOf<K>, defects?: Defects): Stepped<K> => {
  const answer = answerOf(entity, event, defects);
  defects?.watch?.({ entity, event, answer } as Asked);
  return answer;
};

/** Whether an entity is there and in this state, or in a state inside it. */
export const is = (entity: Entity | undefined, state: string): boolean =>
  entity !== undefined && (entity.leaf === state || entity.leaf.startsWith(`${state}.`));

/** Whether a machine marks the state of this entity as its end, or as an effect whose outcome is known. */
export const hasTag = ({ kind, leaf }: Entity, tag: 'terminal' | 'accounted'): boolean =>
  compiled[kind].tags.get(leaf)?.includes(tag) === true;

/** The machines as tables, by kind. */
export const compiled = Object.fromEntries(
  Object.entries(machines).map(([kind, machine]) => [kind, compile(machine)]),
) as Readonly<Record<Kind, Compiled>>;

const answerOf = <K extends Kind>(entity: Entity<K>, asked: EventOf<K>, defects?: Defects): Stepped<K> => {
  const { kind, leaf, context } = entity;
  const event = asked as Told;
  const candidates = tableOf(kind, defects).table.get(leaf)?.get(event.type);
  const found = candidates?.find(({ holds }) => holds(context, event));
  if (found === undefined)
    throw new Error(`Expected ${kind} to know the state "${leaf}" and the event "${event.type}"; it does not.`);
  if (found.refusal !== undefined) return { status: 'refused', reason: found.refusal };
  if (found.target === undefined && found.changes.length === 0) return { status: 'accepted', entity };
  let changed: object = context;
  for (const change of found.changes) changed = { ...changed, ...change(changed, event) };
  return { status: 'accepted', entity: { kind, leaf: found.target ?? leaf, context: changed as ContextOf<K> } };
};

const tableOf = (kind: Kind, defects: Defects | undefined): Compiled => {
  const lifted = defects?.without?.filter((defect) => defect.kind === kind).map(({ reason }) => reason) ?? [];
  if (defects === undefined || lifted.length === 0) return compiled[kind];
  const known = mutants.get(defects) ?? new Map<Kind, Compiled>();
  mutants.set(defects, known);
  const mutant = known.get(kind) ?? without(compiled[kind], lifted);
  known.set(kind, mutant);
  return mutant;
};
const mutants = new WeakMap<Defects, Map<Kind, Compiled>>();
