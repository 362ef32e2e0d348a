import type { Entity, Kind } from '../../model/kinds.ts';
import type { Settings } from '../../model/transaction.ts';
import { textLater } from './clocks.ts';
import { groupOf, named, shared } from './names.ts';

/** The place of one entity in every row. `group` is its run, from 0, or undefined for what belongs to no run. */
type Column = { readonly kind: Kind; readonly id: string; readonly group: number | undefined; readonly lane: Lane };
/** The same entity of each run. They share their numbers, so that runs change places by changing columns. */
type Lane = { readonly numbers: Map<string, number>; readonly values: Value[] };
type Value = {
  readonly leaf: string;
  readonly text: string;
  readonly entities: (Entity | undefined)[];
  readonly later: Map<number, number>;
};

/** More cells than any row has, so that a row that is looked at never has to move. */
export const ROOM = 512;

/** Gives each entity a column and each of its values a small number, in the order in which they come; 0 means that it is not there. */
export class Columns {
  readonly all: Column[] = [];
  /** The columns of each run, in the same order. */
  readonly groups: readonly number[][];
  readonly #index = new Map<string, number>();
  readonly #settings: Settings;

  constructor(runs: number, settings: Settings) {
    this.groups = Array.from({ length: runs }, () => []);
    this.#settings = settings;
  }

  /** The column of an entity. One that is new makes the columns of its counterparts as well. */
  at(kind: Kind, id: string): number {
    return this.#index.get(`${kind}:${id}`) ?? this.#make(kind, id);
  }

  /** The entity that a number stands for in a column. */
  entity(column: number, number: number): Entity | undefined {
    const { kind, group = 0, lane } = this.#column(column);
    const value = lane.values[number - 1];
    if (value === undefined) return undefined;
    const known = value.entities[group];
    if (known !== undefined) return known;
    const entity: Entity = { kind, leaf: value.leaf, context: JSON.parse(named(value.text, group)) };
    value.entities[group] = entity;
    return entity;
  }

  /** The number of an entity in a column. */
  number(column: number, entity: Entity): number {
    return this.#number(column, entity, 0);
  }

  /** The number of what a column shows, some milliseconds later. */
  later(column: number, number: number, ms: number): number {
    const value = this.#column(column).lane.values[number - 1];
    const entity = this.entity(column, number);
    if (value === undefined || entity === undefined) return 0;
    const later = value.later.get(ms) ?? this.#number(column, entity, ms);
    value.later.set(ms, later);
    return later;
  }

  #number(column: number, entity: Entity, ms: number): number {
    const { lane, group } = this.#column(column);
    const moved = textLater(entity, ms, this.#settings);
    const text = group === undefined ? moved : shared(moved, group);
    const key = `${entity.leaf} ${text}`;
    const known = lane.numbers.get(key);
    if (known !== undefined) return known;
    const number = lane.values.push({ leaf: entity.leaf, text, entities: [], later: new Map() });
    lane.numbers.set(key, number);
    return number;
  }

  #make(kind: Kind, id: string): number {
    const group = groupOf(id);
    const isOwn = group !== undefined && group < this.groups.length;
    const lane: Lane = { numbers: new Map(), values: [] };
    const groups = isOwn ? this.groups.keys() : [undefined];
    for (const each of groups) {
      const name = each === undefined || group === undefined ? id : named(shared(id, group), each);
      this.#index.set(`${kind}:${name}`, this.all.length);
      if (each !== undefined) this.groups[each]?.push(this.all.length);
      this.all.push({ kind, id: name, group: each, lane });
    }
    if (this.all.length > ROOM) throw new Error(`A scope has room for ${ROOM} entities, and this one has more.`);
    return this.at(kind, id);
  }

  #column(column: number): Column {
    const found = this.all[column];
    if (found === undefined) throw new Error(`Expected a column below ${this.all.length}, found ${column}.`);
    return found;
  }
}
