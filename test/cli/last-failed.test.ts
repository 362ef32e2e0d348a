import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());
const again = (...args: readonly string[]) => bench.run('run', ...args, '--last-failed', '--reporter', 'json,console');

describe('run --last-failed', () => {
  let failing: readonly string[];
  beforeAll(async () => {
    await bench.run('run', 'mutant:key-per-attempt:in-process', '--program', 'one-effect', '-r', 'effect.*');
    failing = bench
      .report()
      .results.flatMap(({ cases }) => cases.filter(({ status }) => status === 'fail').map(({ plan }) => plan));
  });

  it('refuses another target than the one that failed', async () => {
    const other = await again('reference:in-process');
    expect([other.code, other.stderr]).toEqual([64, expect.stringContaining('--against')]);
  });

  it('runs what failed and nothing else, after the programs undisturbed', async () => {
    const ended = await again('mutant:key-per-attempt:in-process');
    expect(ended.code).toBe(1);
    const { results } = bench.report();
    expect(results.every(({ status }) => status === 'fail')).toBe(true);
    const plans = new Set(results.flatMap(({ cases }) => cases.map(({ plan }) => plan)));
    expect([...plans].sort()).toEqual([...new Set(failing)].sort());
    const undisturbed = ['one-effect_undisturbed-1.jsonl', 'one-effect_undisturbed-2.jsonl'];
    const ran = bench.list('.killpoint', 'histories');
    expect([ran.length, ran]).toEqual([plans.size + 2, expect.arrayContaining(undisturbed)]);
  });

  it('takes the other options into account', async () => {
    const none = await again('mutant:key-per-attempt:in-process', '-r', 'recovery.*');
    expect([none.code, none.stderr]).toEqual([64, expect.stringContaining('nothing that failed')]);
  });

  it('has nothing to do where nothing failed, or nothing was run', async () => {
    await bench.run(
      'run',
      'reference:in-process',
      '--program',
      'one-effect',
      '-r',
      'effect.applied-once',
      '--out',
      'ok',
    );
    const nothing = await again('reference:in-process', '--out', 'ok');
    expect([nothing.code, nothing.stderr]).toEqual([64, expect.stringContaining('nothing failed in the report')]);
    const nowhere = await again('reference:in-process', '--out', 'nowhere');
    expect([nowhere.code, nowhere.stderr]).toEqual([64, expect.stringContaining('expected the report of a run')]);
  });
});
