import pc from 'picocolors';
import type { Comparison, ComparisonRow } from '../../model/vocabulary.ts';
import { cleaned, terminalText } from '../escape.ts';
import { badgeOf, tallyWords, targetWords } from '../verdict-words.ts';
import { cellGround, costCells, costHeads, failingCells, judgedRows, leftRows } from './words.ts';

type Colours = ReturnType<typeof pc.createColors>;

/** The matrix for a terminal: targets by letter, a line per requirement, then the failures with what shows them, then what it cost. */
export const comparisonConsole = (comparison: Comparison, options: { readonly colour: boolean }): string => {
  const safe = cleaned(comparison, terminalText);
  const colours = pc.createColors(options.colour);
  return [
    ...safe.columns.map(
      (column, at) => `${letter(at)}  ${colours.bold(targetWords(column))}  ${tallyWords(column.summary)}`,
    ),
    '',
    `${' '.repeat(WIDTH)}${safe.columns.map((_, at) => ` ${letter(at)} `).join('')}`,
    ...judgedRows(safe).flatMap(([profile, rows]) => [
      colours.bold(profile),
      ...rows.map((row) => lineOf(row, colours)),
    ]),
    '',
    '✓ pass   ✗ fails what its documentation promises   ! fails, undocumented   ? inconclusive   – not offered   a left to you',
    '',
    ...failures(safe, colours),
    ...left(safe, colours),
    ...costs(safe, colours),
  ].join('\n');
};

const WIDTH = 50;
const letter = (at: number): string => String.fromCharCode(65 + (at % 26));

const lineOf = ({ requirement, cells }: ComparisonRow, colours: Colours): string =>
  `  ${requirement.padEnd(WIDTH - 2)}${cells.map((cell) => ` ${cell === null ? '·' : mark(cell, colours)} `).join('')}`;

const mark = (cell: Parameters<typeof badgeOf>[0], colours: Colours): string => {
  if (cell.duty === 'application') return colours.dim('a');
  const { glyph, tone } = badgeOf(cell);
  if (tone === 'broken') return colours.red(glyph);
  if (tone === 'undocumented') return colours.yellow('!');
  return tone === 'good' ? colours.green(glyph) : colours.dim(glyph);
};

const failures = (comparison: Comparison, colours: Colours): readonly string[] =>
  failingCells(comparison).flatMap(({ row, column, cell }) => [
    `${colours.bold(row.requirement)} on ${targetWords(column)}: ${badgeOf(cell).word}`,
    `  ${cell.message}`,
    `  ${[cell.failing[0]?.plan ?? '', cellGround(cell)].filter((part) => part !== '').join(' · ')}`,
  ]);

const left = (comparison: Comparison, colours: Colours): readonly string[] => {
  const rows = leftRows(comparison);
  if (rows.length === 0) return [];
  return [
    '',
    colours.bold('Left to you by these runtimes'),
    ...rows.map(({ requirement, cells }) => `  ${requirement.padEnd(WIDTH)} ${whose(cells)}`),
  ];
};
const whose = (cells: ComparisonRow['cells']): string =>
  cells.flatMap((cell, at) => (cell?.duty === 'application' ? [letter(at)] : [])).join(' ');

const costs = ({ columns }: Comparison, colours: Colours): readonly string[] => [
  '',
  colours.bold('What recovery cost'),
  ...costHeads.map(
    (head, at) => `  ${head.padEnd(24)}${columns.map((column) => (costCells(column)[at] ?? '').padStart(12)).join('')}`,
  ),
];
