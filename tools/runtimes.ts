// `npm run runtimes [-- TARGET... [--record]]`: installs each third-party target that is not installed, runs its quick interruptions, and says where its verdicts
// differ, twice, from the recorded ones in docs/runtimes.json. With --record they are written there instead, and `npm run docs` makes the page.
// `--reach=outside,world,sliced,store` records how they do around their commits; a check goes as far as what is recorded went.
// With KILLPOINT_CHECK_JSON=FILE the outcome of each target is also written there, for .ci/run.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderName } from '../cli/address.ts';
import { builtInTargets } from '../cli/targets.ts';
import { type Comparison, type ComparisonCell, type Report, reportSchema } from '../model/vocabulary.ts';
import { comparisonOf } from '../reports/index.ts';
import { notAgain } from '../scenarios/confirmation.ts';
import { usualReach } from '../scenarios/reach.ts';
import { readRecord, recordFile } from './record.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const main = (given: readonly string[]): boolean => {
  const isRecording = given.includes('--record');
  const named = given.filter((argument) => !argument.startsWith('--'));
  const targets = named.length > 0 ? named : recorded().columns.map(({ address }) => address);
  const outcomes = targets.map((target) => outcomeOf(target, isRecording));
  const checks = outcomes.map(({ target, differences }) => ({
    name: `runtime ${target}`,
    ok: differences.length === 0,
  }));
  const file = process.env.KILLPOINT_CHECK_JSON;
  if (file !== undefined) writeFileSync(file, JSON.stringify(checks));
  for (const { target, differences } of outcomes)
    console.log([`${differences.length === 0 ? 'ok    ' : 'FAILED'}  ${target}`, ...differences].join('\n          '));
  const reports = outcomes.flatMap(({ report }) => (report === undefined ? [] : [report]));
  if (isRecording && reports.length > 0) record(reports);
  return checks.every(({ ok }) => ok);
};

type Outcome = {
  readonly target: string;
  readonly report: Report | undefined;
  /** Where it does not do as recorded, in words. */
  readonly differences: readonly string[];
};

const outcomeOf = (target: string, isRecording: boolean): Outcome => {
  const [name = target] = target.split(':');
  const folder = join(root, '.killpoint', 'runtimes', folderName(target));
  if (isToInstall(name) && killpoint('setup', name) !== 0)
    return { target, report: undefined, differences: [`'killpoint setup ${name}' failed`] };
  const report = reportOf(target, folder);
  if (report === undefined || report.partial)
    return { target, report: undefined, differences: ['its run was broken off, or wrote no report'] };
  const found = isRecording ? [] : differences(report, target);
  return { target, report, differences: found.length === 0 ? [] : stillThere(found, target, folder) };
};

/** A machine that is busy for a moment may miss an interruption, and so a verdict: a difference counts when it comes twice. */
const stillThere = (found: readonly string[], target: string, folder: string): readonly string[] => {
  console.log(`${target} differs from what is recorded, and is run once more:\n  ${found.join('\n  ')}`);
  const report = reportOf(target, folder);
  if (report === undefined || report.partial) return found;
  const before = new Set(found.map(subjectOf));
  return differences(report, target).filter((difference) => before.has(subjectOf(difference)));
};

/** What a difference is about and what it came to, without how often it was seen. */
const subjectOf = (difference: string): string => difference.split(': ').slice(0, 2).join(': ');

const reportOf = (target: string, folder: string): Report | undefined => {
  rmSync(folder, { recursive: true, force: true });
  killpoint('run', target, '--interruptions', 'quick', '--reach', reachOf(target).join(), '--out', folder);
  const file = join(folder, 'report.json');
  return existsSync(file) ? reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
};

/** As far into a target as `--reach` says, or it was recorded. */
const reachOf = (target: string): readonly string[] => {
  const asked = process.argv.find((argument) => argument.startsWith('--reach='))?.replace('--reach=', '');
  if (asked !== undefined) return asked.split(',');
  const record = readRecord(root);
  const at = record?.columns.findIndex(({ address }) => address === target) ?? -1;
  const isInStore = record?.rows.some(({ cells }) => cells[at]?.strength.reach.includes('store')) === true;
  return isInStore ? [...usualReach, 'store'] : usualReach;
};

/** A target that came with its packages already, or needs none, is left as it is. */
const isToInstall = (name: string): boolean => builtInTargets().some(({ id, installed }) => id === name && !installed);

const killpoint = (...args: readonly string[]): number =>
  spawnSync(process.execPath, [join(root, 'dist', 'cli', 'main.js'), ...args], { cwd: root, stdio: 'inherit' })
    .status ?? 70;

/**
 * A failure that was recorded as flaky, k of n with k under n, may be missing; and where a target is known to fail, so may be a pass that
 * broke once and not again. Nothing else may differ.
 */
const differences = (report: Report, target: string): readonly string[] => {
  const { columns, rows } = recorded();
  const at = columns.findIndex(({ address }) => address === target);
  if (at < 0) return [`it was never recorded: 'npm run runtimes -- ${target} --record'`];
  const { planned, landed } = report.interruptions;
  const staysOutside = !reachOf(target).includes('store');
  const wrong = rows.flatMap(({ requirement, cells }) => {
    const found = report.results.find((result) => result.requirement === requirement);
    const now = found?.status ?? 'not asked';
    const cell = cells[at] ?? undefined;
    // An earlier specification did not ask this.
    if (cell === undefined || now === cell.status || isFlaky(cell)) return [];
    const then = cell.status;
    if (staysOutside && onlyStoreShows(cell, found)) return [];
    // More interruptions landed than when it was recorded.
    if (then === 'inconclusive' && now === 'pass') return [];
    if (failsAt(at) && then === 'pass' && found?.message.endsWith(notAgain) === true) return [];
    return [`${requirement}: ${now}, recorded as ${then}: ${found?.message ?? ''}`];
  });
  const before = columns[at]?.interruptions;
  const isWorse = planned - landed > (before === undefined ? 0 : before.planned - before.landed);
  return [...(isWorse ? ['more interruptions did not land'] : []), ...wrong];
};

/** What was recorded by going down to the store is not seen by who stays outside: a failure there, or that a clause was tried at all. */
const onlyStoreShows = (
  { status, failing, strength }: ComparisonCell,
  now: Report['results'][number] | undefined,
): boolean => {
  if (status === 'fail') return failing.every(({ plan }) => /@(commit|write)\./.test(plan));
  const isUntried = now?.status === 'inconclusive' && now.message.startsWith('not exercised');
  return status === 'pass' && isUntried && strength.reach.includes('store');
};

/** Whether anything is recorded as failing there. */
const failsAt = (column: number): boolean => recorded().rows.some(({ cells }) => cells[column]?.status === 'fail');

const isFlaky = ({ failing }: { readonly failing: readonly { readonly reproduced?: string }[] }): boolean =>
  failing.some(({ reproduced }) => {
    const [again, tries] = (reproduced ?? '').split('/');
    return reproduced !== undefined && again !== tries;
  });

const recorded = (): Comparison => {
  const comparison = readRecord(root);
  if (comparison === undefined) throw new Error('nothing is recorded yet: name targets and give --record');
  return comparison;
};

/** Columns that were not run now keep what was recorded of them, and by which specification. */
const record = (reports: readonly Report[]): void => {
  const now = comparisonOf(reports);
  const before = readRecord(root);
  const merged = before === undefined ? now : mergeInto(before, now);
  writeFileSync(join(root, recordFile), `${JSON.stringify(merged, null, 1)}\n`);
  console.log(
    `recorded ${merged.columns.map(({ address }) => address).join(', ')} in ${recordFile}; now: npm run docs`,
  );
};

const mergeInto = (before: Comparison, now: Comparison): Comparison => {
  const isSame = before.specification.hash === now.specification.hash;
  const kept = before.columns.flatMap(({ address }, at) =>
    now.columns.some((column) => column.address === address) ? [] : [at],
  );
  const rowsBefore = new Map(before.rows.map((row) => [row.requirement, row]));
  return {
    ...now,
    columns: [
      ...kept.flatMap((at) => {
        const column = before.columns[at];
        return column === undefined ? [] : [isSame ? column : { specification: before.specification, ...column }];
      }),
      ...now.columns,
    ],
    rows: now.rows.map((row) => ({
      ...row,
      cells: [...kept.map((at) => rowsBefore.get(row.requirement)?.cells[at] ?? null), ...row.cells],
    })),
  };
};

process.exitCode = main(process.argv.slice(2)) ? 0 : 1;
