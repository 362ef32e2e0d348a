import type { Baseline, FailingEntry, FlakyEntry, Report, UnsupportedEntry } from '../../model/vocabulary.ts';
import { entriesFor, failuresOf, isUnsteady, type Result } from './entries.ts';

/**
 * A baseline as this run makes it: what fails, wavers or is not offered and was not known is added, what is no longer so is taken away, and
 * how often something wavers is counted on. What the run left undecided or was not asked for stays. An entry's day is never moved: that it
 * is over is for people to answer.
 */
export const updated = (baseline: Baseline, report: Report, today: string): Baseline => {
  const own = entriesFor(baseline, report.target.address);
  const isOthers =
    <E>(mine: readonly E[]): ((entry: E) => boolean) =>
    (entry) =>
      !mine.includes(entry);
  const flaky = flakyNow(report, own, today);
  const isFlaky = (id: string): boolean => flaky.some(({ requirement }) => requirement === id);
  return {
    ...baseline,
    failing: [
      ...baseline.failing.filter(isOthers(own.failing)),
      ...failingNow(report, own, today).filter(({ requirement }) => !isFlaky(requirement)),
    ],
    flaky: [...baseline.flaky.filter(isOthers(own.flaky)), ...flaky],
    unsupported: [...baseline.unsupported.filter(isOthers(own.unsupported)), ...unsupportedNow(report, own)],
  };
};

/** How long a new failing entry stays true, in days, unless its owners say otherwise. */
const DAYS = 90;

const failingNow = ({ results }: Report, { failing }: Baseline, today: string): readonly FailingEntry[] => [
  ...failing.filter(({ requirement, message }) => {
    const result = results.find((one) => one.requirement === requirement);
    if (result === undefined || result.status === 'inconclusive') return true;
    return result.status === 'fail' && failuresOf(result).some((one) => one.startsWith(message));
  }),
  ...results
    .filter(({ status }) => status === 'fail')
    .flatMap((result) => newFailures(result, failing).map((message) => recorded(result, message, today))),
];

const recorded = ({ requirement }: Result, message: string, today: string): FailingEntry => ({
  requirement,
  message,
  reason: `it failed so when --update-baseline was run on ${today}`,
  expires: new Date(Date.parse(today) + DAYS * 86_400_000).toISOString().slice(0, 10),
});

/** Messages that nothing known begins, as few as say the same: what all begin with, or each of them. */
const newFailures = (result: Result, failing: readonly FailingEntry[]): readonly string[] => {
  const known = failing.filter(({ requirement }) => requirement === result.requirement);
  const news = failuresOf(result).filter((one) => !known.some(({ message }) => one.startsWith(message)));
  const open = [...new Set(news.map(beforeCount))];
  const shared = sharedBeginning(open);
  return shared.length >= TELLING || open.length < 2 ? [shared].filter((one) => one !== '') : open;
};

/** A beginning that is shorter than this could be any failure's. */
const TELLING = 24;

/** How often something happened may be another number the next time. */
const beforeCount = (message: string): string => {
  const [beginning = message] = message.split(/ \d+ /, 1);
  return beginning.length >= TELLING ? beginning : message;
};

/** What all texts begin with, in whole words. */
const sharedBeginning = (texts: readonly string[]): string => {
  const [first = '', ...others] = texts;
  const words = first.split(' ');
  const count = words.findIndex((_, at) => {
    const beginning = words.slice(0, at + 1).join(' ');
    return !others.every((other) => other === beginning || other.startsWith(`${beginning} `));
  });
  return count < 0 ? first : words.slice(0, count).join(' ');
};

const flakyNow = ({ results }: Report, { flaky }: Baseline, today: string): readonly FlakyEntry[] => [
  ...flaky.flatMap((entry) => {
    const result = results.find(({ requirement }) => requirement === entry.requirement);
    if (result?.status === 'unsupported') return [];
    return [result === undefined ? entry : { ...entry, rate: sum(entry.rate, seenIn(result)) }];
  }),
  ...results
    .filter(({ requirement }) => !flaky.some((entry) => entry.requirement === requirement))
    .filter(wavers)
    .map((result) => ({
      requirement: result.requirement,
      rate: seenIn(result),
      reason: `it failed now and then when --update-baseline was run on ${today}`,
    })),
];

/** It failed, and not each time that its plan was run. */
const wavers = (result: Result): boolean => {
  const [failed, runs] = parted(seenIn(result));
  return (isUnsteady(result) || result.status === 'fail') && failed < runs;
};

/** In how many of how many runs a requirement failed: the run itself, and each time that a plan of it was run again alone. */
const seenIn = ({ status, cases }: Result): string => {
  const again = cases.find(({ reproduced }) => reproduced !== undefined);
  const [same, runs] = parted(again?.reproduced ?? '0/0');
  // What was run again is a failure, or a pass that did not stay one: then the others failed.
  if (again?.status === 'inconclusive') return `${runs - same}/${runs}`;
  const failed = status === 'fail' || again?.status === 'fail' ? 1 : 0;
  return `${same + failed}/${runs + 1}`;
};

const parted = (rate: string): readonly [number, number] => {
  const [failed = 0, runs = 0] = rate.split('/').map(Number);
  return [failed, runs];
};
const sum = (one: string, other: string): string => {
  const [failed, runs] = parted(one);
  const [more, again] = parted(other);
  return `${failed + more}/${runs + again}`;
};

const unsupportedNow = ({ results }: Report, { unsupported }: Baseline): readonly UnsupportedEntry[] => [
  ...unsupported.filter(({ requirement }) => {
    const result = results.find((one) => one.requirement === requirement);
    return result === undefined || result.status === 'unsupported';
  }),
  ...results
    .filter(
      ({ status, requirement }) => status === 'unsupported' && !unsupported.some((e) => e.requirement === requirement),
    )
    .map(({ requirement, message }) => ({ requirement, reason: message })),
];
