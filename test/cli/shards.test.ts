import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

const asked = ['--program', 'one-effect', '-r', 'effect.applied-once', '--reporter', 'json,junit'];
const shard = (nth: string, out: string, ...more: readonly string[]) =>
  bench.run('run', 'mutant:key-per-attempt:in-process', ...asked, '--shard', nth, '--out', out, ...more);

describe('a run divided among machines', () => {
  let codes: readonly (number | null)[] = [];
  beforeAll(async () => {
    await bench.run('run', 'mutant:key-per-attempt:in-process', ...asked, '--out', 'whole');
    const one = await shard('1/2', 'one', '--costs', 'whole');
    const two = await shard('2/2', 'two', '--costs', join('whole', 'costs.json'));
    codes = [one.code, two.code];
  });

  it('leaves in each folder what merge needs', () => {
    for (const out of ['one', 'two'])
      expect(bench.list(out)).toEqual(expect.arrayContaining(['report.json', 'shard.json', 'costs.json']));
    expect(codes).toContain(1);
  });

  it('comes out as one report with the verdicts and the exit code of the whole', async () => {
    const { code, stdout } = await bench.run('merge', 'one', 'two', '--out', 'merged');
    expect([code, stdout]).toEqual([1, expect.stringContaining('FAIL effect.applied-once')]);
    const [merged, whole] = [bench.report('merged'), bench.report('whole')];
    const said = ({ results, interruptions, exit }: typeof whole) => ({
      interruptions,
      exit,
      results: results.map(({ status, message, strength }) => ({ status, message, strength })),
    });
    expect(said(merged)).toEqual(said(whole));
    const file = merged.results[0]?.cases[0]?.counterexample ?? '';
    expect(existsSync(join(bench.folder, 'merged', file))).toBe(true);
    expect(bench.list('merged')).toEqual(expect.arrayContaining(['index.html', 'junit.xml', 'report.json']));
  });

  it.each([
    { what: 'a missing shard', args: ['one'], says: 'expected all 2 shards; 2/2 is missing' },
    { what: 'a doubled shard', args: ['one', 'two', 'two'], says: '2/2 stands in two and two' },
    {
      what: 'a folder of no shard',
      args: ['one', 'whole'],
      says: 'expected the folder of a shard, with shard.json in it',
    },
    {
      what: 'the folder of a shard as the place of the whole',
      args: ['one', 'two', '--out', 'one'],
      says: 'the whole needs one of its own',
    },
  ])('refuses $what', async ({ args, says }) => {
    const { code, stderr } = await bench.run('merge', ...args);
    expect([code, stderr]).toEqual([64, expect.stringContaining(says)]);
  });

  it.each([
    { what: 'a part that is none', args: ['--shard', '3/2'], says: "such as '2/4'" },
    { what: 'costs without a division', args: ['--costs', 'whole'], says: 'without --shard it is not' },
    {
      what: 'costs that are not there',
      args: ['--shard', '1/2', '--costs', 'nowhere'],
      says: 'expected the costs of an earlier run in nowhere',
    },
    { what: 'draws without a seed', args: ['--shard', '1/2', '--interruptions', 'random:5'], says: 'the same --seed' },
    {
      what: 'a baseline made of a part',
      args: ['--shard', '1/2', '--baseline', 'b.json', '--update-baseline'],
      says: 'refuses',
    },
  ])('refuses $what', async ({ args, says }) => {
    const { code, stderr } = await bench.run('run', 'reference:in-process', '--program', 'one-effect', ...args);
    expect([code, stderr]).toEqual([64, expect.stringContaining(says)]);
  });

  it('is no failure for what a part does not exercise', async () => {
    mkdirSync(join(bench.folder, 'part'));
    const { code } = await bench.run(
      'run',
      'reference:in-process',
      '--program',
      'one-effect',
      '-r',
      'approval.binds-one-revision',
      '--shard',
      '2/2',
      '--out',
      'part',
      '--reporter',
      'console',
    );
    expect(code).toBe(0);
  });
});
