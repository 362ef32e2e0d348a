import { afterAll, describe, expect, it } from 'vitest';
import { Bench, fixture } from './command.ts';

const bench = new Bench();
afterAll(() => bench.close());

/** What a wrapped text says, whatever the width. */
const said = (text: string): string => text.replaceAll(/\s+/g, ' ');
const runOf = (name: string, ...more: string[]) =>
  bench.run('run', fixture(name), '--program', 'one-effect', '--workers', '2', '--out', name, ...more);

describe('a target that cannot be judged', () => {
  it.each([
    { name: 'escaping', code: 2, says: /a worker escaped: .* Start all of a worker in one process group/ },
    { name: 'silent', code: 2, says: /no worker ever called the world.* Send every step's call to the base address/ },
    { name: 'declares-nothing', code: 2, says: /nothing at all passed.* has to declare in 'can' what it offers/ },
    { name: 'throws-in-open', code: 69, says: /threw in open\(\): no database at all/ },
    { name: 'dies-at-boot', code: 69, says: /it ended with code 3, .*no licence was found/ },
    { name: 'babbles', code: 76, says: /It wrote: "server started on port 80" Write logs to stderr/ },
  ])('$name ends with $code, and is told what to do', async ({ name, code, says }) => {
    const ended = await runOf(name);
    expect(said(ended.stdout)).toMatch(says);
    expect(ended.code).toBe(code);
    expect(bench.report(name).exit.code).toBe(code);
    expect(ended.ms).toBeLessThan(60_000);
    expect(bench.workers()).toEqual([]);
  });

  it('says so too with every program, within a minute, where each kill is escaped', async () => {
    const ended = await bench.run('run', fixture('escaping'), '--reporter', 'json', '--out', 'escaping-all');
    const { exit, partial } = bench.report('escaping-all');
    expect([ended.code, exit.because, partial]).toEqual([2, expect.stringContaining('escaped'), true]);
    expect(ended.ms).toBeLessThan(60_000);
  });

  it('ends with 64 when no adapter is there, and with 69 when it does not load', async () => {
    const missing = await bench.run('run', './nowhere.mjs');
    expect([missing.code, missing.stderr]).toEqual([64, expect.stringContaining('there is no adapter at')]);
    const broken = await bench.run('run', fixture('does-not-load'));
    expect([broken.code, broken.stderr]).toEqual([69, expect.stringContaining('a driver is missing')]);
  });

  it('ends with 70 when it throws where nobody waits, since 1 would say that a requirement failed', async () => {
    const ended = await runOf('throws-later');
    expect([ended.code, ended.stderr]).toEqual([70, expect.stringContaining('the connection pool is gone')]);
    expect(bench.workers()).toEqual([]);
  });
});

describe('what does not exist', () => {
  it.each([
    { args: ['run', 'langgrpah'], says: "Did you mean 'langgraph'?" },
    { args: ['run', 'mutant:unfencd'], says: "Did you mean 'mutant:unfenced'?" },
    { args: ['runn'], says: 'Did you mean run?' },
    { args: ['run', '--worker', '2'], says: 'Did you mean --workers?' },
    { args: ['run', '-r', 'recovery.none'], says: "no requirement matches 'recovery.none'" },
    { args: ['run', '--program', 'none'], says: 'no program matches none' },
    { args: ['run', '--level', '5'], says: 'Allowed choices are 1, 2, 3, 4' },
    { args: ['run', '--profile', 'none'], says: "there is no profile 'none'" },
    { args: ['run', '--reporter', 'none'], says: "there is no 'none'" },
    { args: ['run', '--workers', '0'], says: 'expected a whole number above 0' },
    { args: ['run', '-r', 'recovery.*', '--skip', '*'], says: 'leave no requirement' },
    { args: ['list', 'none'], says: "there is nothing to list as 'none'" },
    { args: ['setup', 'none'], says: "nothing has to be set up for 'none'" },
    { args: ['show', '--text', 'nowhere'], says: 'there is nothing at nowhere' },
    { args: ['replay', 'nowhere'], says: 'expected a counterexample file at nowhere' },
  ])('ends with 64: $args', async ({ args, says }) => {
    const ended = await bench.run(...args);
    expect([ended.code, ended.stderr]).toEqual([64, expect.stringContaining(says)]);
  });
});

describe('what was asked for by name', () => {
  it('is missed when the programs do not exercise it', async () => {
    const name = 'recovery.replays-every-value';
    const ended = await bench.run('run', '-r', name, '--program', 'one-effect', '--workers', '2', '--reporter', 'json');
    expect([ended.code, bench.report().exit.because]).toEqual([2, expect.stringContaining(`${name} was asked for`)]);
  });

  it('is missed when the target does not offer what a level needs, which without a level is no matter', async () => {
    const json = ['--reporter', 'json', '-r', 'effect.*', '-r', 'approval.*'];
    expect((await runOf('honest', ...json)).code).toBe(0);
    const asked = await runOf('honest', ...json, '--level', '3');
    expect([asked.code, bench.report('honest').exit.because]).toEqual([
      2,
      expect.stringContaining('level 3 was asked'),
    ]);
  });
});
