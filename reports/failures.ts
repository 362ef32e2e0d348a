import type { CaseVerdict, Report } from '../model/vocabulary.ts';
import { accountOf, decisive, type Fact, factsOf, type Histories } from './account.ts';
import { cleaned, shellWord } from './escape.ts';
import type { Result } from './verdict-words.ts';

/** One failing case with all that explains it. Without its history the facts are empty and the message is the account. */
export type Failure = {
  readonly case: CaseVerdict;
  readonly facts: readonly Fact[];
  readonly decisive: readonly Fact[];
  readonly told: string;
  readonly command: string | undefined;
};

/** A failing requirement: the case that is shown for it, how many fail, and the requirement that fails for the same events. */
export type FailingResult = {
  readonly result: Result;
  readonly failure: Failure | undefined;
  readonly failing: number;
  readonly sameAs: string | undefined;
};

/** Where failures are looked up: the histories at hand, how their strings are cleaned, and the folder that paths start from. */
export type Evidences = {
  readonly histories: Histories;
  readonly folder: string;
  readonly clean: (text: string) => string;
};

/** Every failing requirement, each with its best case: one with a file that replays it before any other. */
export const failingResults = (report: Report, at: Evidences): readonly FailingResult[] => {
  const seen = new Map<string, string>();
  return report.results
    .filter(({ status }) => status === 'fail')
    .map((result) => {
      const cases = failingCases(result);
      const [first] = cases;
      const key = first === undefined ? undefined : eventsKey(first);
      const sameAs = key === undefined ? undefined : seen.get(key);
      if (key !== undefined && sameAs === undefined) seen.set(key, result.requirement);
      return { result, failure: first && failureOf(first, at), failing: cases.length, sameAs };
    });
};

/** Those of them that the baseline does not know. */
export const newFailures = (report: Report, at: Evidences): readonly FailingResult[] =>
  failingResults(report, at).filter(({ result }) => result.baseline === undefined);

/** The failing cases of one requirement, those with a counterexample first. */
export const failingCases = (result: Result): readonly CaseVerdict[] =>
  result.cases
    .filter(({ status }) => status === 'fail')
    .sort((a, b) => Number(b.counterexample !== undefined) - Number(a.counterexample !== undefined));

/** One failing case, explained. */
export const failureOf = (one: CaseVerdict, { histories, folder, clean }: Evidences): Failure => {
  const history = histories.get(one.history);
  const facts = history === undefined ? [] : factsOf(cleaned(history, clean), one.evidence);
  return {
    case: one,
    facts,
    decisive: decisive(facts),
    told: accountOf(facts, one.message),
    command: one.counterexample === undefined ? undefined : replayCommand(`${folder}/${one.counterexample}`),
  };
};

/** The command line that shows a counterexample again, its file quoted for a shell where it has to be. */
export const replayCommand = (file: string): string => `npx killpoint replay ${shellWord(file)}`;

/** Two requirements fail for the same events when the same case shows the same illegal observation. */
const eventsKey = (one: CaseVerdict): string | undefined => {
  const illegal = one.evidence.filter(({ role }) => role === 'illegal').map(({ seq }) => seq);
  return illegal.length === 0 ? undefined : `${one.history}#${illegal.join(',')}`;
};
