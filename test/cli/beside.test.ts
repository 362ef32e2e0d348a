import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { isReference } from '../../cli/targets.ts';
import type { Adapter } from '../../model/vocabulary.ts';
import { alignmentOf } from '../../reports/alignment.ts';
import { Archive, beside, keepBeside, type ReadCounterexample, readCounterexample } from '../../scenarios/index.ts';
import { Bench } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

const target = ['mutant:unfenced:in-process', '--program', 'one-effect', '-r', 'lease.zombie-changes-nothing'];

/** The only counterexample of a folder. */
const counterexampleIn = async (folder: string): Promise<ReadCounterexample> => {
  const [file = ''] = bench.list(folder, 'counterexamples');
  return readCounterexample(join(bench.folder, folder, 'counterexamples', file));
};

describe('a counterexample of a run', () => {
  beforeAll(async () => {
    await bench.run('run', ...target, '--shard', '1/1', '--out', 'failing');
  });

  it('has what the reference did under its plan beside it, which is right and parts from it at the illegal event', async () => {
    const { reference, history, evidence, plan } = await counterexampleIn('failing');
    if (reference?.status !== 'ran')
      throw new Error(`expected a history of the reference, found ${reference?.because}`);
    expect([reference.history.subject.variant, reference.history.plan]).toEqual([{ lives: 'in-process' }, plan]);
    const { rows, parts } = alignmentOf(reference.history, history, evidence);
    const illegal = evidence.find(({ role }) => role === 'illegal');
    expect(rows[parts ?? -1]?.target?.seq).toBe(illegal?.seq);
  });

  it('is told as text with where the two part', async () => {
    const { stdout } = await bench.run('show', '--text', 'failing');
    expect(stdout).toMatch(
      /beside the reference: \d+ things alike, then they part\. Here: the store shows publish committed/,
    );
  });

  it('keeps it in a merge of shards and in a bundle, where it is judged as ever', async () => {
    await bench.run('merge', 'failing', '--out', 'merged');
    expect((await counterexampleIn('merged')).reference).toEqual((await counterexampleIn('failing')).reference);
    await bench.run('bundle', 'failing', '--out', 'run.gz');
    const { stdout } = await bench.run('recheck', 'run.gz');
    expect(stdout).toContain('none of them another than in the report');
  });

  it.each([
    ['reference', true],
    ['reference:in-process', true],
    ['reference:else', false],
    ['mutant:unfenced', false],
    ['./reference', false],
    ['langgraph', false],
  ])('of %s is held beside nothing: %s', (address, isSo) => {
    expect(isReference(address)).toBe(isSo);
  });
});

describe('a plan on a correct runtime', () => {
  const signal = new AbortController().signal;
  const file = 'counterexamples/one.json';
  let archive: Archive;
  let one: ReadCounterexample;
  beforeAll(async () => {
    archive = new Archive(join(bench.folder, 'alone'), { isInProcess: true });
    await archive.prepare();
    cpSync(join(import.meta.dirname, '../replay/key-per-attempt.json'), join(archive.folder, file));
    one = await readCounterexample(join(archive.folder, file));
  });

  it.each([
    {
      what: 'does not offer what it needs',
      plan: () => ({ ...one.plan, needs: ['store' as const] }),
      says: 'reference does not offer store',
    },
    {
      what: 'cannot read its settings',
      plan: () => ({ ...one.plan, settings: { leaseMs: 'long' } }),
      says: expect.stringContaining('expected number'),
    },
  ])('is not run where that $what, and it is said so', async ({ plan, says }) => {
    const adapter = createReference({ isInProcess: true });
    expect(await beside(plan(), { adapter, archive, signal })).toEqual({ status: 'not run', because: says });
  });

  it('is not run where its user has ended the run', async () => {
    const adapter = createReference({ isInProcess: true });
    const found = await beside(one.plan, { adapter, archive, signal: AbortSignal.abort() });
    expect(found).toMatchObject({ status: 'not run', because: expect.stringContaining('ended') });
  });

  it('leaves the counterexample whole where the runtime breaks', async () => {
    const broken: Adapter = {
      isInProcess: true,
      describe: () => Promise.reject(new Error('it broke')),
      open: () => Promise.reject(new Error('it broke')),
    };
    await keepBeside([file], { adapter: broken, archive, signal });
    const { reference, ...rest } = await readCounterexample(join(archive.folder, file));
    expect(reference).toMatchObject({ status: 'not run', because: expect.stringContaining('it broke') });
    expect(rest).toEqual(one);
    expect(readFileSync(join(archive.folder, file), 'utf8').endsWith('}\n')).toBe(true);
  });

  it('says that a file is none of ours instead of writing over it', async () => {
    writeFileSync(join(archive.folder, 'counterexamples/other.json'), '{"mine":true}');
    const adapter = createReference({ isInProcess: true });
    await expect(keepBeside(['counterexamples/other.json'], { adapter, archive, signal })).rejects.toThrow(
      'is no counterexample',
    );
    expect(readFileSync(join(archive.folder, 'counterexamples/other.json'), 'utf8')).toBe('{"mine":true}');
  });
});
