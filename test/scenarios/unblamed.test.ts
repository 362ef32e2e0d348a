import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { requirements } from '../../model/index.ts';
import { Archive } from '../../scenarios/archive.ts';
import { conformance } from '../../scenarios/conformance.ts';
import { at, planOf } from '../../scenarios/plans/make.ts';
import { scenarios } from '../../scenarios/programs.ts';

/** What a run of one plan says of runs that stand still, where only these requirements are asked. */
const saidOf = async (mutant: string | undefined, asked: readonly string[]): Promise<readonly string[]> => {
  const chosen = scenarios.filter(({ program: { id } }) => id === 'document-review');
  const program = chosen[0]?.program;
  if (program === undefined) throw new Error('expected the program document-review in the catalogue');
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-unblamed-'));
  const { report } = await conformance({
    address: 'reference:in-process',
    adapter: createReference({ mutant, isInProcess: true }),
    requirements: requirements.filter(({ id }) => asked.includes(id)),
    scenarios: chosen,
    interruptions: 'quick',
    only: [planOf(program, [at({ at: 'approval.requested', step: 'approve' }, 'redo')], { needs: ['resume'] })],
    archive: new Archive(folder, { isInProcess: true }),
    killpoint: '',
    workers: 1,
    isBrief: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  rmSync(folder, { recursive: true });
  return report.remarks.filter((one) => one.includes('stands still'));
};

describe('a run that stands still and that nothing is said against', () => {
  it('is told, with its case', async () => {
    const said = await saidOf('gives-it-to-a-dead-waiter', ['effect.applied-once']);
    expect(said[0]).toContain('1 of 3 cases');
    expect(said[0]).toContain('document-review/redo@approval.requested(approve)');
  });

  it('is not told where a requirement is broken by it, or no run stands still', async () => {
    expect(await saidOf('gives-it-to-a-dead-waiter', ['approval.binds-one-revision'])).toEqual([]);
    expect(await saidOf(undefined, ['effect.applied-once'])).toEqual([]);
  });
});
