import { join } from 'node:path';
import { Judging, requirements, summarise } from '../model/index.ts';
import type { CaseVerdict, Report, Requirement, Status, Verdict } from '../model/vocabulary.ts';
import { filesIn, readHistory } from './archive.ts';
import { specificationStamp } from './counterexample.ts';
import { type Digest, digestOf } from './digest.ts';
import { UsageError } from './failures.ts';
import { resultsOf } from './report.ts';

/** One requirement whose verdict is another now, with the cases that make it so. */
export type Change = {
  readonly requirement: string;
  readonly before: Status;
  readonly now: Status;
  readonly message: string;
  readonly cases: readonly { readonly plan: string; readonly before: Status; readonly now: Status }[];
};

/** The report of a run as this version's specification has it, and how that differs. */
export type Rechecked = {
  readonly report: Report;
  readonly digests: readonly Digest[];
  readonly changes: readonly Change[];
  /** Histories that the report names and that are not there. */
  readonly missing: readonly string[];
  /** Requirements of the report that this version does not have, and how many it has that the report was not asked for. */
  readonly retired: readonly string[];
  readonly unasked: number;
};

/**
 * Judges the histories in a run's folder again, without running anything. What only another run could show, that a verdict does not come
 * again, stays as it was found. Throws `UsageError` where there are none, or one cannot be read.
 */
export const recheck = async (folder: string, report: Report): Promise<Rechecked> => {
  const named = [...new Set(report.results.flatMap(({ cases }) => cases.map(({ history }) => history)))];
  const asked = requirements.filter(({ id }) => report.results.some(({ requirement }) => requirement === id));
  const files = await savedIn(folder, named);
  const judged = await judgedIn(folder, files, asked);
  const verdicts = judged.verdicts.map((now) => withWhatRunsShowed(now, report));
  const isKnown = (id: string): boolean => requirements.some((one) => one.id === id);
  return {
    report: {
      ...report,
      specification: specificationStamp(),
      summary: summarise(verdicts, asked),
      results: resultsOf(verdicts, asked),
    },
    digests: judged.digests,
    changes: verdicts.flatMap((now) => changeOf(now, report)),
    missing: named.filter((file) => !files.includes(file)),
    retired: report.results.map(({ requirement }) => requirement).filter((id) => !isKnown(id)),
    unasked: requirements.length - asked.length,
  };
};

/** In the order of the report, which is that of planning: the first failing case of a requirement speaks for it. */
const savedIn = async (folder: string, named: readonly string[]): Promise<readonly string[]> => {
  const files = await filesIn(folder, 'histories');
  if (files.length === 0)
    throw new UsageError(`expected the histories of a run in ${join(folder, 'histories')}; there are none`);
  return [...named.filter((file) => files.includes(file)), ...files.filter((file) => !named.includes(file))];
};

type JudgedAgain = { readonly verdicts: readonly Verdict[]; readonly digests: readonly Digest[] };

const judgedIn = async (
  folder: string,
  files: readonly string[],
  asked: readonly Requirement[],
): Promise<JudgedAgain> => {
  let judging: Judging | undefined;
  const digests: Digest[] = [];
  for (const file of files) {
    const history = await readHistory(join(folder, file));
    judging ??= new Judging(history.subject, asked);
    judging.add({ history, file });
    digests.push(digestOf(history));
  }
  return { verdicts: judging?.verdicts() ?? [], digests };
};

type Result = Report['results'][number];
const resultIn = (report: Report, requirement: string): Result | undefined =>
  report.results.find((one) => one.requirement === requirement);

/** A failure that did not come again, and a pass that did not, are no more than that by reading them once more. */
const withWhatRunsShowed = (now: Verdict, report: Report): Verdict => {
  const before = resultIn(report, now.requirement);
  if (before?.status !== 'inconclusive') return now;
  const wasSeen = (one: CaseVerdict): boolean =>
    before.cases.some(({ plan, status }) => plan === one.plan && status === 'fail');
  const failing = now.cases.filter(({ status }) => status === 'fail');
  const isUnconfirmed = now.status === 'fail' && failing.every(wasSeen);
  const isUnsteady = now.status === 'pass' && before.cases.some(isUnsteadyCase);
  return isUnconfirmed || isUnsteady ? { ...now, status: before.status, message: before.message } : now;
};

const isUnsteadyCase = ({ status, reproduced }: CaseVerdict): boolean =>
  status === 'inconclusive' && reproduced !== undefined;

const changeOf = (now: Verdict, report: Report): readonly Change[] => {
  const before = resultIn(report, now.requirement);
  if (before === undefined || before.status === now.status) return [];
  const cases = now.cases.flatMap(({ plan, status }) => {
    const then = before.cases.find((one) => one.plan === plan);
    return then === undefined || then.status === status ? [] : [{ plan, before: then.status, now: status }];
  });
  const { requirement, message } = now;
  return [{ requirement, before: before.status, now: now.status, message, cases }];
};
