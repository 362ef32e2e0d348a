import type { Baseline, Report } from '../../model/vocabulary.ts';
import { UsageError } from '../../scenarios/index.ts';
import type { Selecting } from '../selection.ts';
import { readBaseline, readOrNew, writeBaseline } from './file.ts';
import { marked } from './marks.ts';
import { updated } from './update.ts';

/** The options about a baseline. */
export type BaselineOptions = { readonly baseline?: string; readonly updateBaseline: boolean };

/** A baseline that was read before anything ran, so that a file that does not fit ends nothing that took long. */
export type Known = { readonly file: string; readonly baseline: Baseline; readonly isToUpdate: boolean };

type Options = BaselineOptions &
  Selecting & { readonly x: boolean; readonly dryRun: boolean; readonly budget?: number; readonly shard?: unknown };

/** The baseline that the options name, if they do. Throws `UsageError` for a file that does not fit, and for an update by half a run. */
export const knownBy = (options: Options, targets: readonly string[]): Known | undefined => {
  if (options.updateBaseline) refuseHalf(options, targets);
  return namedBy(options);
};

/** The same for what is a whole by itself. */
export const namedBy = ({ baseline: file, updateBaseline: isToUpdate }: BaselineOptions): Known | undefined => {
  if (file === undefined && isToUpdate)
    throw new UsageError('--update-baseline needs the file to write: name it with --baseline FILE');
  if (file === undefined) return undefined;
  return { file, isToUpdate, baseline: isToUpdate ? readOrNew(file) : readBaseline(file) };
};

/** The report with what the baseline knows, which is brought up to date first where that was asked for and the run is whole. */
export const withBaseline = (report: Report, known: Known | undefined): Report => {
  if (known === undefined) return report;
  const today = new Date().toISOString().slice(0, 10);
  if (!known.isToUpdate) return marked(report, known.baseline, today);
  if (report.partial) {
    process.stderr.write(`${known.file} is as it was: a run that was cut short does not know what fails\n`);
    return marked(report, known.baseline, today);
  }
  const fresh = updated(known.baseline, report, today);
  writeBaseline(known.file, fresh);
  return marked(report, fresh, today);
};

/** A part of a run with what the baseline knows of it. Whether an entry is still true shows only in the whole. */
export const partWithBaseline = (report: Report, known: Known | undefined): Report => {
  const { stale, ...rest } = withBaseline(report, known);
  return rest;
};

/** What was not run is not known: a baseline made by a filter would lose what the filter hid. */
const refuseHalf = (options: Options, targets: readonly string[]): void => {
  const filters = [
    options.requirement.length > 0 && '-r',
    options.skip.length > 0 && '--skip',
    options.profile !== undefined && '--profile',
    options.program.length > 0 && '--program',
    options.lastFailed && '--last-failed',
    options.x && '-x',
    options.budget !== undefined && '--budget',
    options.shard !== undefined && '--shard',
    options.dryRun && '--dry-run',
    targets.length > 1 && 'several targets',
  ].filter((filter) => filter !== false);
  if (filters.length > 0)
    throw new UsageError(
      `--update-baseline refuses ${filters.join(' and ')}: what is not run would not be known. Run all of one target`,
    );
};
