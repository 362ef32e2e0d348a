import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { requirements } from '../../model/index.ts';
import type { Adapter } from '../../model/vocabulary.ts';
import { Archive } from '../../scenarios/archive.ts';
import { conformance } from '../../scenarios/conformance.ts';
import { at, planOf } from '../../scenarios/plans/make.ts';
import { controlOf } from '../../scenarios/plans.ts';
import { scenarios } from '../../scenarios/programs.ts';

const scenario = scenarios.find(({ program: { id } }) => id === 'one-effect');
if (scenario === undefined) throw new Error('expected the program one-effect in the catalogue');
const { program } = scenario;

const drawOf = (id: string): string => createHash('sha256').update(id).digest('hex');
const others = [controlOf(program, 1), controlOf(program, 2)].map(({ id }) => drawOf(id));

/** The plan under a name that the sample of these three takes. */
const plan = {
  ...planOf(program, [at({ at: 'effect.applied', step: 'publish' }, 'kill')]),
  id:
    Array.from({ length: 1_000 }, (_, nth) => `one-effect/kill-${nth}`).find((id) =>
      others.every((other) => drawOf(id) < other),
    ) ?? '',
};

describe('the self-check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-self-check-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The reference, which turns into another runtime when its plans are over: one whose verdicts do not come again. */
  const turning = async (into: (round: number) => string | undefined) => {
    let round = 0;
    let isOver = false;
    const reference = createReference({ isInProcess: true });
    const adapter: Adapter = {
      ...reference,
      open: (setting) => {
        if (isOver) round++;
        const mutant = isOver ? into(round) : undefined;
        return createReference({ mutant, isInProcess: true }).open(setting);
      },
    };
    const { report } = await conformance({
      address: 'reference:in-process',
      adapter,
      requirements: requirements.filter(({ id }) => id === 'effect.applied-once'),
      scenarios: [{ program, coverage: [], exercises: [] }],
      interruptions: 'quick',
      only: [plan],
      archive: new Archive(join(folder, String(into(1)) + String(into(2))), adapter),
      killpoint: '0',
      workers: 1,
      isBrief: false,
      signal: new AbortController().signal,
      onProgress: ({ done }) => {
        isOver = done === 3;
      },
    });
    return { round, remarks: report.remarks.filter((one) => one.startsWith('self-check')), result: report.results[0] };
  };

  it('runs the same share of the passes again each time, and says so', async () => {
    const { round, remarks, result } = await turning(() => undefined);
    expect(round).toBe(1);
    expect(remarks[0]).toMatch(/1 in 20 passing plans was run again, 1 in all, each with the same verdicts; \d/);
    expect(result?.cases.some(({ reproduced }) => reproduced !== undefined)).toBe(false);
  });

  it('takes a pass back that does not come again, and says how often it was seen', async () => {
    const { round, remarks, result } = await turning((nth) => (nth < 3 ? 'key-per-attempt' : undefined));
    expect(round).toBe(3);
    expect(remarks[0]).toContain('1 with other verdicts');
    expect(result).toMatchObject({
      status: 'inconclusive',
      message: `not reproducible: held in 2 of 4 runs of ${plan.id}`,
    });
    expect(result?.cases.find((one) => one.plan === plan.id)).toMatchObject({
      status: 'inconclusive',
      reproduced: '2/4',
    });
  });
});
