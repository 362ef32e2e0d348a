import type { Report } from '../model/vocabulary.ts';
import type { Histories } from './account.ts';
import { cleaned, plain } from './escape.ts';
import { type Evidences, type FailingResult, newFailures } from './failures.ts';
import { markdownTable } from './markdown-table.ts';
import { markdownBlock, markdownCode, markdownCodeCell, markdownText } from './markdown-text.ts';
import { mermaidSequence } from './mermaid.ts';
import { counted, duration, shortened } from './value-words.ts';
import {
  badgeOf,
  byProfile,
  markWords,
  type Result,
  sentenceOf,
  strengthWords,
  tallyWords,
  targetWords,
} from './verdict-words.ts';

/** What a Markdown report is given beside the report: its histories, the folder that replay commands start from, how much is drawn. */
export type MarkdownOptions = {
  readonly histories?: Histories;
  readonly folder?: string;
  /** For so many failures the sequence of their events is drawn: GitHub draws Mermaid, other readers show its text. */
  readonly diagrams?: number;
};

/** So many failures are told in full; a page that nobody reads to its end hides what stands there. */
const TOLD = 20;
/** No message from outside is longer, so that the whole stays within what GitHub takes as a job's summary. */
const LONGEST = 600;

/** A report as Markdown: what it came to, each failure with its account and its replay command, then the verdicts by profile. */
export const markdownReport = (report: Report, options: MarkdownOptions = {}): string => {
  const safe = cleaned(report, (text) => shortened(plain(text), LONGEST));
  const at = { histories: options.histories ?? new Map(), folder: plain(options.folder ?? '.killpoint'), clean: plain };
  return `${[...head(safe), ...failures(safe, { at, diagrams: options.diagrams ?? 0 }), ...verdicts(safe), ...limits(safe)].join('\n\n')}\n`;
};

const head = ({ target, exit, summary, specification, partial, interruptions, durationMs }: Report) => [
  `# ${exit.code === 0 ? '✓' : '✗'} ${markdownText(targetWords(target))}`,
  `**exit ${exit.code}**: ${markdownText(exit.because)}`,
  `${tallyWords(summary)}${summary.level === undefined ? '' : ` · level ${summary.level} reached`} · ${interruptions.landed} of ${interruptions.planned} interruptions landed · ${duration(durationMs)} · specification ${markdownText(specification.revision)}`,
  ...(partial ? ['**This run was cut short: what is missing here was not judged.**'] : []),
];

type Telling = { readonly at: Evidences; readonly diagrams: number };

const failures = (report: Report, { at, diagrams }: Telling): readonly string[] => {
  const news = newFailures(report, at);
  if (news.length === 0) return [];
  const more = news.length - TOLD;
  return [
    '## What failed',
    ...news.slice(0, TOLD).flatMap((failing, nth) => failureLines(failing, nth < diagrams ? at : undefined)),
    ...(more > 0 ? [`And ${more} more; they stand in the table below.`] : []),
  ];
};

const failureLines = (
  { result, failure, failing, sameAs }: FailingResult,
  drawn: Evidences | undefined,
): readonly string[] => {
  const { glyph, word } = badgeOf(result);
  const told = failure?.told ?? result.message;
  const again = failure?.case.reproduced;
  const counts = `${failing} of ${result.strength.exercised} cases that exercised it fail${again === undefined ? '' : ` · reproduced ${markdownText(again)}`}`;
  return [
    `### ${glyph} ${markdownCode(result.requirement)}: ${word}`,
    `> ${markdownText(sentenceOf(result.statement))}`,
    ...(sameAs === undefined
      ? [markdownText(shortened(told, LONGEST)), ...eventLines(failure)]
      : [`Shown by the same events as ${markdownCode(sameAs)}. ${markdownText(result.message)}`]),
    counts,
    ...(failure?.command === undefined ? [] : [markdownBlock('sh', failure.command)]),
    ...(drawn === undefined || failure === undefined || sameAs !== undefined ? [] : diagramOf(failure, drawn)),
  ];
};

const eventLines = (failure: FailingResult['failure']): readonly string[] => {
  if (failure === undefined || failure.decisive.length === 0) return [];
  const rows = failure.decisive.map(({ seq, atMs, role, words }) => [
    String(seq),
    `${atMs.toFixed(0)} ms`,
    role === 'illegal' ? '**illegal**' : role,
    markdownText(shortened(words, LONGEST)),
  ]);
  return [markdownTable(['#', 'at', 'role', 'what'], rows)];
};

const diagramOf = (failure: NonNullable<FailingResult['failure']>, { histories }: Evidences): readonly string[] => {
  const history = histories.get(failure.case.history);
  if (history === undefined) return [];
  const diagram = mermaidSequence(history, { evidence: failure.case.evidence });
  return [
    `<details><summary>The sequence of its events</summary>\n\n${markdownBlock('mermaid', diagram)}\n\n</details>`,
  ];
};

const verdicts = (report: Report): readonly string[] =>
  byProfile(report)
    .filter(([, results]) => results.length > 0)
    .flatMap(([profile, results]) => [
      `## ${markdownText(profile)}`,
      markdownTable(['verdict', 'requirement', 'level', 'rests on', ''], results.map(rowOf)),
    ]);

const rowOf = (result: Result): readonly string[] => {
  const { glyph, word } = badgeOf(result);
  const said = result.baseline === undefined ? result.message : markWords(result.baseline);
  return [
    `${glyph} ${word}`,
    markdownCodeCell(result.requirement),
    String(result.level),
    markdownText(strengthWords(result.strength)),
    result.status === 'pass' ? '' : markdownText(said),
  ];
};

const limits = ({ remarks, stale = [], target, killpoint, host }: Report): readonly string[] => [
  '## What a reader has to know',
  [...target.notes, ...remarks, ...stale.map((entry) => `stale in the baseline: ${entry}`)]
    .map((remark) => `- ${markdownText(remark)}`)
    .join('\n'),
  markdownText(`killpoint ${killpoint} · ${host.platform} · Node ${host.node} · ${counted(host.cores, 'core')}`),
];
