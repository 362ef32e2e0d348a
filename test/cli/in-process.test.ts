import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../model/vocabulary.ts';
import { Bench } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

const run = async (target: string, ...more: readonly string[]): Promise<{ code: number | null; report: Report }> => {
  const out = `${target}${more.join('')}`.replaceAll(/[^\w-]/g, '_');
  const { code } = await bench.run('run', target, '--reporter', 'json', '--workers', '3', '--out', out, ...more);
  return { code, report: bench.report(out) };
};
const verdicts = ({ results }: Report) => results.map(({ requirement, status }) => [requirement, status]);
const plans = ({ interruptions: { byBoundary } }: Report) => byBoundary;

describe('a runtime within the harness', () => {
  const asked = [
    '--program',
    'model-tool-effect',
    '-r',
    'recovery.*',
    '-r',
    'effect.*',
    '-r',
    'commit.*',
    '-r',
    'lease.*',
    // Asks more within the harness, where each commit can be interrupted.
    '--skip',
    'commit.crash-leaves-before-or-after',
  ];
  let within: Awaited<ReturnType<typeof run>>;
  let apart: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    within = await run('reference:in-process', ...asked);
    apart = await run('reference', ...asked);
  });

  it('is asked the same, and every interruption lands', () => {
    expect(plans(within.report)).toEqual(plans(apart.report));
    expect(within.report.interruptions.landed).toBe(within.report.interruptions.planned);
  });

  it('has the same verdicts as in processes of its own', () => {
    expect(within.code).toBe(0);
    expect(verdicts(within.report)).toEqual(verdicts(apart.report));
  });

  it('is named as what it is', () => {
    expect(within.report.target.variant).toEqual({ lives: 'in-process' });
    expect(apart.report.target.variant).toEqual({});
  });
});

describe('random depth', () => {
  const asked = ['--program', 'one-effect', '--interruptions', 'random:12', '--seed', '3'];

  it('comes to the same plans by the same seed, and says by which', async () => {
    const [first, again] = [
      await run('reference:in-process', ...asked),
      await run('reference:in-process', ...asked, '-r', '*'),
    ];
    expect(first.code).toBe(0);
    expect(plans(again.report)).toEqual(plans(first.report));
    expect(first.report.remarks).toContainEqual(
      expect.stringMatching(/^random depth: 12 draws from seed 3 came to \d+ plans/),
    );
    expect(first.report.interruptions.planned).toBeGreaterThan(12);
  });

  it('finds a defect, and makes its plan as small as it gets', async () => {
    const { code, report } = await run('mutant:key-per-attempt:in-process', ...asked);
    expect(code).toBe(1);
    const failing = report.results.find(({ requirement }) => requirement === 'effect.applied-once');
    const confirmed = failing?.cases.find(({ reproduced }) => reproduced !== undefined);
    expect(confirmed?.plan).toMatch(/^one-effect\/[a-z]+@effect\.applied\(publish\)$/);
  });

  it('wants a number of draws', async () => {
    const { code, stderr } = await bench.run('run', 'reference', '--interruptions', 'random:none');
    expect([code, stderr]).toEqual([64, expect.stringContaining("or 'random:N' with a number of draws")]);
  });
});
