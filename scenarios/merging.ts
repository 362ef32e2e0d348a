import { join } from 'node:path';
import { Judging, requirements as specified } from '../model/index.ts';
import { type History, isControl, type Report, type Requirement, type Subject } from '../model/vocabulary.ts';
import type { Archive } from './archive.ts';
import type { Digest } from './digest.ts';
import { UsageError } from './failures.ts';
import { withReruns } from './merging/reruns.ts';
import { type Copied, historyOf, savedBy } from './merging/saved.ts';
import { mustFitTogether, type ShardPart } from './merging/whole.ts';
import { reportOf } from './report.ts';
import type { ShardRecord } from './shard-record.ts';

/** The parts of a run put together. */
export type Merged = {
  readonly report: Report;
  /** What is kept of each case of the whole. */
  readonly digests: readonly Digest[];
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
  const [one] = saved;
  if (one === undefined)
    throw new UsageError(
      `expected histories in ${join(first.folder, 'histories')} and the other shards; there are none`,
    );
  const { subject } = await historyOf(one);
  await archive.prepare();
  const { verdicts, controls } = await judged(saved, { archive, subject, requirements });
  const settled = await withReruns(verdicts, ordered, { archive, saved });
  const digests = saved.map(({ digest }) => digest);
  const report = reportOf({
    ...{ ...about(ordered), subject, digests, controls, requirements },
    verdicts: settled,
  });
  return {
    report: { ...report, ...circumstances(ordered) },
    digests,
    untried: untriedIn(ordered.map(({ record }) => record)),
  };
};

type Bench = {
  readonly archive: Archive;
  readonly subject: Subject;
  readonly requirements: readonly Requirement[];
};

/** Each history is read, saved again and judged by itself: there can be too many to hold them all. */
const judged = async (saved: readonly Copied[], { archive, subject, requirements }: Bench) => {
  const judging = new Judging(subject, requirements);
  const controls: History[] = [];
  for (const copy of saved) {
    const history = await historyOf(copy);
    judging.add({ history, file: await archive.saveHistory(history) });
    if (isControl(history.plan)) controls.push(history);
  }
  return { verdicts: judging.verdicts(), controls };
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
