import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { requirements } from '../../model/index.ts';
import { Archive } from '../../scenarios/archive.ts';
import { conformance } from '../../scenarios/conformance.ts';
import { scenarios } from '../../scenarios/programs.ts';

/**
 * What random depth came to was a false alarm in seven checks, when it was first tried: a zombie whose answer came long after its call,
 * limits of attempts that were used up, requests that were lost before anything was done, results of children.
 */
describe('the reference is not accused', () => {
  it.each([7, 11])('however deep chance goes, from seed %i', async (seed) => {
    const folder = mkdtempSync(join(tmpdir(), 'killpoint-depth-'));
    const { report, failure } = await conformance({
      ...{ address: 'reference:in-process', adapter: createReference({ isInProcess: true }), requirements, scenarios },
      ...{
        archive: new Archive(folder, { isInProcess: true }),
        killpoint: '',
        workers: 2,
        isBrief: false,
        interruptions: { count: 80, seed },
      },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    rmSync(folder, { recursive: true });
    expect(failure).toBeUndefined();
    expect(report.results.filter(({ status }) => status === 'fail').map(({ message }) => message)).toEqual([]);
    expect(report.interruptions.planned).toBeGreaterThan(80);
  });
});
