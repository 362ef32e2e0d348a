import { type Comparison, type ComparisonCell, type ComparisonColumn, reaches } from '../../model/vocabulary.ts';
import { cleaned, plain } from '../escape.ts';
import { markdownTable } from '../markdown-table.ts';
import { markdownCodeCell, markdownText } from '../markdown-text.ts';
import { badgeOf, targetWords } from '../verdict-words.ts';
import { cellGround, costCells, costHeads, failingCells, judgedRows, leftRows } from './words.ts';

/** The matrix as GitHub's Markdown: what ran, the matrix by profile, the failures, what is left to applications, and what recovery cost. */
export const comparisonMarkdown = (comparison: Comparison): string => {
  const safe = cleaned(comparison, plain);
  return `${[...ran(safe), ...matrix(safe), ...failures(safe), ...left(safe), ...cost(safe)].join('\n\n')}\n`;
};

const ran = ({ columns, rows, specification, killpoint, host }: Comparison): readonly string[] => [
  markdownText(
    `killpoint ${killpoint}, specification ${specification.revision}, ${host.platform}, Node ${host.node}, ${host.cores} cores.`,
  ),
  '## What ran',
  markdownTable(
    ['target', 'runtime', 'beside it', 'when', 'reach', 'interruptions landed', 'exit'],
    columns.map((column, at) => [
      markdownCodeCell(column.address),
      markdownText(`${targetWords(column)}${column.partial ? ' (cut short)' : ''}${earlierWords(column)}`),
      Object.entries(column.binaries)
        .map(([name, what]) => markdownText(`${name} ${what.replace(/(sha256:.{12}).*/, '$1…')}`))
        .join('; ') || '–',
      column.started.slice(0, 10),
      reachIn(rows.map(({ cells }) => cells[at]?.strength.reach ?? [])),
      `${column.interruptions.landed} of ${column.interruptions.planned}`,
      String(column.exit.code),
    ]),
  ),
];

/** How far into the target its cases got, whatever the requirement. */
const reachIn = (found: readonly (readonly string[])[]): string =>
  reaches.filter((reach) => found.some((some) => some.includes(reach))).join(', ');

/** A column that an earlier specification judged was asked less, and by words that may have meant less. */
const earlierWords = ({ specification }: ComparisonColumn): string =>
  specification === undefined
    ? ''
    : ` (judged by specification ${specification.revision}, ${specification.hash.slice(0, 12)})`;

const matrix = (comparison: Comparison): readonly string[] => [
  '## Requirements',
  '✓ pass · ❌ fails what its documentation promises · ⚠ fails, and its documentation is silent · ? inconclusive · – not offered or disclaimed · *yours*: left to the application by this runtime · `·` not asked of it. In brackets: interruptions landed of those planned.',
  ...judgedRows(comparison).flatMap(([profile, rows]) => [
    `### ${profile}`,
    markdownTable(
      ['requirement', 'level', ...comparison.columns.map((column) => markdownCodeCell(column.address))],
      rows.map((row) => [
        `[${markdownCodeCell(row.requirement)}](requirements.md#${row.requirement.replaceAll('.', '')})`,
        String(row.level),
        ...row.cells.map(cellText),
      ]),
    ),
  ]),
];

const cellText = (cell: ComparisonCell | null): string => {
  if (cell === null) return '·';
  if (cell.duty === 'application') return '*yours*';
  const { tone, glyph } = badgeOf(cell);
  const { planned, landed, exercised } = cell.strength;
  const sign = tone === 'broken' ? '❌' : tone === 'undocumented' ? '⚠' : glyph;
  return exercised === 0 || planned === 0 ? sign : `${sign} (${landed}/${planned})`;
};

const failures = (comparison: Comparison): readonly string[] => {
  const failing = failingCells(comparison);
  if (failing.length === 0) return ['## Failures', 'None.'];
  return [
    '## Failures',
    ...failing.map(({ row, column, cell }) =>
      [
        `- **${markdownText(row.requirement)}** on ${markdownCodeCell(column.address)}: ${badgeOf(cell).word}. ${markdownText(cell.message)}.`,
        `  Smallest plan ${markdownCodeCell(cell.failing[0]?.plan ?? '')}; ${markdownText(cellGround(cell))}.${cell.link === undefined ? '' : ` Documentation: <${cell.link.replaceAll(/[<>\s]/g, '')}>`}`,
      ].join('\n'),
    ),
  ];
};

const left = (comparison: Comparison): readonly string[] => {
  const rows = leftRows(comparison);
  if (rows.length === 0) return [];
  return [
    '## Left to you by these runtimes',
    'What a runtime leaves to the application that runs on it. The adapter plays that application as the documentation teaches it; the verdict is no verdict on the runtime.',
    markdownTable(
      ['requirement', ...comparison.columns.map((column) => markdownCodeCell(column.address))],
      rows.map((row) => [
        markdownCodeCell(row.requirement),
        ...row.cells.map((cell) =>
          cell?.duty === 'application' ? `${badgeOf(cell).glyph} ${badgeOf(cell).word}` : '·',
        ),
      ]),
    ),
  ];
};

const cost = ({ columns }: Comparison): readonly string[] => [
  '## What recovery cost',
  'Counted over all interrupted cases, never judged. Targets offer different programs, so compare within a column first.',
  markdownTable(
    ['target', ...costHeads],
    columns.map((column) => [markdownCodeCell(column.address), ...costCells(column)]),
  ),
];
