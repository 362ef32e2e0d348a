import fastStringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { consoleReport } from '../../reports/console.ts';
import { hostileHistory, hostileReport } from './hostile.ts';
import { sampleHistories, sampleReport } from './sample-report.ts';

const shown = (options: { width?: number; colour?: boolean } = {}): string =>
  consoleReport(sampleReport(), { colour: false, width: 80, histories: sampleHistories(), ...options });

const isCommand = (line: string): boolean => line.includes('npx killpoint replay');

describe('the console report', () => {
  it('begins with a failing requirement: its sentence, what happened, three events and the command', () => {
    const block = shown().split('\n\n')[0] ?? '';
    const flowing = block.replace(/\s+/g, ' ');
    expect(block.split('\n').length).toBeLessThanOrEqual(10);
    expect(flowing).toContain('✗ FAIL recovery.later-steps-see-the-committed-output');
    expect(flowing).toContain('A runtime must hand later steps exactly the committed output, not a re-sampled one.');
    expect(flowing).toContain(
      'worker-1 was stopped while its answer to extract was withheld; the store showed run-1 succeeded',
    );
    expect(block.match(/^ +#\d+/gm)).toHaveLength(3);
    expect(block).toMatch(/#20 .*illegal: the store shows run-1 running/);
    expect(block).toContain('npx killpoint replay .killpoint/counterexamples/lease.zombie-changes-nothing.json');
  });

  it('tells the same events once', () => {
    const second = shown().split('\n\n')[1] ?? '';
    expect(second).toContain('Shown by the same events as recovery.later-steps-see-the-committed-output');
    expect(second).not.toContain('What happened');
  });

  it('names every requirement with its verdict and strength, and says why one is undecided', () => {
    const text = shown();
    for (const { requirement } of sampleReport().results)
      expect(text).toMatch(new RegExp(`^  .{14}  ${requirement}$`, 'm'));
    expect(text).toContain('94 of 94 landed · world · process crash · 38 of 94 cases');
    expect(text).toContain('its clause on power loss needs store');
    expect(text).toContain('– left to you');
  });

  it('ends with the exit code and its reason', () => {
    expect(shown().trimEnd().split('\n').at(-1)).toBe('exit 1: 2 requirements failed');
  });

  it('lists what is unreachable and which clauses stay undecided, with what they need', () => {
    expect(shown()).toContain('needs store: commit[n]');
    expect(shown()).toContain('needs reach store: commit.output-durable-before-progress/power');
  });

  it('says that a run was cut short', () => {
    expect(consoleReport(sampleReport({ partial: true }), { colour: false, width: 80 })).toContain('PARTIAL');
  });

  it('tells the message where no history is at hand', () => {
    const text = consoleReport(sampleReport(), { colour: false, width: 80 }).replace(/\s+/g, ' ');
    expect(text).toContain('What happened: A finished run is running again');
  });

  it('has no line over its width, commands apart', () => {
    for (const width of [60, 80, 120])
      for (const line of shown({ width })
        .split('\n')
        .filter((one) => !isCommand(one)))
        expect(fastStringWidth(line), line).toBeLessThanOrEqual(width);
  });

  it('colours a broken promise red and an undocumented failure yellow, and nothing unless asked', () => {
    const text = shown({ colour: true });
    expect(text).toContain('\u001b[31m✗ FAIL recovery');
    expect(text).toContain('\u001b[33m✗ FAIL (UNDOCUMENTED) lease');
    expect(shown()).not.toContain('\u001b');
  });

  it('shows hostile strings without obeying them', () => {
    const histories = sampleHistories(hostileHistory());
    const text = consoleReport(hostileReport(), { colour: false, width: 80, histories });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202e\u2066]/u);
    expect(text).not.toMatch(/^exit 0/m);
    expect(text).not.toMatch(/::error|##\[error/);
    for (const line of text.split('\n').filter((one) => !isCommand(one)))
      expect(fastStringWidth(line), line).toBeLessThanOrEqual(80);
  });
});
