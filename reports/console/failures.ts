import type { Report } from '../../model/vocabulary.ts';
import { accountOf, asSentence, type Fact } from '../account.ts';
import { type Evidences, type FailingResult, newFailures } from '../failures.ts';
import { badgeOf, sentenceOf } from '../verdict-words.ts';
import { type Paper, painted } from './paper.ts';

/** A block's lines but for the head, the three events and the command: with those it answers in ten. */
const SENTENCES = 5;

/**
 * A block of ten lines at 80 columns for each failing requirement: its sentence, what happened, the events that prove it, the command. What
 * a baseline knows stands in the table alone: the first screen is for news.
 */
export const failureBlocks = (report: Report, at: Evidences, paper: Paper): readonly string[] =>
  newFailures(report, at).flatMap((failing) => [...blockOf(failing, paper), '']);

const blockOf = (shown: FailingResult, paper: Paper): readonly string[] => {
  const { result, failure, sameAs } = shown;
  const { colours, wrap, hang } = paper;
  const badge = badgeOf(result);
  const head = `${badge.glyph} ${badge.word.toUpperCase()} ${result.requirement}`;
  const sentence = wrap(sentenceOf(result.statement), 2);
  return [
    ...hang(`${colours.bold(painted(paper, badge.tone, head))}${countWords(shown)}`),
    ...sentence,
    ...(sameAs === undefined
      ? [
          ...accountLines(shown, SENTENCES - sentence.length, paper),
          ...(failure?.decisive ?? []).flatMap(eventLine(paper)),
        ]
      : wrap(`Shown by the same events as ${sameAs}. ${asSentence(failure?.case.message ?? result.message)}`, 2)),
    ...(failure?.command === undefined ? [] : [`  ${colours.bold(failure.command)}`]),
  ];
};

/**
 * The fullest account that leaves room for the rest. The message ends each and says what is wrong, so what shows it may go first; then what
 * does not decide; the trace has all of it.
 */
const accountLines = ({ result, failure }: FailingResult, room: number, { wrap, width }: Paper): readonly string[] => {
  const { facts = [], decisive = [] } = failure ?? {};
  const message = failure?.case.message ?? result.message;
  const before = (some: readonly Fact[]): readonly Fact[] => some.filter(({ role }) => role !== 'illegal');
  for (const some of [facts, before(facts), before(decisive)]) {
    const told = `What happened: ${accountOf(some, message)}`;
    const lines = told.length > room * width ? [] : wrap(told, 2);
    if (lines.length > 0 && lines.length <= room) return lines;
  }
  return wrap(`What happened: ${accountOf([], message)}`, 2);
};

/** An event takes one line: its words are told in full by the trace. */
const eventLine =
  ({ colours, wrap, width }: Paper) =>
  ({ seq, atMs, role, words }: Fact): readonly string[] => {
    const left = `  ${`#${seq}`.padStart(5)} ${atMs.toFixed(0).padStart(6)} ms  `;
    const [first = '', ...more] = wrap(`${role}: ${words}`, left.length, width - 2);
    const line = `${left}${first.trimStart()}${more.length === 0 ? '' : ' …'}`;
    return [role === 'illegal' ? colours.bold(line) : line];
  };

/** How often it fails, and how often it did so again when it was run alone. */
const countWords = ({ result, failure, failing }: FailingResult): string => {
  const again = failure?.case.reproduced;
  return ` · ${failing}/${result.strength.exercised} cases${again === undefined ? '' : `, ${again} again`}`;
};
