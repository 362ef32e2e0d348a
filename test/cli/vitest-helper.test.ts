import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

const resultSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** A suite as a user has it, in a folder below the checkout, where it finds the vitest of the checkout. */
const suite = (baseline: string): string => `
import { conformance } from ${JSON.stringify(join(root, 'cli/vitest.ts'))};

conformance('reference:in-process', {
  requirements: ['effect.applied-once', 'approval.binds-*'],
  programs: ['one-effect'],
});
conformance('mutant:key-per-attempt:in-process', { requirements: ['effect.applied-once'], programs: ['one-effect'] });
conformance('mutant:key-per-attempt:in-process', {
  requirements: ['effect.applied-once', 'approval.binds-one-revision'],
  programs: ['one-effect'],
  baseline: ${JSON.stringify(baseline)},
  out: 'known',
});
`;

const baseline = {
  schema: 'killpoint.baseline/1',
  failing: [{ requirement: 'effect.applied-once', message: 'publish', reason: 'planned', expires: '2999-01-01' }],
};

describe('a conformance run in a suite of its user', () => {
  let folder: string;
  let code: number | string | null | undefined;
  let tests: z.infer<typeof resultSchema>['testResults'][number]['assertionResults'] = [];
  beforeAll(async () => {
    mkdirSync(join(root, '.killpoint'), { recursive: true });
    folder = mkdtempSync(join(root, '.killpoint', 'vitest-'));
    writeFileSync(join(folder, 'known.json'), JSON.stringify(baseline));
    // Without one of its own, vitest would find the config of the checkout.
    writeFileSync(join(folder, 'vitest.config.js'), 'export default {};\n');
    writeFileSync(join(folder, 'conformance.test.ts'), suite(join(folder, 'known.json')));
    code = await vitestIn(folder);
    const [file] = resultSchema.parse(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'))).testResults;
    tests = file?.assertionResults ?? [];
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const of = (nth: number, title: string) => tests.filter((one) => one.title === title)[nth];

  it('is a test for each requirement, and one for the run itself', () => {
    const [first] = tests;
    expect(first?.ancestorTitles.at(-1)).toBe('killpoint reference:in-process');
    expect(tests.map(({ title }) => title).filter((title) => title === 'the run itself')).toHaveLength(3);
    expect([of(0, 'effect.applied-once')?.status, of(0, 'the run itself')?.status]).toEqual(['passed', 'passed']);
  });

  it('skips what the run does not decide: that is no pass', () => {
    expect(['skipped', 'pending']).toContain(of(0, 'approval.binds-one-revision')?.status);
  });

  it('fails with what happened, the trace of the smallest counterexample, and the command that shows it again', () => {
    const failed = of(1, 'effect.applied-once');
    const message = failed?.failureMessages?.join('\n') ?? '';
    expect([failed?.status, code]).toEqual(['failed', 1]);
    expect(message).toContain('publish of run-1 was applied 2 times');
    expect(message).toMatch(/> illegal .*APPLIED publish/);
    expect(message).toMatch(/reproduced 2\/2/);
    const [, file = ''] = /npx killpoint replay '?([^'\n]+)/.exec(message) ?? [];
    expect(existsSync(join(folder, file)), `${file} of ${message}`).toBe(true);
  });

  it('says in the test of the run itself nothing that a requirement says', () => {
    expect(of(1, 'the run itself')?.status).toBe('passed');
  });

  it('skips what the baseline knows', () => {
    expect(['skipped', 'pending']).toContain(of(2, 'effect.applied-once')?.status);
  });

  it('fails the run itself for what was asked for by its name and not decided', () => {
    expect(of(2, 'the run itself')?.failureMessages?.join('')).toContain(
      'exit 2: approval.binds-one-revision was asked for and not decided',
    );
  });
});

const vitestIn = (folder: string): Promise<number | string | null | undefined> =>
  new Promise((resolve) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--root', folder, '--reporter=json', '--outputFile=out.json'];
    const { VITEST: _, VITEST_WORKER_ID: __, VITEST_POOL_ID: ___, ...env } = process.env;
    execFile(process.execPath, args, { cwd: folder, env }, (error) => resolve(error === null ? 0 : error.code));
  });
