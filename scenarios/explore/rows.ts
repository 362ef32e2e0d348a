/** A set of rows of small numbers, in the order in which they came. */
export class Rows {
  size = 0;
  #width: number;
  #cells: Uint16Array;
  #places = new Int32Array(1 << 12).fill(-1);

  constructor(width: number) {
    this.#width = width;
    this.#cells = new Uint16Array(width * 1024);
  }

  /** Copies the n-th row to the front of another. */
  copy(nth: number, to: Uint16Array): void {
    const from = nth * this.#width;
    for (let cell = 0; cell < this.#width; cell++) to[cell] = this.#cells[from + cell] ?? 0;
  }

  /** Puts a row in, and says which it is. One that was not there yet is the last. */
  add(row: Uint16Array, width: number): number {
    if (width > this.#width) this.#widen(width + 8);
    if (this.size * 2 > this.#places.length) this.#rehash(this.#places.length * 4);
    const place = this.#placeOf(row);
    const found = this.#places[place] ?? -1;
    if (found >= 0) return found;
    if ((this.size + 1) * this.#width > this.#cells.length) this.#grow();
    this.#cells.set(row.subarray(0, this.#width), this.size * this.#width);
    this.#places[place] = this.size;
    this.size += 1;
    return this.size - 1;
  }

  #placeOf(row: Uint16Array): number {
    const last = this.#places.length - 1;
    let place = hashOf(row, 0, this.#width) & last;
    for (let at = this.#places[place] ?? -1; at >= 0; at = this.#places[place] ?? -1) {
      if (this.#isSame(at * this.#width, row)) return place;
      place = (place + 1) & last;
    }
    return place;
  }

  #isSame(base: number, row: Uint16Array): boolean {
    for (let cell = 0; cell < this.#width; cell++) if (this.#cells[base + cell] !== row[cell]) return false;
    return true;
  }

  #grow(): void {
    const cells = new Uint16Array(this.#cells.length * 2);
    cells.set(this.#cells);
    this.#cells = cells;
  }

  /** More columns: every row is laid out anew, and what it did not have is absent. */
  #widen(width: number): void {
    const cells = new Uint16Array(width * Math.max(1024, this.size * 2));
    for (let row = 0; row < this.size; row++)
      cells.set(this.#cells.subarray(row * this.#width, (row + 1) * this.#width), row * width);
    this.#cells = cells;
    this.#width = width;
    this.#rehash(this.#places.length);
  }

  #rehash(length: number): void {
    this.#places = new Int32Array(length).fill(-1);
    for (let row = 0; row < this.size; row++) {
      let place = hashOf(this.#cells, row * this.#width, this.#width) & (length - 1);
      while ((this.#places[place] ?? -1) >= 0) place = (place + 1) & (length - 1);
      this.#places[place] = row;
    }
  }
}

/** FNV-1a over the cells, with its bits mixed at the end so that the lowest ones do for a table. */
const hashOf = (cells: Uint16Array, base: number, width: number): number => {
  let hash = 0x811c9dc5;
  for (let cell = 0; cell < width; cell++) hash = Math.imul(hash ^ (cells[base + cell] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
};
