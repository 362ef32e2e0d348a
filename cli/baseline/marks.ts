import type { Baseline, FailingEntry, FlakyEntry, Mark, Report } from '../../model/vocabulary.ts';
import { entriesFor, failuresOf, isExpired, isUnsteady, type Result } from './entries.ts';
import { staleIn } from './stale.ts';

/**
 * A report with what a baseline knows of its verdicts, and what of the baseline is no longer true. `today` is a date as `2026-12-31`. What
 * a run that was cut short does not show may still be true.
 */
export const marked = (report: Report, baseline: Baseline, today: string): Report => {
  const own = entriesFor(baseline, report.target.address);
  return {
    ...report,
    results: report.results.map((result) => {
      const mark = markOf(result, own, today);
      return mark === undefined ? result : { ...result, baseline: mark };
    }),
    stale: report.partial ? [] : staleIn(report, own, today),
  };
};

const markOf = (result: Result, own: Baseline, today: string): Mark | undefined => {
  const isIts = (entry: { readonly requirement: string; readonly expires?: string }): boolean =>
    entry.requirement === result.requirement && !isExpired(entry, today);
  if (result.status === 'unsupported') {
    const known = own.unsupported.find(isIts);
    return known === undefined ? undefined : { mark: 'known-unsupported', reason: known.reason, ...issueOf(known) };
  }
  if (result.status !== 'fail' && !isUnsteady(result)) return undefined;
  const failing = result.status === 'fail' ? knownFailing(result, own.failing.filter(isIts)) : undefined;
  if (failing !== undefined) {
    const { reason, expires } = failing;
    return { mark: 'known-failing', reason, expires, ...issueOf(failing) };
  }
  const flaky = own.flaky.find(isIts);
  return flaky === undefined ? undefined : flakyMark(flaky);
};

/** Every failing case has to begin with what is known: one more message is one more defect. */
const knownFailing = (result: Result, entries: readonly FailingEntry[]): FailingEntry | undefined =>
  failuresOf(result).every((message) => entries.some((entry) => message.startsWith(entry.message)))
    ? entries[0]
    : undefined;

const flakyMark = (entry: FlakyEntry): Mark => ({
  mark: 'known-flaky',
  reason: entry.reason,
  rate: entry.rate,
  ...(entry.expires === undefined ? {} : { expires: entry.expires }),
  ...issueOf(entry),
});

const issueOf = ({ issue }: { readonly issue?: string }): { readonly issue?: string } =>
  issue === undefined ? {} : { issue };
