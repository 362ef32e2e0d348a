import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { pages, root, textOf } from './pages.ts';

const written = pages()
  .filter((page) => !page.startsWith('CHANGELOG'))
  .flatMap((page) => commandLines(textOf(page)).map((line) => ({ page, line })));

describe('the command lines in the documentation', () => {
  let program = new Command();
  beforeAll(async () => {
    const file = join(root, 'cli/program.ts');
    const { createProgram }: { createProgram: (onCode: () => void) => Command } = await import(file);
    program = createProgram(() => undefined);
  });

  it('are found in the README, which is there', () => {
    expect(existsSync(join(root, 'README.md'))).toBe(true);
    expect(written.filter(({ page }) => page === 'README.md').length).toBeGreaterThan(1);
  });

  it.each(written)('$page: $line', ({ line }) => expect(complaintAbout(program, line)).toBe(''));
});

describe('a command line that does not exist', () => {
  const program = new Command('killpoint').version('1');
  program.command('run').argument('[target...]').option('--workers <n>');
  program.command('replay').argument('<file>').option('--times <n>');

  it.each([
    ['npx killpoint runn', 'no command runn'],
    ['npx killpoint run --worker 3', 'run does not know --worker'],
    ['npx killpoint replay', 'replay takes 1 to 1 arguments, not 0'],
    ['npx killpoint replay a b', 'replay takes 1 to 1 arguments, not 2'],
    ['npx killpoint --helpp', 'killpoint does not know --helpp'],
  ])('is refused: %s', (line, complaint) => expect(complaintAbout(program, line)).toBe(complaint));

  it.each(['npx killpoint run a b --workers 3', 'npx killpoint replay "a b" --times 5', 'npx killpoint --version'])(
    'is not this one: %s',
    (line) => expect(complaintAbout(program, line)).toBe(''),
  );

  it('is found in text and in code, without what follows it', () => {
    const text = 'Type `npx killpoint a` or\n```sh\nnpm ci && npx killpoint b --c "d e"  # why\n```\n';
    expect(commandLines(text)).toEqual(['npx killpoint a', 'npx killpoint b --c "d e"']);
  });
});

function commandLines(text: string): readonly string[] {
  return [...text.matchAll(/npx killpoint[^`\n]*/g)].map((match) => (match[0].split(/\s+#|&&|\||;|>/)[0] ?? '').trim());
}

/** Empty when the program would take the line. Nothing is run. */
function complaintAbout(program: Command, line: string): string {
  const [first, ...rest] = (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).slice(2);
  if (first === undefined) return '';
  if (first.startsWith('-')) return unknownOption(program, first);
  const command = program.commands.find((each) => each.name() === first || each.aliases().includes(first));
  if (command === undefined) return `no command ${first}`;
  const { operands, unknown } = command.parseOptions(rest);
  const [option] = unknown;
  if (option !== undefined) return unknownOption(command, option);
  return wrongCount(command, operands.length);
}

function unknownOption(command: Command, option: string): string {
  const isKnown = option === '--help' || command.options.some((each) => [each.long, each.short].includes(option));
  return isKnown ? '' : `${command.name()} does not know ${option}`;
}

function wrongCount(command: Command, count: number): string {
  const all = command.registeredArguments;
  const least = all.filter((each) => each.required).length;
  const most = all.some((each) => each.variadic) ? Number.POSITIVE_INFINITY : all.length;
  return count < least || count > most ? `${command.name()} takes ${least} to ${most} arguments, not ${count}` : '';
}
