import type { AnyStateMachine } from 'xstate';
import { type Candidate, candidateOf } from './compile/candidate.ts';
import { bad, leavesOf, type Node, pathOf, refuseImpure, upwards } from './compile/nodes.ts';
import type { RefusalReason } from './refusal.ts';

/** A machine as a flat table. Guards and assigns in it are the machine's own functions, so that nothing stands twice. */
export type Compiled = {
  readonly leaves: readonly string[];
  readonly initial: string;
  readonly contextOf: (input: unknown) => object;
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** By leaf, then by event type. */
  readonly table: ReadonlyMap<string, ReadonlyMap<string, readonly Candidate[]>>;
};

/**
 * Makes a table of a machine of the pure subset. Throws a sentence on what is outside of it (anything that starts by itself, entry and
 * exit actions, parallel or final states, wildcards, guards without a name, actions that are neither an assign nor `refuse`), and where
 * an event may stay unanswered in some leaf.
 */
export const compile = (machine: AnyStateMachine): Compiled => {
  const root: Node = machine.root;
  refuseImpure(root);
  const leaves = leavesOf(root);
  const events = new Set([root, ...leaves.flatMap(upwards)].flatMap((node) => [...node.transitions.keys()]));
  const table = new Map(leaves.map((leaf) => [pathOf(leaf), rowOf(leaf, events)] as const));
  return {
    leaves: leaves.map(pathOf),
    initial: pathOf(firstLeafOf(root)),
    contextOf: contextOf(machine),
    tags: new Map(leaves.map((leaf) => [pathOf(leaf), upwards(leaf).flatMap(({ tags }) => tags)])),
    table,
  };
};

/** The same table without some of its refusals: a guarded one is left out, one without a guard becomes a plain acceptance. */
export const without = (compiled: Compiled, lifted: readonly RefusalReason[]): Compiled => {
  const lift = (candidate: Candidate): readonly Candidate[] => {
    if (candidate.refusal === undefined || !lifted.includes(candidate.refusal)) return [candidate];
    return candidate.guard === undefined ? [{ ...candidate, refusal: undefined }] : [];
  };
  return {
    ...compiled,
    table: mapValues(compiled.table, (row) => mapValues(row, (candidates) => candidates.flatMap(lift))),
  };
};

/** What a leaf answers to each event: its own candidates first, then those of the states around it. */
const rowOf = (leaf: Node, events: ReadonlySet<string>): ReadonlyMap<string, readonly Candidate[]> =>
  new Map(
    [...events].map((type) => {
      const transitions = upwards(leaf).flatMap((node) => node.transitions.get(type) ?? []);
      if (transitions.every(({ guard }) => guard !== undefined))
        throw bad(leaf, `"${type}" may stay unanswered: give it a last answer without a guard`);
      return [type, transitions.map((transition) => candidateOf(leaf, transition))] as const;
    }),
  );

/** The leaf in which an entity begins that enters this state. */
const firstLeafOf = (node: Node): Node => {
  const initial = node.states[String(node.config.initial)];
  return initial === undefined ? node : firstLeafOf(initial);
};

const contextOf = (machine: AnyStateMachine): ((input: unknown) => object) => {
  const { context = {} } = machine.config;
  return typeof context === 'function' ? (input) => context({ input }) : () => context;
};

const mapValues = <A, B>(values: ReadonlyMap<string, A>, map: (value: A) => B): ReadonlyMap<string, B> =>
  new Map([...values].map(([name, value]) => [name, map(value)]));
