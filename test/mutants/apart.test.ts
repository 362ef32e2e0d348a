import pLimit from 'p-limit';
import { afterAll, describe, expect, it } from 'vitest';
import type { Report } from '../../model/vocabulary.ts';
import { mutants } from '../../sut/index.ts';
import { Bench } from '../cli/command.ts';

/**
 * Some mutants through the whole command line, in processes of their own, with the smallest program that shows their defect. The reference
 * goes through the same selections: one that fails there as well would show nothing.
 */
const selections: Readonly<Record<string, readonly string[]>> = {
  'one-effect': ['unfenced', 'key-per-attempt', 'success-before-receipt'],
  'opaque-review': ['acts-twice'],
  // Plans of commands alone, which are the same whatever the program.
  '*': ['reassign-ignores-owner'],
};

const cases = Object.entries(selections).flatMap(([program, ids]) => ids.map((id) => ({ id, program })));
const purposeOf = (id: string): string => mutants.find((mutant) => mutant.id === id)?.fails[0] ?? 'none';
const failing = ({ results }: Report): readonly string[] =>
  results.filter(({ status }) => status === 'fail').map(({ requirement }) => requirement);

const bench = new Bench();
const table: string[] = [];
afterAll(() => {
  bench.close();
  console.log(table.sort().join('\n'));
});

/** Two harnesses at a time: more of them on few cores only wait for each other. */
const side = pLimit(2);
const run = (target: string, program: string, requirements: readonly string[]) =>
  side(async () => {
    const out = `${target}-${program}`.replaceAll(/[^\w-]/g, '_');
    const named = requirements.flatMap((requirement) => ['-r', requirement]);
    const how = ['--reporter', 'json', '--workers', '3', '-x', '--out', out];
    const { code } = await bench.run('run', target, '--program', program, ...named, ...how);
    return { code, report: bench.report(out) };
  });

/** Each waits for its turn, which counts as its own time. */
describe('mutants in processes of their own', { timeout: 600_000 }, () => {
  it.concurrent.each(cases)('$id fails the requirement that it was made for, each time ($program)', async (one) => {
    const { code, report } = await run(`mutant:${one.id}`, one.program, [purposeOf(one.id)]);
    table.push(`${one.id.padEnd(24)} fails ${failing(report).join(', ')} (${one.program})`);
    expect([code, failing(report)]).toEqual([1, [purposeOf(one.id)]]);
    expect(report.results[0]?.cases[0]?.reproduced).toBe('2/2');
  });

  it.concurrent.each(Object.entries(selections))('the reference passes what fails them (%s)', async (program, ids) => {
    const { code, report } = await run('reference', program, ids.map(purposeOf));
    const { planned, landed } = report.interruptions;
    expect([code, failing(report), landed]).toEqual([0, [], planned]);
    expect(report.results.map(({ requirement }) => requirement).sort()).toEqual(ids.map(purposeOf).sort());
  });
});
