import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCounterexample } from '../../scenarios/counterexample.ts';
import { at, planOf } from '../../scenarios/plans/make.ts';
import { scenarios } from '../../scenarios/programs.ts';
import { Bench, fixture } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

const frozen = join(import.meta.dirname, '../replay/key-per-attempt.json');
const review = scenarios.find(({ program: { id } }) => id === 'document-review')?.program;

/** The frozen counterexample with some fields changed, as a file of its own. */
const changed = (name: string, change: Readonly<Record<string, unknown>>): void => {
  writeFileSync(join(bench.folder, name), JSON.stringify({ ...JSON.parse(readFileSync(frozen, 'utf8')), ...change }));
};

describe('shrink', () => {
  it('leaves out what does not count, writes what is left beside the file, and that replays', async () => {
    if (review === undefined) throw new Error('expected the program document-review in the catalogue');
    const plan = planOf(review, [
      at({ at: 'call.done', step: 'extract' }, 'kill'),
      at({ at: 'effect.applied', step: 'publish' }, 'kill'),
    ]);
    changed('wide.json', { target: 'mutant:key-per-attempt:in-process', plan });
    const shrunk = await bench.run('shrink', 'wide.json');
    expect([shrunk.code, shrunk.stderr]).toEqual([0, '']);
    expect(shrunk.stdout).toContain('2 interventions');
    expect(shrunk.stdout).toMatch(/left out: kill at call.done\(extract\); step \w+/);
    expect(shrunk.stdout).toMatch(/1 intervention, 1 step; \d+ runs/);
    const { larger, reference } = await readCounterexample(join(bench.folder, 'wide--smaller.json'));
    expect(larger).toEqual({ plan: JSON.parse(JSON.stringify(plan)), events: expect.any(Number) });
    expect(reference).toMatchObject({ status: 'ran' });
    const shown = await bench.run('show', '--text', 'wide--smaller.json');
    expect(shown.stdout).toMatch(/made smaller from document-review\/\S+ \(2 interventions, \d steps, \d+ events\)/);
    const replayed = await bench.run('replay', 'wide--smaller.json');
    expect([replayed.code, replayed.stdout]).toEqual([1, expect.stringContaining('reproduced 1 of 1')]);
    const again = await bench.run('shrink', 'wide--smaller.json');
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('nothing can be left out')]);
  });

  it('says that nothing can be done where the plan fails nothing', async () => {
    changed('one.json', { target: 'mutant:key-per-attempt:in-process' });
    const shrunk = await bench.run('shrink', 'one.json', '--against', 'reference:in-process');
    expect([shrunk.code, shrunk.stdout]).toEqual([2, expect.stringContaining('nothing to make smaller')]);
    expect(bench.list()).not.toContain('one--smaller.json');
  });

  it('runs no code that a file names', async () => {
    changed('path.json', { target: fixture('writes-when-loaded') });
    const refused = await bench.run('shrink', 'path.json');
    expect([refused.code, refused.stderr]).toEqual([64, expect.stringContaining('--against')]);
    expect(bench.list()).not.toContain('was-loaded');
  });
});
