import type { Comparison, ComparisonCell, ComparisonColumn, ComparisonRow, Report } from '../model/vocabulary.ts';
import type { Result } from './verdict-words.ts';

/**
 * Puts reports of several targets side by side: requirements by profile, a column for each report in the order given. Throws when they
 * were judged by different specifications, since the same id might then mean two things.
 */
export const comparisonOf = (reports: readonly Report[]): Comparison => {
  const [first] = reports;
  if (first === undefined) throw new Error('expected at least one report to compare');
  const other = reports.find(({ specification }) => specification.hash !== first.specification.hash);
  if (other !== undefined)
    throw new Error(
      `expected reports of one specification; ${first.target.address} was judged by ${stampOf(first)} and ${other.target.address} by ${stampOf(other)}. Run them again with one release of killpoint.`,
    );
  return {
    schema: 'killpoint.comparison/1',
    killpoint: first.killpoint,
    specification: first.specification,
    host: first.host,
    columns: reports.map(columnOf),
    rows: rowsOf(reports),
  };
};

const stampOf = ({ specification: { revision, hash } }: Report): string => `${revision} (${hash.slice(0, 12)})`;

const columnOf = (report: Report): ComparisonColumn => {
  const { address, name, version, language, variant, binaries, notes } = report.target;
  const { pass, fail, inconclusive, unsupported, level } = report.summary;
  const { planned, landed } = report.interruptions;
  const { started, durationMs, partial, cost, exit } = report;
  return {
    ...{ address, name, version, language, variant, binaries, notes, started, durationMs, partial },
    interruptions: { planned, landed },
    summary: { pass, fail, inconclusive, unsupported },
    ...(level === undefined ? {} : { level }),
    cost,
    exit,
  };
};

const rowsOf = (reports: readonly Report[]): readonly ComparisonRow[] => {
  const all = new Map(reports.flatMap(({ results }) => results).map((result) => [result.requirement, result]));
  return [...all.values()].map(({ requirement, title, statement, profile, level }) => ({
    ...{ requirement, title, statement, profile, level },
    cells: reports.map((report) => {
      const result = report.results.find((one) => one.requirement === requirement);
      return result === undefined ? null : cellOf(result, report);
    }),
  }));
};

const cellOf = (result: Result, { target }: Report): ComparisonCell => {
  const { status, promise, duty, message, strength, cases, requirement, baseline } = result;
  const link = linkFor(requirement, target.capabilities);
  const failing = cases
    .filter((one) => one.status === 'fail')
    .map(({ plan, reproduced, counterexample }) => ({
      plan,
      ...(reproduced === undefined ? {} : { reproduced }),
      ...(counterexample === undefined ? {} : { counterexample }),
    }));
  const known = baseline === undefined ? {} : { baseline };
  return { status, promise, ...(link === undefined ? {} : { link }), duty, message, strength, ...known, failing };
};

/** The more exact capability counts, as in every verdict. */
const linkFor = (requirement: string, capabilities: Report['target']['capabilities']): string | undefined => {
  const area = `${requirement.split('.')[0]}.*`;
  return (capabilities.find(({ name }) => name === requirement) ?? capabilities.find(({ name }) => name === area))
    ?.link;
};
