import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { Archive, readCounterexample, replay } from '../../scenarios/index.ts';

/** Every counterexample file of this folder, on the mutant that it is about and on the reference. Their format is frozen with them. */
describe('a counterexample file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-replay-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));

  const again = async (name: string, mutant: string | undefined) => {
    const file = await readCounterexample(join(import.meta.dirname, name));
    const archive = new Archive(join(folder, `${name}-${mutant ?? 'reference'}`));
    const signal = new AbortController().signal;
    const adapter = createReference({ mutant });
    const { times, count } = await replay({ file, adapter, times: 1, archive, signal, onReplayed: () => undefined });
    return { target: file.target, landed: times, failed: count };
  };

  it('is here', () => expect(files).not.toEqual([]));

  it.each(files)('%s fails again on what it is about', async (name) => {
    const { target } = await readCounterexample(join(import.meta.dirname, name));
    expect(await again(name, target.replace('mutant:', ''))).toMatchObject({ landed: 1, failed: 1 });
  });

  it.each(files)('%s does not fail on the reference', async (name) => {
    expect(await again(name, undefined)).toMatchObject({ landed: 1, failed: 0 });
  });
});
