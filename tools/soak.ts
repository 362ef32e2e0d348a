import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Report, reportSchema } from '../model/vocabulary.ts';
import { median } from './bench/median.ts';

/** How often the size of the harness is looked at, in milliseconds. */
const EVERY_MS = 5_000;
/** The second half of a run may be larger than the first by so much: what is counted of its cases, and what a collector leaves. */
const GROWTH = 1.5;

/**
 * Runs one target twice, each kind of interruption on the smallest program that has it, and says whether both runs came to the same verdicts,
 * whether anything outlived them, and whether the harness grew. Linux only.
 */
const main = async (target: string, more: readonly string[]): Promise<boolean> => {
  const before = left();
  const runs = [await soaked(target, more), await soaked(target, more)];
  const after = left();
  const outlived = after.filter((one) => !before.includes(one));
  for (const { report, plans, codes, sizes } of runs)
    console.log(
      `${plans} plans in ${(report.durationMs / 60_000).toFixed(1)} min, exit ${codes}: ${words(report)}; ` +
        `${report.interruptions.landed} of ${report.interruptions.planned} landed; ${megabytes(sizes)}`,
    );
  const changes = changesOf(runs.map(({ report }) => report));
  console.log(
    changes.length === 0 ? 'the same verdicts twice' : `other verdicts the second time: ${changes.join(', ')}`,
  );
  console.log(outlived.length === 0 ? 'nothing outlived them' : `outlived them: ${outlived.join(', ')}`);
  const isSteady = runs.every(({ sizes }) => growthOf(sizes) <= GROWTH);
  console.log(isSteady ? 'the harness did not grow' : 'the harness grew');
  return changes.length === 0 && outlived.length === 0 && isSteady;
};

type Soaked = {
  readonly report: Report;
  readonly plans: number;
  readonly codes: number | null;
  readonly sizes: readonly number[];
};

const soaked = async (target: string, more: readonly string[]): Promise<Soaked> => {
  const out = mkdtempSync(join(tmpdir(), 'soak-'));
  const cli = join(import.meta.dirname, '../dist/cli/main.js');
  const asked = ['--interruptions', 'all', '--smallest', '--reporter', 'json', '--out', out, ...more];
  const child = spawn(process.execPath, [cli, 'run', target, ...asked], { stdio: ['ignore', 'ignore', 'inherit'] });
  const sizes: number[] = [];
  const exited = once(child, 'exit');
  for (const over = exited.then(() => true); !(await Promise.race([over, pause(EVERY_MS, false)])); )
    sizes.push(sizeOf(child));
  const report = reportSchema.parse(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')));
  const plans = readdirSync(join(out, 'histories')).length;
  if (child.exitCode === 0) rmSync(out, { recursive: true });
  else console.log(`what failed is kept: ${out}`);
  return { report, plans, codes: child.exitCode, sizes };
};

/** The resident memory of a process in bytes. */
const sizeOf = ({ pid = 0 }: ChildProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
};

/** What could outlive a run: processes of ours, ports that are listened on, mounts, and folders in memory or for temporary files. */
const left = (): readonly string[] => [
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => (/killpoint|adapters/.test(commandOf(pid)) ? [`process ${pid} ${commandOf(pid)}`] : [])),
  ...readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, listening] = /^\s*\d+: (\S+) \S+ 0A/.exec(line) ?? [];
      return listening === undefined ? [] : [`port ${listening}`];
    }),
  ...readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes('killpoint')),
  ...[tmpdir(), '/dev/shm'].flatMap((place) => readdirSync(place).filter((name) => /killpoint/.test(name))),
];

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It is gone meanwhile.
    return '';
  }
};

const words = ({ summary }: Report): string =>
  `${summary.pass} pass, ${summary.fail} fail, ${summary.inconclusive} inconclusive, ${summary.unsupported} unsupported`;

const changesOf = ([one, two]: readonly Report[]): readonly string[] =>
  (one?.results ?? []).flatMap(({ requirement, status }) => {
    const other = two?.results.find((result) => result.requirement === requirement)?.status;
    return other === status ? [] : [`${requirement}: ${status}, then ${other ?? 'nothing'}`];
  });

/** The second half of a run over its second quarter: the first one is its start. */
const growthOf = (sizes: readonly number[]): number =>
  median(sizes.slice(Math.floor(sizes.length / 2))) /
  median(sizes.slice(Math.floor(sizes.length / 4), Math.floor(sizes.length / 2)));
const megabytes = (sizes: readonly number[]): string => {
  const quarters = [0, 1, 2, 3].map((nth) =>
    median(sizes.slice(Math.floor((sizes.length * nth) / 4), Math.floor((sizes.length * (nth + 1)) / 4))),
  );
  return `resident in each quarter ${quarters.map((size) => `${Math.round(size / 1e6)} MB`).join(', ')}`;
};

const [target = 'reference', ...more] = process.argv.slice(2);
process.exitCode = (await main(target, more)) ? 0 : 1;
