import Table from 'cli-table3';
import type { Report } from '../../model/vocabulary.ts';
import {
  badgeOf,
  byProfile,
  exercisedWords,
  markWords,
  type Result,
  strengthWords,
  tallyWords,
} from '../verdict-words.ts';
import { type Paper, painted } from './paper.ts';

/** The table of requirements, a part for each profile under its tally. What is undecided says why. */
export const requirementTable = (report: Report, paper: Paper): readonly string[] =>
  byProfile(report)
    .filter(([, results]) => results.length > 0)
    .flatMap(([profile, results]) => [
      `${paper.colours.bold(profile)}  ${paper.colours.dim(tallyWords(tallyOf(report, profile)))}`,
      ...rowsOf(results, paper),
      '',
    ]);

const none = { pass: 0, fail: 0, inconclusive: 0, unsupported: 0 };
const tallyOf = (report: Report, profile: string) => report.summary.profiles[profile] ?? none;

const verdictWidth = 16;

const rowsOf = (results: readonly Result[], paper: Paper): readonly string[] => {
  const table = new Table({
    chars: borderless,
    style: { 'padding-left': 2, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: [verdictWidth, paper.width - verdictWidth],
  });
  for (const result of results) table.push([verdictCell(result, paper), requirementCell(result, paper)]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
};

/** The word for an undocumented failure is too wide for its column: its second half goes below. */
const verdictCell = (result: Result, paper: Paper): string => {
  const { glyph, word, tone } = badgeOf(result);
  return `${glyph} ${word}`
    .replace(' (', '\n(')
    .split('\n')
    .map((line) => painted(paper, tone, line))
    .join('\n');
};

/** The cell is wrapped before it is coloured: the table would cut a long word short. */
const requirementCell = (result: Result, { colours, wrap, width }: Paper): string => {
  const inCell = (text: string): string => wrap(text, 0, width - verdictWidth - 2).join('\n');
  const rests = [strengthWords(result.strength), exercisedWords(result.strength)]
    .filter((part) => part !== '')
    .join(' · ');
  return [
    inCell(result.requirement),
    ...(rests === '' ? [] : [colours.dim(inCell(rests))]),
    ...(result.status === 'pass' || result.message === '' ? [] : [inCell(result.message)]),
    ...(result.baseline === undefined ? [] : [inCell(markWords(result.baseline))]),
  ].join('\n');
};

const borderless = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};
