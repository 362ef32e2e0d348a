import type { Report } from '../model/vocabulary.ts';
import { cleaned, terminalText } from './escape.ts';
import { type Evidences, failingResults } from './failures.ts';
import { textTrace } from './trace.ts';
import { badgeOf, sentenceOf } from './verdict-words.ts';

/** Where the case of a failure is looked up, and where replay commands start from. */
export type FailureTextOptions = Omit<Evidences, 'clean'> & { readonly width?: number };

/**
 * One failing requirement as a message: its sentence, what happened, the trace of the case that shows it with the decisive events marked,
 * and the command that shows it again. Nothing where it does not fail.
 */
export const failureText = (
  report: Report,
  requirement: string,
  { histories, folder, width = 100 }: FailureTextOptions,
): string | undefined => {
  const at = { histories, folder: terminalText(folder), clean: terminalText };
  const own = { ...report, results: report.results.filter((result) => result.requirement === requirement) };
  const [failing] = failingResults(cleaned(own, terminalText), at);
  if (failing === undefined) return undefined;
  const { result, failure } = failing;
  const history = failure === undefined ? undefined : histories.get(failure.case.history);
  const counts = `${failing.failing} of ${result.strength.exercised} cases that exercised it fail${failure?.case.reproduced === undefined ? '' : `, reproduced ${failure.case.reproduced}`}`;
  const broken = { requirement, statement: sentenceOf(result.statement), message: failure?.case.message ?? '' };
  return [
    `${badgeOf(result).word} ${result.requirement}: ${result.message}`,
    '',
    history === undefined || failure === undefined
      ? sentenceOf(result.statement)
      : textTrace(history, { width, broken: { ...broken, evidence: failure.case.evidence } }).trimEnd(),
    '',
    counts,
    ...(failure?.command === undefined ? [] : [failure.command]),
  ].join('\n');
};
