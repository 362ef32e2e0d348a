import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readHistory } from '../../scenarios/archive.ts';
import { scenarios } from '../../scenarios/index.ts';
import { mutants } from '../../sut/index.ts';
import { Bench, type Ended } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

const modeOf = (...path: readonly string[]): string => (statSync(join(bench.folder, ...path)).mode & 0o777).toString(8);

describe('a run of the reference', () => {
  let ended: Ended;
  beforeAll(async () => {
    ended = await bench.run('run', '--program', 'one-effect', '--skip', 'reassign.*', '--skip', 'claim.*');
  });

  it('ends with 0, and leaves no process', () => {
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toContain('exit 0: no requirement failed');
    expect(bench.workers()).toEqual([]);
  });

  it('writes a report that fits its schema, in which every interruption landed', () => {
    const { partial, exit, interruptions, results } = bench.report();
    expect([partial, exit.code]).toEqual([false, 0]);
    expect(interruptions.planned).toBeGreaterThan(10);
    expect(interruptions.landed).toBe(interruptions.planned);
    expect(results.find(({ requirement }) => requirement === 'effect.applied-once')?.status).toBe('pass');
  });

  it('saves every history that a verdict names, and nobody else may read them', async () => {
    const named = new Set(bench.report().results.flatMap(({ cases }) => cases.map(({ history }) => history)));
    const saved = bench.list('.killpoint', 'histories').map((name) => `histories/${name}`);
    expect(saved).toEqual([...named].sort());
    for (const file of saved) {
      const { observations, ended: how } = await readHistory(join(bench.folder, '.killpoint', file));
      expect([how, observations.length > 0]).toEqual(['settled', true]);
      expect(modeOf('.killpoint', file)).toBe('600');
    }
    for (const file of ['report.json', 'junit.xml', 'index.html']) expect(modeOf('.killpoint', file)).toBe('600');
    for (const folder of ['.', 'histories', 'counterexamples']) expect(modeOf('.killpoint', folder)).toBe('700');
  });

  it('has no counterexample to show, and shows a history', async () => {
    const none = await bench.run('show', '--text', '.killpoint');
    expect([none.code, none.stdout]).toEqual([0, expect.stringContaining('no counterexamples')]);
    const [first = ''] = bench.list('.killpoint', 'histories');
    const one = await bench.run('show', '--text', join('.killpoint', 'histories', first));
    expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('worker-1')]);
  });
});

describe('a dry run', () => {
  it('names each plan and guesses the time, and interrupts nothing', async () => {
    const ended = await bench.run('run', '--program', 'one-effect', '-r', 'effect.*', '--dry-run', '--out', 'dry');
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('one-effect/kill@effect.applied(publish)\n');
    expect(ended.stdout).toMatch(/^\d+ plans, about [\d.]+ minutes$/m);
    expect(bench.list('dry')).not.toContain('report.json');
  });
});

describe('a list', () => {
  const rowSchema = z.array(z.looseObject({ id: z.string().min(1) }));
  const rows = async (kind: string) => rowSchema.parse(JSON.parse((await bench.run('list', kind, '--json')).stdout));

  it.each([
    { kind: 'requirements', count: 97, has: 'effect.applied-once' },
    { kind: 'programs', count: scenarios.length, has: 'document-review' },
    { kind: 'boundaries', count: undefined, has: 'effect.applied' },
    { kind: 'targets', count: undefined, has: 'langgraph' },
    { kind: 'mutants', count: mutants.length, has: 'unfenced' },
  ])('of $kind is an array of objects with an id, and as text a line for each', async ({ kind, count, has }) => {
    const ids = (await rows(kind)).map(({ id }) => id);
    expect(ids).toContain(has);
    expect(new Set(ids).size).toBe(count ?? ids.length);
    const text = (await bench.run('list', kind)).stdout;
    const shown = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ')[0]);
    // The mutants are targets too, and many: as text they are one line there.
    const isShown = (id: unknown): boolean => kind !== 'targets' || !String(id).startsWith('mutant:');
    expect(shown).toEqual([...ids.filter(isShown), ...(kind === 'targets' ? ['mutant:NAME'] : [])]);
  });

  it('of mutants names the requirements that each fails, all of which exist', async () => {
    const known = (await rows('requirements')).map(({ id }) => id);
    for (const { fails } of await rows('mutants')) {
      const named = z.array(z.string()).nonempty().parse(fails);
      for (const id of named) expect(known).toContain(id);
    }
  });
});
