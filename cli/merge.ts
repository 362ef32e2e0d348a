import { mkdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Report } from '../model/vocabulary.ts';
import {
  Archive,
  type Merged,
  merge,
  readShardRecord,
  type ShardPart,
  UsageError,
  unsoundness,
} from '../scenarios/index.ts';
import { type BaselineOptions, namedBy, withBaseline } from './baseline/apply.ts';
import { evidenceOf } from './evidence.ts';
import { exitCodes, exitOf } from './exit.ts';
import { type ReporterName, writeReports } from './reporters.ts';
import { reportIn } from './saved-report.ts';

/** The options of `killpoint merge`, as they were parsed. */
export type MergeOptions = BaselineOptions & {
  readonly failOn: readonly string[];
  readonly reporter: readonly ReporterName[];
  readonly out: string;
};

/** Puts the folders of a run's shards together, writes the reports of the whole, and returns the exit code that one run of all would have. */
export const mergeFolders = async (folders: readonly string[], options: MergeOptions): Promise<number> => {
  const known = namedBy(options);
  const out = resolve(options.out);
  for (const folder of folders) mustLieApart(resolve(folder), out);
  const parts = await Promise.all(folders.map(partIn));
  await mkdir(out, { recursive: true, mode: 0o700 });
  const archive = new Archive(out);
  const merged = await merge(parts, archive);
  const judged = withBaseline(merged.report, known);
  const report: Report = { ...judged, exit: exitFor(judged, { merged, parts, failOn: options.failOn }) };
  await writeReports(report, {
    folder: out,
    shown: options.out,
    reporters: options.reporter,
    ...(await evidenceOf(report, archive)),
  });
  return report.exit.code;
};

/** What is merged goes where it replaces what was there. */
const mustLieApart = (folder: string, out: string): void => {
  if (relative(folder, out) === '')
    throw new UsageError(`${folder} is the folder of a shard; the whole needs one of its own: name it with --out`);
};

const partIn = async (folder: string): Promise<ShardPart> => ({
  folder,
  record: await readShardRecord(folder),
  report: reportIn(folder),
});

type End = { readonly merged: Merged; readonly parts: readonly ShardPart[]; readonly failOn: readonly string[] };

/** A shard that was broken off left a part of the run open, whatever the rest says; a failure counts all the same. */
const exitFor = (report: Report, { merged, parts, failOn }: End): Report['exit'] => {
  const { byName = [], level } = parts[0]?.record.asked ?? {};
  const exit = exitOf(report, {
    ...{ byName, level: level ?? undefined, failOn, isRerun: false, isPart: false },
    unsound: unsoundness(merged.digests),
  });
  if (exit.code === exitCodes.failed) return exit;
  const broken = parts.find(({ report: { exit: own } }) => own.code >= exitCodes.usage);
  if (broken !== undefined)
    return { ...broken.report.exit, because: `${broken.folder}: ${broken.report.exit.because}` };
  const [first] = merged.untried;
  if (exit.code !== exitCodes.ok || first === undefined) return exit;
  return {
    code: exitCodes.inconclusive,
    because: `${merged.untried.length} plans were run by no shard, since not every shard planned them: ${first}. The target showed its shards different paths through one program; run all in one, or each shard again`,
  };
};
