import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../scenarios/archive.ts';
import { Bench } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

/** A copy of the run's folder with one of its files changed. */
const copy = (name: string, file: string, change: (text: string) => string): string => {
  cpSync(join(bench.folder, '.killpoint'), join(bench.folder, name), { recursive: true });
  const place = join(bench.folder, name, file);
  writeFileSync(place, change(readFileSync(place, 'utf8')));
  return name;
};

describe('recheck', () => {
  beforeAll(async () => {
    await bench.run('run', 'mutant:key-per-attempt:in-process', '--program', 'one-effect', '-r', 'effect.applied-once');
  });

  it('comes to the same verdicts as the run, without running anything', async () => {
    const again = await bench.run('recheck');
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('1 verdict, none of them another')]);
    expect(again.stdout).toContain('the report was judged by the same');
    expect(again.ms).toBeLessThan(30_000);
  });

  it('says which verdict is another than the report says, and by which cases', async () => {
    const other = copy('other', 'report.json', (text) => text.replaceAll('"status": "fail"', '"status": "pass"'));
    const again = await bench.run('recheck', other);
    expect(again.code).toBe(1);
    expect(again.stdout).toMatch(/effect.applied-once: pass then, fail now: publish of run-1 was applied 2 times/);
    expect(again.stdout).toContain('one-effect/kill@effect.applied(publish): pass then, fail now');
  });

  it('leaves a failure that did not come again at what only running could show', async () => {
    const unsteady = copy('unsteady', 'report.json', (text) => {
      const report = JSON.parse(text);
      report.results[0].status = 'inconclusive';
      return JSON.stringify(report);
    });
    const again = await bench.run('recheck', unsteady);
    expect(again.stdout).toContain('1 verdict, none of them another');
    expect(again.code).toBe(2);
  });

  it('takes a baseline into account', async () => {
    const entry = { requirement: 'effect.applied-once', message: 'publish', reason: 'planned', expires: '2999-01-01' };
    writeFileSync(
      join(bench.folder, 'known.json'),
      JSON.stringify({ schema: 'killpoint.baseline/1', failing: [entry] }),
    );
    const again = await bench.run('recheck', '--baseline', 'known.json');
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('apart from 1 that the baseline knows')]);
  });

  it('says that it could not judge all when a history is gone', async () => {
    const gone = copy('gone', 'report.json', (text) => text);
    const [first] = bench.list('gone', 'histories').filter((name) => name.includes('received'));
    rmSync(join(bench.folder, 'gone', 'histories', first ?? 'none'));
    const again = await bench.run('recheck', gone);
    expect(again.stdout).toContain('1 histories are not there any more');
  });

  it.each([
    {
      what: 'of the next schema',
      change: (text: string) => text.replace('killpoint.history/1', 'killpoint.history/2'),
    },
    { what: 'cut off', change: (text: string) => text.slice(0, text.length - 30) },
    { what: 'of nothing', change: () => '{}\n' },
  ])('refuses a history $what by its name', async ({ what, change }) => {
    const [first = ''] = bench.list('.killpoint', 'histories');
    const odd = copy(`odd ${what}`, join('histories', first), change);
    const again = await bench.run('recheck', odd);
    expect([again.code, again.stderr]).toEqual([64, expect.stringContaining(first)]);
  });

  it('says where there is no run', async () => {
    const none = await bench.run('recheck', 'nowhere');
    expect([none.code, none.stderr]).toEqual([64, expect.stringContaining('expected the report of a run at')]);
  });
});

describe('a history of this schema, as an earlier release wrote it', () => {
  it('is read', async () => {
    const file = join(import.meta.dirname, '../fixtures/histories/one-effect.history-1.jsonl');
    const { schema, ended, observations } = await readHistory(file);
    expect([schema, ended, observations.length]).toEqual(['killpoint.history/1', 'settled', 19]);
  });
});
