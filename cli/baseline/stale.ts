import { requirements } from '../../model/index.ts';
import type { Baseline, FailingEntry, FlakyEntry, Report, UnsupportedEntry } from '../../model/vocabulary.ts';
import { failuresOf, isExpired, type Result } from './entries.ts';

/**
 * Why entries of a baseline are no longer true, a sentence each. An entry is held against what this run decided: one whose requirement was
 * not asked for, or stayed undecided, may still be true.
 */
export const staleIn = (report: Report, own: Baseline, today: string): readonly string[] => {
  const because = <E extends { readonly requirement: string; readonly expires?: string }>(
    entry: E,
    why: (result: Result, entry: E) => string | undefined,
  ): readonly string[] => {
    const result = report.results.find(({ requirement }) => requirement === entry.requirement);
    const reason = alwaysStale(entry, today) ?? (result === undefined ? undefined : why(result, entry));
    return reason === undefined ? [] : [`${entry.requirement} ${reason}`];
  };
  return [
    ...own.failing.flatMap((entry) => because(entry, whyFailing)),
    ...own.flaky.flatMap((entry) => because(entry, whyFlaky)),
    ...own.unsupported.flatMap((entry) => because(entry, whyUnsupported)),
    ...report.results.flatMap((result) => beyond(result, own)),
  ];
};

const alwaysStale = (
  entry: { readonly requirement: string; readonly expires?: string },
  today: string,
): string | undefined => {
  if (!requirements.some(({ id }) => id === entry.requirement)) return 'is no requirement of this specification';
  return isExpired(entry, today)
    ? `was known until ${entry.expires}: mend it, or give its entry a new date and say why`
    : undefined;
};

const whyFailing = (result: Result, { message }: FailingEntry): string | undefined => {
  switch (result.status) {
    case 'pass':
      return 'is known to fail and passes now: take its entry away';
    case 'unsupported':
      return 'is known to fail and is not judged on this target any more: take its entry away';
    case 'inconclusive':
      return undefined;
    case 'fail':
      return failuresOf(result).some((one) => one.startsWith(message))
        ? undefined
        : `is known to fail with '${message}' and fails with another message: ${failuresOf(result)[0] ?? result.message}`;
    default:
      return result.status satisfies never;
  }
};

/** So often it has to be seen before "always" and "never" mean anything. */
const ALWAYS_AFTER = 5;
const NEVER_AFTER = 20;

const whyFlaky = (result: Result, { rate }: FlakyEntry): string | undefined => {
  const [failed = 0, runs = 0] = rate.split('/').map(Number);
  if (result.status === 'unsupported') return 'is known as flaky and is not judged on this target any more';
  if (failed === runs && runs >= ALWAYS_AFTER) return `failed in ${rate} runs: it is failing, not flaky`;
  return failed === 0 && runs >= NEVER_AFTER ? `failed in ${rate} runs: it is not flaky any more` : undefined;
};

const whyUnsupported = (result: Result, _: UnsupportedEntry): string | undefined =>
  result.status === 'unsupported' ? undefined : 'is known as unsupported and is judged now: take its entry away';

/** What fails beside what is known of the same requirement. */
const beyond = (result: Result, { failing }: Baseline): readonly string[] => {
  const known = failing.filter(({ requirement }) => requirement === result.requirement);
  const isKnown = (message: string): boolean => known.some((entry) => message.startsWith(entry.message));
  const failures = result.status === 'fail' ? failuresOf(result) : [];
  const other = failures.find((message) => !isKnown(message));
  if (other === undefined || !failures.some(isKnown)) return [];
  return [`${result.requirement} fails as is known, and also with another message: ${other}`];
};
