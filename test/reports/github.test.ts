import { describe, expect, it } from 'vitest';
import { githubReport } from '../../reports/github.ts';
import { hostileHistory, hostileReport } from './hostile.ts';
import { sampleHistories, sampleReport } from './sample-report.ts';

/** What the runner of GitHub Actions reads of a log: lines that begin with a command, its data with their codes put back. */
const commandsOf = (log: string) =>
  log
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const [, kind, properties = '', data = ''] = /^::([a-z-]+)(?: ([^:]*))?::(.*)$/s.exec(line) ?? [];
      if (kind === undefined) throw new Error(`expected a workflow command; found ${line}`);
      const named = properties.split(',').map((pair) => pair.split('='));
      return {
        kind,
        title: decoded(
          named
            .find(([name]) => name === 'title')
            ?.slice(1)
            .join('=') ?? '',
        ),
        data: decoded(data),
      };
    });
const decoded = (text: string): string =>
  text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%25', '%');

describe('the report for GitHub Actions', () => {
  it('has an error for each failure, with the account and the replay command', () => {
    const { annotations } = githubReport(sampleReport(), { histories: sampleHistories() });
    const [first, ...others] = commandsOf(annotations);
    expect(first?.kind).toBe('error');
    expect(first?.title).toBe('recovery.later-steps-see-the-committed-output: fail');
    expect(first?.data).toContain('worker-1 was stopped while its answer to extract was withheld');
    expect(first?.data).toMatch(/\nnpx killpoint replay \.killpoint\/counterexamples\//);
    expect(others.map(({ kind, title }) => [kind, title])).toEqual([
      ['error', 'lease.zombie-changes-nothing: fail (undocumented)'],
    ]);
  });

  it('says no more than ten things of a kind, since GitHub shows no more', () => {
    const report = sampleReport();
    const failing = report.results.filter(({ status }) => status === 'fail')[0];
    if (failing === undefined) throw new Error('expected a failure in the sample');
    const results = Array.from({ length: 14 }, (_, nth) => ({ ...failing, requirement: `effect.made-up-${nth}` }));
    const commands = commandsOf(githubReport({ ...report, results }).annotations);
    expect(commands).toHaveLength(10);
    expect(commands.at(-1)?.data).toBe("5 more requirements failed; the job's summary has all");
  });

  it('warns where the run says nothing, and is silent where all is well', () => {
    const results = sampleReport().results.filter(({ status }) => status !== 'fail');
    const at = (code: number) =>
      githubReport({ ...sampleReport(), results, exit: { code, because: 'one, two: three' } });
    expect(commandsOf(at(2).annotations)).toEqual([
      { kind: 'warning', title: 'killpoint: exit 2', data: 'one, two: three' },
    ]);
    expect(at(0).annotations).toBe('');
  });

  it('says nothing of what the baseline knows', () => {
    const mark = { mark: 'known-failing', reason: 'planned', expires: '2027-03-01' } as const;
    const results = sampleReport().results.map((one) => ({ ...one, baseline: mark }));
    expect(githubReport({ ...sampleReport(), results, exit: { code: 0, because: '' } }).annotations).toBe('');
  });

  it('gives no command that it was given: hostile text ends neither a message nor a title', () => {
    const { annotations, summary } = githubReport(hostileReport(), { histories: sampleHistories(hostileHistory()) });
    const commands = commandsOf(annotations);
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.every(({ kind }) => kind === 'error')).toBe(true);
    expect(commands.every(({ title }) => /^[\w.-]+: fail/.test(title))).toBe(true);
    expect(summary).not.toMatch(/^::/m);
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  });

  it('draws the sequence of the first failures in the summary', () => {
    const { summary } = githubReport(sampleReport(), { histories: sampleHistories() });
    expect(summary).toMatch(/<details><summary>.*\n\n```mermaid\nsequenceDiagram\n/);
  });
});
