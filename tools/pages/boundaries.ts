import { type BoundaryEntry, boundaries } from '../../model/boundaries.ts';
import { markdownTable as table } from '../../reports/markdown-table.ts';
import { page, text } from './markdown.ts';

/** Every moment at which a run can be interrupted, those that this release reaches first. */
export const boundariesPage = (): string =>
  page('Boundaries', 'model/boundaries.ts', [
    'A boundary is a moment at which a run can be interrupted. The last column names the interruption point of the two texts that the requirements come from.',
    '## Within reach',
    table(['boundary', 'the moment', 'reach', 'stands for'], boundaries.filter(isReached).map(cellsOf)),
    '## Later',
    table(
      ['boundary', 'the moment', 'reach', 'stands for', 'needs'],
      boundaries.filter((one) => !isReached(one)).map((one) => [...cellsOf(one), text(one.needs ?? '')]),
    ),
  ]);

const isReached = ({ needs }: BoundaryEntry): boolean => needs === undefined;

const cellsOf = ({ id, moment, reach, seeds }: BoundaryEntry): readonly string[] => [
  `\`${id}\``,
  text(moment),
  reach,
  text(seeds ?? ''),
];
