import { wrapAnsi } from 'fast-wrap-ansi';
import pc from 'picocolors';
import type { Report } from '../model/vocabulary.ts';
import type { Histories } from './account.ts';
import { failureBlocks } from './console/failures.ts';
import type { Paper } from './console/paper.ts';
import { requirementTable } from './console/requirements.ts';
import { surroundings } from './console/surroundings.ts';
import { cleaned, terminalText } from './escape.ts';
import { tallyWords, targetWords } from './verdict-words.ts';

/** `folder` is where the report lies, as its reader would type it: replay commands start from it. */
export type ConsoleOptions = {
  readonly colour: boolean;
  readonly width: number;
  readonly histories?: Histories;
  readonly folder?: string;
};

/** A report for a terminal: what failed and how to see it again, then the table, then what limits it, then the exit code. */
export const consoleReport = (report: Report, options: ConsoleOptions): string => {
  const safe = cleaned(report, terminalText);
  const width = Math.max(40, options.width);
  const paper = paperOf(width, pc.createColors(options.colour));
  const at = {
    histories: options.histories ?? new Map(),
    folder: terminalText(options.folder ?? '.killpoint'),
    clean: terminalText,
  };
  return [
    ...failureBlocks(safe, at, paper),
    ...headLines(safe, paper),
    ...requirementTable(safe, paper),
    ...surroundings(safe, paper),
    ...lastLines(safe, paper),
    '',
  ].join('\n');
};

const paperOf = (width: number, colours: Paper['colours']): Paper => {
  const wrap: Paper['wrap'] = (text, indent = 0, within = width) =>
    wrapAnsi(text, within - indent, { hard: true })
      .split('\n')
      .map((line) => ' '.repeat(indent) + line);
  const hang: Paper['hang'] = (text) => wrap(text, 2).map((line, at) => (at === 0 ? line.trimStart() : line));
  return { colours, width, wrap, hang };
};

const headLines = (report: Report, { colours, hang }: Paper): readonly string[] => [
  ...hang(`${colours.bold(targetWords(report.target))} · specification ${report.specification.revision}`),
  ...(report.partial
    ? hang(colours.yellow('PARTIAL: this run was cut short; what is missing here was not judged.'))
    : []),
  '',
];

const lastLines = (report: Report, { colours, hang }: Paper): readonly string[] => {
  const { exit, summary } = report;
  const level = summary.level === undefined ? '' : ` · level ${summary.level} reached`;
  const paint = exit.code === 0 ? colours.green : exit.code === 1 ? colours.red : colours.yellow;
  return [
    ...hang(`${tallyWords(summary)}${level}`),
    ...hang(`${colours.bold(paint(`exit ${exit.code}`))}: ${exit.because}`),
  ];
};
