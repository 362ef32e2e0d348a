import { join } from 'node:path';
import { Judging, requirements as specified } from '../model/index.ts';
import type { History, Report, Requirement, Subject } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import { UsageError } from './failures.ts';
import { withReruns } from './merging/reruns.ts';
import { type Copied, savedBy } from './merging/saved.ts';
import { mustFitTogether, type ShardPart } from './merging/whole.ts';
import { reportOf } from './report.ts';
import type { ShardRecord } from './shard-record.ts';

/** The parts of a run put together. */
export type Merged = {
  readonly report: Report;
  /** Every history of the whole, by the file that the report names. */
  readonly histories: ReadonlyMap<string, History>;
  /** Plans that some shard planned and none was to run: their shards saw another target, or another path through it. */
  readonly untried: readonly string[];
};

/**
 * Puts the folders of a run's shards together in a folder of their own. The saved histories of all are judged anew, so that what a
 * verdict says of all cases is said of all of them; what only running could show (a failure that came again, a pass that did not) is
 * taken from the shard that saw it. Throws `UsageError` where a shard is missing or doubled, or is of another run.
 */
export const merge = async (parts: readonly ShardPart[], archive: Archive): Promise<Merged> => {
  const ordered = mustFitTogether(parts);
  const [first] = ordered;
  const requirements = specified.filter(({ id }) => first.record.asked.requirements.includes(id));
  const saved = await savedBy(ordered, requirements);
  const subject = saved[0]?.history.subject;
  if (subject === undefined)
    throw new UsageError(
      `expected histories in ${join(first.folder, 'histories')} and the other shards; there are none`,
    );
  await archive.prepare();
  const { verdicts, histories } = await judged(saved, { archive, subject, requirements });
  const settled = await withReruns(verdicts, ordered, { archive, saved });
  const report = reportOf({
    ...about(ordered),
    subject,
    verdicts: settled,
    histories: saved.map(({ history }) => history),
    requirements,
  });
  return {
    report: { ...report, ...circumstances(ordered) },
    histories,
    untried: untriedIn(ordered.map(({ record }) => record)),
  };
};

type Bench = {
  readonly archive: Archive;
  readonly subject: Subject;
  readonly requirements: readonly Requirement[];
};

const judged = async (saved: readonly Copied[], { archive, subject, requirements }: Bench) => {
  const judging = new Judging(subject, requirements);
  const histories = new Map<string, History>();
  for (const { history } of saved) {
    const file = await archive.saveHistory(history);
    histories.set(file, history);
    judging.add({ history, file });
  }
  return { verdicts: judging.verdicts(), histories };
};

type Parts = readonly [ShardPart, ...ShardPart[]];

const about = (parts: Parts) => {
  const [{ report, record }] = parts;
  const remarks = [
    `put together from ${parts.length} shards`,
    ...new Set(parts.flatMap((part) => part.record.remarks)),
    ...parts.flatMap(({ record: { index, of, selfCheck } }) =>
      selfCheck.map((remark) => `shard ${index} of ${of}: ${remark}`),
    ),
  ];
  return {
    address: report.target.address,
    binaries: [],
    remarks,
    interruptions: record.asked.interruptions,
    leftOut: parts.reduce((sum, part) => sum + part.record.leftOut, 0),
    killpoint: report.killpoint,
    isPartial: parts.some((part) => part.report.partial),
    started: 0,
  };
};

/** What ran when and where: from the first one's begin to the last one's end, on the first one's machine. */
const circumstances = (parts: Parts): Pick<Report, 'target' | 'host' | 'started' | 'durationMs'> => {
  const begins = parts.map(({ report }) => Date.parse(report.started));
  const ends = parts.map(({ report }) => Date.parse(report.started) + report.durationMs);
  const started = Math.min(...begins);
  const { target, host } = parts[0].report;
  return {
    ...{ target, host },
    started: new Date(started).toISOString(),
    durationMs: Math.max(...ends) - started,
  };
};

const untriedIn = (records: readonly ShardRecord[]): readonly string[] => {
  const own = new Set(records.flatMap((record) => record.own));
  return [...new Set(records.flatMap(({ planned }) => planned))].filter((plan) => !own.has(plan));
};
