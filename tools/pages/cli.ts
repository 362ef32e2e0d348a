import { cpus } from 'node:os';
import type { Argument, Command, Option } from 'commander';
import { exitCodes } from '../../cli/exit.ts';
import { createProgram } from '../../cli/program.ts';
import { markdownTable as table } from '../../reports/markdown-table.ts';
import { page, text } from './markdown.ts';

/** Every command with its arguments and options, as the program itself declares them, and what its exit codes say. */
export const cliPage = (): string => {
  const program = createProgram(() => undefined);
  return page('Command line', 'cli/', [
    `${text(program.description())} In a clone, and where killpoint is among the packages, it is \`npx killpoint\`. \`--help\` behind any command says what stands here.`,
    table(
      ['command', 'does'],
      program.commands.map((command) => [
        `[\`${command.name()}\`](#killpoint-${command.name()})`,
        text(command.description()),
      ]),
    ),
    ...targets,
    ...program.commands.flatMap(commandBlocks),
    ...endings,
  ]);
};

const targets = [
  '## Targets',
  table(
    ['target', 'is'],
    [
      ['`reference`', 'the specification made durable on SQLite'],
      ['`mutant:NAME`', 'the reference with one deliberate defect: [mutants](../mutants.md)'],
      [
        '`reference:in-process`, `mutant:NAME:in-process`',
        'the same within the harness, under a virtual clock: seconds in place of minutes',
      ],
      [
        '`langgraph`, `dbos`, ...',
        'a runtime that comes with an adapter: [runtimes](../runtimes.md). `setup` installs it. Settings stand behind a colon: `langgraph:durability=sync,unfinished=tasks`',
      ],
      ['`./adapter.ts`', 'a module whose default export is an adapter, or makes one'],
      [
        '`cmd:"COMMAND"`',
        'a process that speaks the [adapter protocol](../protocol.md); settings behind the closing quote',
      ],
      [
        '`attach:TARGET`',
        'any of these, with workers that you start yourself: [step through it](../failures.md#step-through-it)',
      ],
    ],
  ),
];

const commandBlocks = (command: Command): readonly string[] => [
  `## killpoint ${command.name()}`,
  `\`killpoint ${command.name()} ${command.usage()}\``,
  sentence(text(command.description())),
  ...tableOf(['argument', 'is', 'where it is left out'], command.registeredArguments.map(argumentCells)),
  ...tableOf(['option', 'does', 'where it is left out'], command.options.map(optionCells)),
];

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : [table(heads, rows)];

const argumentCells = (one: Argument): readonly string[] => [
  `\`${one.name()}\`${one.variadic ? (one.required ? ', one or more' : ', any number') : ''}`,
  text(one.description),
  one.required ? 'it is needed' : saidDefault(one.defaultValue),
];

const optionCells = (option: Option): readonly string[] => [
  `\`${option.flags.replaceAll('|', '\\|')}\``,
  text(option.description) + (option.argChoices === undefined ? '' : ` (${option.argChoices.join(', ')})`),
  option.defaultValueDescription ??
    (option.long === '--workers' ? workersWords(option.defaultValue) : saidDefault(option.defaultValue)),
];

/** The only default that is another one on another machine. */
const workersWords = (value: unknown): string => {
  if (value !== 2 * cpus().length)
    throw new Error(`expected twice the processors for --workers, found ${value}: say here what it is now`);
  return 'twice the processors of the machine';
};

const saidDefault = (value: unknown): string => {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return '';
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``;
};

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

/** What each exit code says. */
const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'no requirement failed',
  failed: 'a requirement failed, or an entry of the baseline is stale',
  inconclusive:
    'nothing failed, but an interruption did not land, something asked for by name was not exercised, or nothing at all passed',
  usage: 'usage: an option, a name or a file is not what it has to be',
  unavailable: 'the target is not installed, not built, or ended by itself',
  bug: 'a bug of ours',
  protocol: 'a process broke the protocol',
};

const names = ['ok', 'failed', 'inconclusive', 'usage', 'unavailable', 'bug', 'protocol'] as const;

const endings = [
  '## Exit codes',
  'The last line of a run says the code and its reason, and so do `report.json` and the page. A failure goes before everything else, then a stale baseline, then what stayed open.',
  table(
    ['exit', 'means'],
    [
      ...names.map((name) => [`${exitCodes[name]}`, meanings[name]]),
      ['130, 143', 'interrupted by Ctrl-C or by SIGTERM: the partial report is written'],
    ],
  ),
];
