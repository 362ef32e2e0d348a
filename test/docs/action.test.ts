import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { textOf } from './pages.ts';

const action = textOf('action.yml');
/** The one script of the action: the lines below `run: |`, as far as they are indented. */
const script = (/run: \|\n((?: {8}.*\n|\n)+)/.exec(action)?.[1] ?? '').replaceAll(/^ {8}/gm, '');

describe('the GitHub action', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-action-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'npx'),
    '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word"; done > "$SEEN"\nexit 2\n',
  );
  chmodSync(join(folder, 'npx'), 0o755);

  /** Runs the script as a runner does, with an npx that writes down what it is given and ends with 2. */
  const given = (
    inputs: Readonly<Record<string, string>>,
  ): { readonly words: readonly string[]; readonly code: unknown; readonly output: string } => {
    const [seen, output] = [join(folder, 'seen'), join(folder, 'output')];
    writeFileSync(output, '');
    const none = { SHARD: '', COSTS: '', BASELINE: '', MORE: '', OUT: '.killpoint', VERSION: '' };
    const env = {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      SEEN: seen,
      GITHUB_OUTPUT: output,
      ...none,
      ...inputs,
    };
    let code: unknown = 0;
    try {
      execFileSync('bash', ['-e', '-c', script], { env, cwd: folder });
    } catch (error) {
      code = error instanceof Error && 'status' in error ? error.status : error;
    }
    const words = readFileSync(seen, 'utf8').split('\n').slice(0, -1);
    return { words, code, output: readFileSync(output, 'utf8') };
  };

  it('passes its inputs on, and hands back the exit code', () => {
    const { words, code, output } = given({
      TARGET: './adapter.ts',
      SHARD: '2/4',
      COSTS: 'old',
      BASELINE: 'known.json',
      MORE: "--level 2 -r 'effect.*'",
    });
    expect(words.slice(2)).toEqual(
      ['run', './adapter.ts', '--out', '.killpoint', '--reporter', 'console,json,junit,html,github'].concat([
        '--shard',
        '2/4',
        '--costs',
        'old',
        '--baseline',
        'known.json',
        '--level',
        '2',
        '-r',
        'effect.*',
      ]),
    );
    expect([code, output]).toEqual([2, 'exit-code=2\n']);
  });

  it('runs nothing that stands in an input', () => {
    const evil = '$(touch evil) `touch evil` "; touch evil; #';
    const { words } = given({ TARGET: evil, MORE: "--skip '$(touch evil)'", VERSION: '1.0.0' });
    expect(words.slice(0, 4)).toEqual(['--yes', 'killpoint@1.0.0', 'run', evil]);
    expect(words.slice(-2)).toEqual(['--skip', '$(touch evil)']);
    expect(() => readFileSync(join(folder, 'evil'))).toThrow('ENOENT');
  });

  it('gives every input to its script as a variable, never as its text', () => {
    expect(script.length).toBeGreaterThan(300);
    expect(script).not.toContain('${{');
  });

  it('asks for options that killpoint has', () => {
    const run = createProgram(() => undefined).commands.find((command) => command.name() === 'run');
    const known = run?.options.flatMap(({ long }) => long ?? []) ?? [];
    for (const [option] of script.matchAll(/--(?!yes)[a-z]+/g)) expect(known).toContain(option);
  });
});

describe('the workflow with shards', () => {
  const workflow = textOf('docs/ci/github-shards.yml');

  it('has as many shards as it says, and merges them all', () => {
    const [, list = ''] = /shard: \[([\d, ]+)\]/.exec(workflow) ?? [];
    const of = list.split(',').length;
    expect(workflow).toContain(`shard: \${{ matrix.shard }}/${of}`);
    expect(workflow).toMatch(/npx killpoint merge shard-\* --reporter console,json,junit,html,github/);
  });

  it('uses inputs that the action has', () => {
    const [, used = ''] = /uses: OWNER\/killpoint@main\n {8}with:\n((?: {10}.*\n)+)/.exec(workflow) ?? [];
    const names = [...used.matchAll(/^ {10}([a-z]+):/gm)].map(([, name]) => name);
    expect(names).toContain('shard');
    for (const name of names) expect(action).toMatch(new RegExp(`^  ${name}:$`, 'm'));
  });
});
