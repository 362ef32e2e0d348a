import { cpus } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import { reaches } from '../model/vocabulary.ts';
import { usualReach } from '../scenarios/index.ts';
import type { RunOptions } from './adapter-run.ts';
import { type ReporterName, reporterNames, usualReporters } from './reporters.ts';

/** Where everything goes unless told otherwise. */
export const OUT = '.killpoint';

/** An option that may be given more than once. */
export const collect = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

/** A whole number above 0. */
export const count = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('expected a whole number above 0.');
};

const statuses = (text: string): readonly string[] => listOf(text, ['fail', 'inconclusive', 'unsupported']);
const reporters = (text: string): readonly ReporterName[] => listOf(text, reporterNames);

/** Some of the known names, with commas between. */
export const listOf = <T extends string>(text: string, known: readonly T[]): readonly T[] =>
  text.split(',').map((name) => {
    const found = known.find((candidate) => candidate === name);
    if (found === undefined) throw new InvalidArgumentError(`there is no '${name}'; there are ${known.join(', ')}.`);
    return found;
  });

/** A time such as `90s`, `10m` or `2h`, in milliseconds. */
const time = (text: string): number => {
  const [, digits, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined)
    throw new InvalidArgumentError("expected a time such as '90s', '10m' or '2h'.");
  return Number(digits) * { s: 1_000, m: 60_000, h: 3_600_000 }[unit === 's' || unit === 'm' ? unit : 'h'];
};

/** `2/4`: the second of four parts. */
const shard = (text: string): { readonly index: number; readonly of: number } => {
  const [, index, of] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) > Number(of))
    throw new InvalidArgumentError("expected a part of the run such as '2/4', the second of four.");
  return { index: Number(index), of: Number(of) };
};

/** One of the named kinds, or `random:N`. */
const interruptions = (text: string): RunOptions['interruptions'] => {
  if (text === 'quick' || text === 'all' || text === 'pairs') return text;
  const [, digits] = /^random:([1-9]\d*)$/.exec(text) ?? [];
  if (digits !== undefined) return { draws: Number(digits) };
  throw new InvalidArgumentError("expected 'quick', 'all', 'pairs', or 'random:N' with a number of draws.");
};

/** How adapters are spoken to. */
export const speaking: readonly Option[] = [
  new Option(
    '-V, --validate',
    'hold each message of an adapter that is a process to the letter of the protocol, both ways',
  ).default(false),
  new Option('--call-limit <seconds>', 'how long an adapter may take over a call; twice that to describe and open')
    .argParser(count)
    .default(30),
];

/** What is run: options that choose requirements and programs. */
export const selecting: readonly Option[] = [
  new Option('-r, --requirement <glob>', 'only these requirements; may be repeated')
    .argParser(collect)
    .default([], 'all'),
  new Option('--skip <glob>', 'not these requirements; may be repeated').argParser(collect).default([], 'none'),
  new Option('--profile <name>', 'only the requirements of this profile'),
  new Option('--level <n>', 'only the requirements up to this level; unsupported ones then count').choices([
    '1',
    '2',
    '3',
    '4',
  ]),
  new Option(
    '--interruptions <kind>',
    'quick: for each requirement the smallest program that exercises it; all: every intervention at every boundary of every program; pairs: quick, and a second interruption in each different recovery; random:N: N draws that go deeper by chance',
  )
    .argParser(interruptions)
    .default('quick'),
  new Option('--reach <list>', `how far into the target: ${reaches.join(',')}; store also interrupts each commit`)
    .argParser((text: string) => listOf(text, reaches))
    .default([...usualReach], usualReach.join(',')),
  new Option('--smallest', 'with all: each kind of interruption only on the smallest program that has it').default(
    false,
  ),
  new Option(
    '--budget <time>',
    'begin no plan after this long, such as 10m; what a plan can still teach goes first',
  ).argParser(time),
  new Option('--seed <n>', 'of the draws of random:N').argParser(count),
  new Option('--program <glob>', 'only these programs; may be repeated').argParser(collect).default([], 'all'),
  new Option('--last-failed', 'only what failed in the report that the last run left in --out').default(false),
];

/** What is known of a target and is not to fail its run. */
export const baselined: readonly Option[] = [
  new Option('--baseline <file>', 'what is known to fail, to waver or not to be offered; a stale entry fails the run'),
  new Option('--update-baseline', 'write into that file what this run finds; refuses under a filter').default(false),
];

/** A run divided among machines. */
export const dividing: readonly Option[] = [
  new Option(
    '--shard <i/n>',
    "only the i-th of n parts of the plans, and what they rest on; 'killpoint merge' puts the folders of all parts together",
  ).argParser(shard),
  new Option(
    '--costs <place>',
    'divide by what each plan took in an earlier run: its folder, or its costs.json. The same for every shard',
  ),
];

/** How it is run, and what comes out. */
export const running: readonly Option[] = [
  new Option('--dry-run', 'only show the plans, and about how long they take').default(false),
  new Option('--workers <n>', 'plans side by side').argParser(count).default(2 * cpus().length),
  new Option('-x', 'stop at the first failing case').default(false),
  new Option('--fail-on <list>', 'what the exit code tells: fail,inconclusive,unsupported')
    .argParser(statuses)
    .default(['fail']),
  new Option('--reporter <list>', reporterNames.join(',')).argParser(reporters).default([...usualReporters]),
  new Option('--out <folder>', 'where reports, histories and counterexamples go').default(OUT),
];
