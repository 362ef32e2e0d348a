import { Command, Option } from 'commander';
import type { Level } from '../model/vocabulary.ts';
import { bridge, UsageError } from '../scenarios/index.ts';
import type { RunOptions } from './adapter-run.ts';
import { type CompareOptions, compareTargets, comparisonReporters } from './compare.ts';
import { explanationOf } from './explain.ts';
import { type ExploreOptions, exploreSpecification } from './explore.ts';
import { initialise, languages } from './init.ts';
import { listKinds, listText, rowsOf } from './list.ts';
import { baselined, collect, count, dividing, listOf, OUT, running, selecting, speaking } from './options.ts';
import { ownVersion } from './places.ts';
import { addReading } from './reading-commands.ts';
import { replayFile } from './replay.ts';
import { runTargets } from './run.ts';
import { setUp } from './setup.ts';
import { shrinkFile } from './shrink.ts';
import { type SmokeOptions, smokeTarget } from './smoke.ts';

/** The command line of killpoint. `onCode` is told the exit code of the command that ran. */
export const createProgram = (onCode: (code: number) => void): Command => {
  const program = new Command('killpoint')
    .description('Kills a durable runtime wherever a run can be interrupted, and judges what follows.')
    // -V asks for strict messages, as in `run -V`.
    .version(ownVersion(), '--version')
    .showSuggestionAfterError()
    .exitOverride();
  addRun(program, onCode);
  addCompare(program, onCode);
  addAgain(program, onCode);
  addReading(program, onCode);
  addExplore(program, onCode);
  addLists(program);
  addExplain(program);
  addTargets(program, onCode);
  return program;
};

const addRun = (program: Command, onCode: (code: number) => void): void => {
  const run = program
    .command('run')
    .description('run the conformance of one or more targets (default: reference)')
    .argument(
      '[targets...]',
      'reference, mutant:NAME, a third-party name such as langgraph:durability=sync, ./adapter.ts, or cmd:"COMMAND"; with attach: before it you start the workers, under a debugger',
    );
  for (const option of [...selecting, ...baselined, ...dividing, ...running, ...speaking]) run.addOption(option);
  run.action(async (targets: string[], given: Omit<RunOptions, 'level'> & { level?: string }) => {
    const { level, ...options } = given;
    const asked = level === undefined ? options : { ...options, level: levelOf(level) };
    onCode(await runTargets(targets.length === 0 ? ['reference'] : targets, asked));
  });
};

const addCompare = (program: Command, onCode: (code: number) => void): void => {
  const compare = program
    .command('compare')
    .description('run several targets, or take the folders of earlier runs, and show them side by side')
    .argument('<targets...>', 'targets as for run, or folders with a report.json');
  const own = new Option('--reporter <list>', comparisonReporters.join(','))
    .argParser((text: string) => listOf(text, comparisonReporters))
    .default([...comparisonReporters]);
  const shared = [...selecting, ...running, ...speaking].filter(
    ({ long }) => !['--reporter', '--dry-run', '--last-failed', '-x'].includes(long ?? '-x'),
  );
  for (const option of [...shared, own]) compare.addOption(option);
  compare.action(async (targets: string[], given: Omit<CompareOptions, 'level'> & { level?: string }) => {
    const { level, ...options } = { ...given, ...wholeRuns };
    const asked = level === undefined ? options : { ...options, level: levelOf(level) };
    onCode(await compareTargets(targets, asked));
  });
};

/** What is compared was run whole. */
const wholeRuns = { dryRun: false, x: false, lastFailed: false, updateBaseline: false } as const;

const addAgain = (program: Command, onCode: (code: number) => void): void => {
  program
    .command('replay')
    .description('run the plan of a counterexample again')
    .argument('<file>', 'a file of .killpoint/counterexamples')
    .addOption(new Option('--times <n>', 'how often it must land').argParser(count).default(1))
    .option('--against <target>', 'run it on this target instead')
    .option('--attach', 'start its workers yourself, under a debugger', false)
    .option('--out <folder>', 'where the histories go', `${OUT}/replay`)
    .action(async (file: string, options: { times: number; against?: string; attach: boolean; out: string }) =>
      onCode(await replayFile(file, options)),
    );
  program
    .command('attach')
    .description('start the worker that a killpoint in attach mode waits for, in this terminal')
    .argument('<socket>', 'as that killpoint says it')
    .argument('[command...]', 'after --, what to start: the worker, with a debugger before it')
    .action(async (socket: string, command: string[]) => onCode(await bridge(socket, command)));
  program
    .command('shrink')
    .description('make the plan of a counterexample smaller, and write what is left beside it')
    .argument('<file>', 'a file of .killpoint/counterexamples')
    .option('--against <target>', 'run it on this target instead')
    .option('--out <folder>', 'where it works', `${OUT}/shrink`)
    .action(async (file: string, options: { against?: string; out: string }) =>
      onCode(await shrinkFile(file, options)),
    );
};

const addExplore = (program: Command, onCode: (code: number) => void): void => {
  program
    .command('explore')
    .description('go through everything that the specification allows in small worlds, and hold its laws against it')
    .option('--scope <id>', 'only this scope; may be repeated', collect, [])
    .option('--lifts', 'also leave out each refusal once, and see what breaks', false)
    .option('--json', 'as one object', false)
    .action((options: ExploreOptions) => onCode(exploreSpecification(options)));
};

const addLists = (program: Command): void => {
  program
    .command('list')
    .description(`list ${listKinds.join(', ')}`)
    .argument('<kind>', listKinds.join(', '))
    .option('--json', 'as an array of objects with an id', false)
    .action((kind: string, { json }: { json: boolean }) => {
      process.stdout.write(`${json ? JSON.stringify(rowsOf(kind), null, 2) : listText(kind)}\n`);
    });
};

const addExplain = (program: Command): void => {
  program
    .command('explain')
    .description('say what a requirement, a boundary, a program or a mutant is')
    .argument('<id>', 'such as effect.applied-once')
    .action((id: string) => void process.stdout.write(`${explanationOf(id)}\n`));
};

const addTargets = (program: Command, onCode: (code: number) => void): void => {
  const smoke = program
    .command('smoke')
    .description('judge an adapter alone, before anything judges its runtime')
    .argument('<target>')
    .option('--out <folder>', 'where the histories go', `${OUT}/smoke`);
  for (const option of speaking) smoke.addOption(option);
  smoke.action(async (target: string, options: SmokeOptions) => onCode(await smokeTarget(target, options)));
  program
    .command('init')
    .description('write an adapter to start from, with a toy runtime in it')
    .argument('<language>', languages.join(' or '))
    .argument('[folder]', 'where to', 'killpoint-adapter')
    .action((language: string, folder: string) => void process.stdout.write(`${initialise(language, folder)}\n`));
  program
    .command('setup')
    .description('install the pinned packages of a third-party adapter')
    .argument('<target>')
    .action(async (target: string) => setUp(target));
};

const levelOf = (text: string): Level => {
  const level = ([1, 2, 3, 4] as const).find((known) => String(known) === text);
  if (level === undefined) throw new UsageError(`there is no level ${text}`);
  return level;
};
