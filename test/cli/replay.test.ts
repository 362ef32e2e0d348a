import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, type Ended, fixture } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

/** The counterexample with some fields changed, as a file of its own. */
const changed = (name: string, change: Readonly<Record<string, unknown>>): string => {
  const file = join(bench.folder, name);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(bench.read(original())), ...change }));
  return file;
};
const original = (): string =>
  join('.killpoint', 'counterexamples', bench.list('.killpoint', 'counterexamples')[0] ?? 'none');

describe('a counterexample', () => {
  let run: Ended;
  beforeAll(async () => {
    run = await bench.run(
      'run',
      'mutant:key-per-attempt',
      '--program',
      'one-effect',
      '-r',
      'effect.applied-once',
      '-x',
    );
  });

  it('is written by a run that fails, confirmed twice alone, and the run says how to see it again', () => {
    expect(run.code).toBe(1);
    expect(bench.list('.killpoint', 'counterexamples')).toHaveLength(1);
    const [result] = bench.report().results;
    expect(result).toMatchObject({ requirement: 'effect.applied-once', status: 'fail' });
    expect(result?.cases[0]).toMatchObject({
      reproduced: '2/2',
      counterexample: original().slice('.killpoint/'.length),
    });
    expect(run.stdout.replaceAll(/[\s']+/g, '')).toContain(`killpointreplay${original()}`);
  });

  it('is shown as a readable trace, alone and with its folder', async () => {
    for (const place of [original(), '.killpoint']) {
      const shown = await bench.run('show', '--text', place);
      expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('effect.applied-once')]);
    }
  });

  it('fails again on its own target, each time', async () => {
    const replayed = await bench.run('replay', original(), '--times', '2');
    expect([replayed.code, replayed.stdout]).toEqual([1, expect.stringContaining('reproduced 2 of 2')]);
    expect(bench.list('.killpoint', 'replay', 'histories')).toHaveLength(2);
  });

  it('does not fail on the reference', async () => {
    const replayed = await bench.run('replay', original(), '--against', 'reference');
    expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringContaining('reproduced 0 of 1')]);
  });

  it('never names code to run: only --against does', async () => {
    const target = fixture('writes-when-loaded');
    const refused = await bench.run('replay', changed('path.json', { target }));
    expect([refused.code, refused.stderr]).toEqual([64, expect.stringContaining('--against')]);
    expect(bench.list()).not.toContain('was-loaded');
    await bench.run('replay', original(), '--against', target);
    expect(bench.list()).toContain('was-loaded');
  });

  it('writes nothing outside its folder, whatever its plan is called', async () => {
    const { plan } = JSON.parse(bench.read(original()));
    const file = changed('escape.json', { plan: { ...plan, id: '../../../escaped\u001b[31m' } });
    const replayed = await bench.run('replay', file, '--out', 'a/b/c');
    expect([replayed.code, replayed.stdout.includes('\u001b')]).toEqual([1, false]);
    expect(bench.list()).not.toContain('escaped');
    expect(bench.list('a')).toEqual(['b']);
    expect(bench.list('a', 'b')).toEqual(['c']);
    expect(bench.list('a', 'b', 'c', 'histories')).toHaveLength(1);
  });
});

describe('a file that is no counterexample', () => {
  it.each([
    { what: 'cut off', text: () => bench.read(original()).slice(0, 1000) },
    { what: 'of another kind', text: () => bench.read('.killpoint', 'report.json') },
    { what: 'empty', text: () => '' },
    { what: 'null', text: () => 'null' },
  ])('is refused by name: $what', async ({ text }) => {
    mkdirSync(join(bench.folder, 'odd'), { recursive: true });
    writeFileSync(join(bench.folder, 'odd', 'file.json'), text());
    for (const command of [['replay'], ['show', '--text']]) {
      const ended = await bench.run(...command, 'odd/file.json');
      expect([ended.code, ended.stderr]).toEqual([64, expect.stringContaining('odd/file.json is no counterexample')]);
    }
  });
});
