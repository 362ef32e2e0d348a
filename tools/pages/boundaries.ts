import { type BoundaryEntry, boundaries } from '../../model/boundaries.ts';
import { markdownTable as table } from '../../reports/markdown-table.ts';
import { page, text } from './markdown.ts';

/** Every moment at which a run can be interrupted. */
export const boundariesPage = (): string =>
  page('Boundaries', 'model/boundaries.ts', [
    'A boundary is a moment at which a run can be interrupted. The last column names the interruption point of the two texts that the requirements come from.',
    table(['boundary', 'the moment', 'reach', 'stands for'], boundaries.map(cellsOf)),
  ]);

const cellsOf = ({ id, moment, reach, seeds }: BoundaryEntry): readonly string[] => [
  `\`${id}\``,
  text(moment),
  reach,
  text(seeds ?? ''),
];
