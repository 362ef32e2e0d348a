/**
 * Runs that are alike can change places: of all rows that differ only in which run is called the first, one is explored. It is the one
 * in which the runs are in order.
 */
export class Symmetry {
  /** Every order that was met: the n-th run of a row is the `orders[i][n]`-th of the row before it was sorted. */
  readonly orders: (readonly number[])[] = [];
  readonly #groups: readonly (readonly number[])[];
  readonly #known = new Map<string, number>();
  readonly #row = new Uint16Array(512);

  constructor(groups: readonly (readonly number[])[]) {
    this.#groups = groups;
  }

  /** Puts the runs of a row in order, and says which order it was. */
  sort(row: Uint16Array): number {
    if (this.#groups.length < 2) return this.#numberOf([0]);
    const order = this.#groups.map((_, group) => group).toSorted((one, other) => this.#compare(row, one, other));
    if (order.some((from, to) => from !== to)) this.#move(row, order);
    return this.#numberOf(order);
  }

  #compare(row: Uint16Array, one: number, other: number): number {
    const [left = [], right = []] = [this.#groups[one], this.#groups[other]];
    for (const [nth, column] of left.entries()) {
      const difference = (row[column] ?? 0) - (row[right[nth] ?? 0] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #move(row: Uint16Array, order: readonly number[]): void {
    this.#row.set(row);
    for (const [to, from] of order.entries())
      for (const [nth, column] of (this.#groups[to] ?? []).entries())
        row[column] = this.#row[this.#groups[from]?.[nth] ?? 0] ?? 0;
  }

  #numberOf(order: readonly number[]): number {
    const key = order.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.orders.length);
    return this.orders.push(order) - 1;
  }
}
