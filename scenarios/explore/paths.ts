import type { Deed } from './deed.ts';
import { renumbered } from './names.ts';
import type { Symmetry } from './symmetry.ts';

/** How each state was reached first, and what leads where. */
export class Paths {
  /** The edges, in the order in which they were found. */
  readonly from: number[] = [];
  readonly deed: number[] = [];
  readonly into: number[] = [];
  /** The states from which something leads out of the scope. */
  readonly cuts: number[] = [];
  readonly deeds: readonly Deed[];
  readonly #parents: number[] = [];
  readonly #by: number[] = [];
  readonly #orders: number[] = [];
  readonly #depths: number[] = [];
  readonly #symmetry: Symmetry;

  constructor(deeds: readonly Deed[], symmetry: Symmetry) {
    this.deeds = deeds;
    this.#symmetry = symmetry;
  }

  /** The length of the longest shortest path. */
  get depth(): number {
    return this.#depths.at(-1) ?? 0;
  }

  edge(from: number, deed: number, to: number): void {
    this.from.push(from);
    this.deed.push(deed);
    this.into.push(to);
  }

  cut(from: number): void {
    this.cuts.push(from);
  }

  arrive(parent: number, by: number, order: number): void {
    this.#parents.push(parent);
    this.#by.push(by);
    this.#orders.push(order);
    this.#depths.push(parent < 0 ? 0 : (this.#depths[parent] ?? 0) + 1);
  }

  /** What has to happen to get to a state, with the names that the runs had in the beginning. */
  to(state: number): readonly Deed[] {
    return this.#walk(state).deeds;
  }

  /** One deed more. */
  step(state: number, deed: number): readonly Deed[] {
    return [this.#named(deed, this.#walk(state).names)];
  }

  #walk(state: number): { readonly deeds: readonly Deed[]; readonly names: readonly number[] } {
    const states: number[] = [];
    for (let at = state; at >= 0; at = this.#parents[at] ?? -1) states.unshift(at);
    const deeds: Deed[] = [];
    let names = this.#symmetry.orders[0]?.toSorted((a, b) => a - b) ?? [];
    for (const at of states) {
      const by = this.#by[at] ?? -1;
      if (by >= 0) deeds.push(this.#named(by, names));
      const before = names;
      names = (this.#symmetry.orders[this.#orders[at] ?? 0] ?? []).map((from) => before[from] ?? from);
    }
    return { deeds, names };
  }

  #named(deed: number, names: readonly number[]): Deed {
    const found = this.deeds[deed];
    if (found === undefined) throw new Error(`Expected a deed below ${this.deeds.length}, found ${deed}.`);
    return JSON.parse(renumbered(JSON.stringify(found), names));
  }
}
