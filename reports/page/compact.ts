import type { Json } from '../../model/vocabulary.ts';

/**
 * A JSON value in which what occurs more than once stands once: the readings of a store repeat nearly all of the reading before. `table`
 * holds those parts, each made of parts before it, and `{ "$": n }` stands for the n-th. A member that is really called `$` or `$of`
 * stands in `{ "$of": [[name, value], ...] }`.
 */
export type Compact = { readonly table: readonly Json[]; readonly value: Json };

/** The value with each repeated part once. Equal for `expanded`, and never longer than it was by more than the frame. */
export const compacted = (value: Json): Compact => {
  const pool = poolOf(value);
  const table: Json[] = [];
  const places = new Map<number, number>();
  for (const [id, node] of pool.nodes.entries())
    if (isWorthIt(node, pool.uses[id] ?? 0)) {
      table.push(written(node, pool, places));
      places.set(id, table.length - 1);
    }
  return { table, value: whole(pool.root, pool, places) };
};

/** The value that was compacted. Parts that were one in the table are one object again. */
export const expanded = ({ table, value }: Compact): Json => {
  const made: Json[] = [];
  for (const entry of table) made.push(restored(entry, made));
  return restored(value, made);
};

/** A node's children are ids of nodes before it. */
type Node = string | number | boolean | null | readonly number[] | { readonly members: readonly Member[] };
type Member = readonly [name: string, child: number];
type Pool = { readonly nodes: readonly Node[]; readonly uses: readonly number[]; readonly root: number };

const poolOf = (value: Json): Pool => {
  const nodes: Node[] = [];
  const uses: number[] = [];
  const known = new Map<string, number>();
  const intern = (node: Node): number => {
    const key = JSON.stringify(node);
    const found = known.get(key);
    const id = found ?? nodes.push(node) - 1;
    if (found === undefined) known.set(key, id);
    uses[id] = (uses[id] ?? 0) + 1;
    return id;
  };
  const visit = (one: Json): number => {
    if (one === null || typeof one !== 'object') return intern(one);
    if (isList(one)) return intern(one.map(visit));
    return intern({ members: Object.entries(one).map(([name, inner]) => [name, visit(inner)]) });
  };
  return { root: visit(value), nodes, uses };
};

/** A reference takes about nine characters. */
const isWorthIt = (node: Node, uses: number): boolean => {
  if (uses < 2 || node === null) return false;
  if (typeof node === 'string') return node.length > 12;
  if (typeof node !== 'object') return false;
  return ('members' in node ? node.members : node).length > 0;
};

type Places = ReadonlyMap<number, number>;

const whole = (id: number, pool: Pool, places: Places): Json => {
  const place = places.get(id);
  return place === undefined ? written(pool.nodes[id] ?? null, pool, places) : { $: place };
};

const written = (node: Node, pool: Pool, places: Places): Json => {
  if (node === null || typeof node !== 'object') return node;
  if (!('members' in node)) return node.map((child) => whole(child, pool, places));
  const members = node.members.map(([name, child]): readonly [string, Json] => [name, whole(child, pool, places)]);
  const isOurs = members.some(([name]) => name === '$' || name === '$of');
  return isOurs ? { $of: members } : Object.fromEntries(members);
};

const restored = (value: Json, made: readonly Json[]): Json => {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => restored(item, made));
  if (typeof value.$ === 'number') return made[value.$] ?? null;
  const { $of } = value;
  const members =
    $of !== undefined && isList($of)
      ? $of.flatMap((pair): [string, Json][] => (isPair(pair) ? [[pair[0], pair[1]]] : []))
      : Object.entries(value);
  return Object.fromEntries(members.map(([name, inner]) => [name, restored(inner, made)]));
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isPair = (value: Json): value is readonly [string, Json] =>
  value !== null && typeof value === 'object' && isList(value) && typeof value[0] === 'string';
