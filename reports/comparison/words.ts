import type { Comparison, ComparisonCell, ComparisonColumn, ComparisonRow } from '../../model/vocabulary.ts';
import { strengthWords } from '../verdict-words.ts';

/** The rows of a comparison by profile, without those that no runtime is judged by: `[profile, rows]`. */
export const judgedRows = (comparison: Comparison): readonly (readonly [string, readonly ComparisonRow[]])[] =>
  grouped(comparison.rows.filter(({ cells }) => !isLeftToAll(cells)));

/** The rows that some runtime leaves to the application that runs on it. */
export const leftRows = ({ rows }: Comparison): readonly ComparisonRow[] =>
  rows.filter(({ cells }) => cells.some((cell) => cell?.duty === 'application'));

const isLeftToAll = (cells: ComparisonRow['cells']): boolean =>
  cells.every((cell) => cell === null || cell.duty === 'application');

const grouped = (rows: readonly ComparisonRow[]): readonly (readonly [string, readonly ComparisonRow[]])[] =>
  [...new Set(rows.map(({ profile }) => profile))].map((profile) => [
    profile,
    rows.filter((row) => row.profile === profile),
  ]);

/** What a cell rests on: the strength, and for a failure how often its plan came again: `5/5`. */
export const cellGround = (cell: ComparisonCell): string => {
  const again = cell.failing.find(({ reproduced }) => reproduced !== undefined)?.reproduced;
  return [strengthWords(cell.strength), again === undefined ? '' : `reproduced ${again}`]
    .filter((part) => part !== '')
    .join(' · ');
};

/** The failing cells of a comparison, each with its row and column: what a reader wants evidence for. */
export const failingCells = ({ rows, columns }: Comparison): readonly FailingCell[] =>
  rows.flatMap((row) =>
    row.cells.flatMap((cell, at) => {
      const column = columns[at];
      return cell?.status === 'fail' && column !== undefined ? [{ row, column, cell }] : [];
    }),
  );
/** A failure with where it stands. */
export type FailingCell = {
  readonly row: ComparisonRow;
  readonly column: ComparisonColumn;
  readonly cell: ComparisonCell;
};

/** What recovery cost in a column, as a row of short texts; the heads stand in `costHeads`. */
export const costCells = ({ cost, durationMs }: ComparisonColumn): readonly string[] => [
  String(cost.cases),
  String(cost.stepsRepeated),
  String(cost.modelCallsRepeated),
  String(cost.toolCallsRepeated),
  `${cost.effectsDispatched} / ${cost.effectsApplied}`,
  `${(cost.toNextCallMs / 1_000).toFixed(1)} s`,
  `${(cost.toResultMs / 1_000).toFixed(1)} s`,
  `${(durationMs / 60_000).toFixed(1)} min`,
];
/** The heads over `costCells`. */
export const costHeads = [
  'interrupted cases',
  'steps repeated',
  'model calls',
  'tool calls',
  'effects sent / applied',
  'to the next call',
  'to the result',
  'run took',
] as const;
