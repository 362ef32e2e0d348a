import type { Companions, Evidence, History } from '../../model/vocabulary.ts';
import { alignmentOf, isOther } from '../alignment.ts';
import { terminalText } from '../escape.ts';
import { leftOut, planSize } from '../plan-size.ts';
import { landingWords } from './landing.ts';
import { partingSeq, partingWords, rowWords } from './words.ts';

/** What stands beside a counterexample, as lines for a terminal; none where nothing does. */
export const companionText = (
  { reference, larger }: Companions,
  failure: { readonly history: History; readonly evidence: readonly Evidence[] },
): readonly string[] =>
  [
    ...(reference === undefined
      ? []
      : reference.status === 'ran'
        ? besideLines(reference.history, failure)
        : [`beside the reference: it was not run there: ${reference.because}`]),
    ...(larger === undefined
      ? []
      : [
          `made smaller from ${larger.plan.id} (${planSize(larger.plan)}, ${larger.events} events)`,
          `  left out: ${leftOut(larger.plan, failure.history.plan).join('; ')}`,
        ]),
  ].map(terminalText);

/** So many lines tell what is another from where they part on. */
const SHOWN = 6;

const besideLines = (
  reference: History,
  { history, evidence }: { readonly history: History; readonly evidence: readonly Evidence[] },
): readonly string[] => {
  const alignment = alignmentOf(reference, history, evidence);
  const { rows, parts = rows.length } = alignment;
  const others = rows.slice(parts + 1).filter(isOther);
  return [
    `beside the reference: ${partingWords(alignment)}`,
    ...landingWords(reference, history, partingSeq(alignment)).map((words) => `  ${words}`),
    ...others.slice(0, SHOWN).map((row) => `  ${rowWords(row)}`),
    ...(others.length > SHOWN ? [`  and ${others.length - SHOWN} more`] : []),
  ];
};
