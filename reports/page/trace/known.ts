/** One thing that is known at a moment: a cell of the table of its group. `was` is what it said before its last change. */
export type Cell = {
  readonly group: string;
  readonly row: string;
  readonly column: string;
  readonly value: string;
  readonly was?: string;
  /** The observation that made it so. */
  readonly seq: number;
};

/** What is known at a moment, by group, row and column. */
export type Known = ReadonlyMap<string, Cell>;

/** The key of a cell. */
export const keyOf = ({ group, row, column }: Pick<Cell, 'group' | 'row' | 'column'>): string =>
  JSON.stringify([group, row, column]);
