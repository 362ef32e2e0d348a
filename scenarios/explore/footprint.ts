/** What a function of a row reads it with. */
export type Read = (column: number) => number;

type Node<T> =
  | { readonly column: number; readonly next: (Node<T> | undefined)[]; readonly isDone: false }
  | { readonly result: T; readonly isDone: true };

/**
 * Remembers a function of a row by the cells that it read, in the order in which it read them. Exact as long as what it reads next, and
 * what it returns, follow from what it has read: then rows that differ elsewhere have the same result.
 */
export class Footprint<T> {
  /** How often the function itself had to be asked. */
  learned = 0;
  #root: Node<T> | undefined;
  readonly #compute: (read: Read) => T;

  constructor(compute: (read: Read) => T) {
    this.#compute = compute;
  }

  /** Whether it was asked and read nothing: then its result is the same for every row. */
  get isConstant(): boolean {
    return this.#root?.isDone === true;
  }

  /** The result for a row. */
  at(row: Uint16Array): T {
    let node = this.#root;
    while (node !== undefined && !node.isDone) node = node.next[row[node.column] ?? 0];
    return node === undefined ? this.#learn(row) : node.result;
  }

  #learn(row: Uint16Array): T {
    this.learned += 1;
    const reads = new Map<number, number>();
    const result = this.#compute((column) => {
      const number = row[column] ?? 0;
      reads.set(column, number);
      return number;
    });
    let put = (node: Node<T>): void => {
      this.#root = node;
    };
    let node = this.#root;
    for (const [column, number] of reads) {
      if (node === undefined) {
        node = { column, next: [], isDone: false };
        put(node);
      }
      if (node.isDone || node.column !== column)
        throw new Error('A function that is remembered by what it reads must read the same cells in the same order.');
      const { next } = node;
      put = (child) => {
        next[number] = child;
      };
      node = next[number];
    }
    put({ result, isDone: true });
    return result;
  }
}
