import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../scenarios/processes/waiting.ts';
import { Bench, type Running } from './command.ts';

/** What a command has said so far. */
const heard = ({ child }: Running): (() => string) => {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return () => text;
};

/** What it printed to be pasted, each as the words after `npx killpoint`. The debugger is left out: nobody is there to let it go. */
const invitations = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^ {2}npx killpoint (attach .*)$/gm)].map(([, line = '']) =>
    line.split(' ').filter((word) => !word.startsWith('--inspect-brk')),
  );

describe('attach mode', () => {
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.close());

  it('says what to start, waits for it, and runs one program undisturbed', async () => {
    const harness = bench.start('run', 'attach:reference', '--program', 'one-effect');
    const text = heard(harness);
    expect(await until(() => invitations(text()).length > 0, 60_000)).toBe(true);
    expect(text()).toContain('--inspect-brk=127.0.0.1:9229 ');
    const worker = bench.start(...(invitations(text())[0] ?? []));
    const ended = await harness.ended;
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toMatch(/\d+ of \d+ requirements held in this case/);
    expect((await worker.ended).signal).toBe(null);
    expect([bench.workers(), bench.ports()]).toEqual([[], []]);
    const shown = await bench.run('show', '--text', '.killpoint/attach/histories/one-effect_undisturbed-1.jsonl');
    expect(shown.stdout).toContain('worker-1');
  });

  it.each([
    { args: ['run', 'attach:reference'], says: 'name it with --program' },
    { args: ['run', 'attach:reference:in-process', '--program', 'one-effect'], says: 'lives within killpoint' },
    { args: ['attach', 'nowhere'], says: 'no killpoint waits at nowhere' },
  ])('refuses $args', async ({ args, says }) => {
    const ended = await bench.run(...args);
    expect([ended.code, ended.stderr]).toEqual([64, expect.stringContaining(says)]);
  });
});
