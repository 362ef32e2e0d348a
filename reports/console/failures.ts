import type { Report } from '../../model/vocabulary.ts';
import { asSentence, type Fact } from '../account.ts';
import { type Evidences, type FailingResult, failingResults } from '../failures.ts';
import { badgeOf, sentenceOf } from '../verdict-words.ts';
import { type Paper, painted } from './paper.ts';

/**
 * A block of about ten lines for each failing requirement: its sentence, what happened, the events that prove it, the command. What a
 * baseline knows stands in the table alone: the first screen is for news.
 */
export const failureBlocks = (report: Report, at: Evidences, paper: Paper): readonly string[] =>
  failingResults(report, at)
    .filter(({ result }) => result.baseline === undefined)
    .flatMap((failing) => [...blockOf(failing, paper), '']);

const blockOf = ({ result, failure, failing, sameAs }: FailingResult, paper: Paper): readonly string[] => {
  const { colours, wrap, hang } = paper;
  const badge = badgeOf(result);
  const head = `${badge.glyph} ${badge.word.toUpperCase()} ${result.requirement}`;
  return [
    ...hang(colours.bold(painted(paper, badge.tone, head))),
    ...wrap(sentenceOf(result.statement), 2),
    ...(sameAs === undefined
      ? [
          ...wrap(`What happened: ${failure?.told ?? result.message}`, 2),
          ...(failure?.decisive ?? []).flatMap(eventLine(paper)),
        ]
      : wrap(`Shown by the same events as ${sameAs}. ${asSentence(failure?.case.message ?? result.message)}`, 2)),
    ...wrap(colours.dim(countWords(failing, result.strength.exercised, failure?.case.reproduced)), 2),
    ...(failure?.command === undefined ? [] : [`  ${colours.bold(failure.command)}`]),
  ];
};

const eventLine =
  ({ colours, wrap }: Paper) =>
  ({ seq, atMs, role, words }: Fact): readonly string[] => {
    const left = `${`#${seq}`.padStart(5)} ${atMs.toFixed(0).padStart(6)} ms  `;
    const [first = '', ...more] = wrap(`${role}: ${words}`, left.length + 2);
    const lines = [`  ${left}${first.trimStart()}`, ...more];
    return role === 'illegal' ? lines.map((line) => colours.bold(line)) : lines;
  };

const countWords = (failing: number, exercised: number, reproduced: string | undefined): string =>
  [
    `${failing} of ${exercised} cases that exercised it fail`,
    ...(reproduced === undefined ? [] : [`reproduced ${reproduced}`]),
  ].join(' · ');
