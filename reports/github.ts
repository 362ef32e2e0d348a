import type { Report } from '../model/vocabulary.ts';
import { cleaned, plain } from './escape.ts';
import { type FailingResult, newFailures } from './failures.ts';
import { type MarkdownOptions, markdownReport } from './markdown.ts';
import { shortened } from './value-words.ts';
import { badgeOf } from './verdict-words.ts';

/** What GitHub Actions is given: lines for the log, which it shows as annotations, and a page for the job. */
export type GitHubReport = { readonly annotations: string; readonly summary: string };

/** GitHub shows ten annotations of a kind for each step. */
const SHOWN = 10;
/** For so many failures the page shows the sequence of their events. */
const DIAGRAMS = 3;
const LONGEST = 2_000;

/** A report for GitHub Actions. Each failure that the baseline does not know is an error; an exit code other than 0 and 1 is a warning. */
export const githubReport = (report: Report, options: MarkdownOptions = {}): GitHubReport => ({
  annotations: annotationsOf(report, options)
    .map((line) => `${line}\n`)
    .join(''),
  summary: markdownReport(report, { diagrams: DIAGRAMS, ...options }),
});

const annotationsOf = (report: Report, { histories, folder }: MarkdownOptions): readonly string[] => {
  const safe = cleaned(report, plain);
  const at = { histories: histories ?? new Map(), folder: plain(folder ?? '.killpoint'), clean: plain };
  const news = newFailures(safe, at);
  const fits = news.length <= SHOWN ? news : news.slice(0, SHOWN - 1);
  const { code, because } = safe.exit;
  return [
    ...fits.map(errorOf),
    ...(fits.length < news.length
      ? [
          command(
            'error',
            'killpoint',
            `${news.length - fits.length} more requirements failed; the job's summary has all`,
          ),
        ]
      : []),
    ...(code === 0 || code === 1 ? [] : [command('warning', `killpoint: exit ${code}`, because)]),
  ];
};

const errorOf = ({ result, failure }: FailingResult): string => {
  const title = `${result.requirement}: ${badgeOf(result).word}`;
  const lines = [failure?.told ?? result.message, ...(failure?.command === undefined ? [] : [failure.command])];
  return command('error', title, lines.join('\n'));
};

/** A workflow command. Whatever stands in its message or title stays in it: no line break or colon of theirs ends it. */
const command = (kind: 'error' | 'warning', title: string, message: string): string =>
  `::${kind} title=${property(title)}::${data(shortened(message, LONGEST))}`;

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
