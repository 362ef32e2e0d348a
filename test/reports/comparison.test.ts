import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { comparisonSchema, type Report } from '../../model/vocabulary.ts';
import { comparisonConsole, comparisonMarkdown, comparisonOf, comparisonPage } from '../../reports/index.ts';
import { sampleReport } from './sample-report.ts';

const other = (changes: Partial<Report> = {}): Report => {
  const report = sampleReport(changes);
  return {
    ...report,
    target: { ...report.target, address: 'other', name: 'other', variant: {} },
    results: report.results.slice(0, 2),
  };
};
const hash = (text: string): string => createHash('sha256').update(text).digest('base64');

describe('a comparison', () => {
  const comparison = comparisonOf([sampleReport(), other()]);

  it('has a column for each report and a row for each requirement that any of them asked for', () => {
    expect(comparisonSchema.parse(JSON.parse(JSON.stringify(comparison)))).toEqual(comparison);
    expect(comparison.columns.map(({ address }) => address)).toEqual(['langgraph:durability=sync', 'other']);
    expect(comparison.rows).toHaveLength(sampleReport().results.length);
    expect(comparison.rows.at(-1)?.cells[1]).toBeNull();
  });
  it('refuses reports that different specifications judged', () => {
    const strange = other({ specification: { revision: '2027-01', hash: 'sha256:aaaa' } });
    expect(() => comparisonOf([sampleReport(), strange])).toThrow(/one specification[\s\S]*2026-12[\s\S]*2027-01/);
  });
  it('tells a broken promise from an undocumented failure in every form', () => {
    const words = comparisonConsole(comparison, { colour: false });
    const markdown = comparisonMarkdown(comparison);
    const page = comparisonPage(comparison, { hash });
    const promised = comparison.rows.some(({ cells }) =>
      cells.some((cell) => cell?.status === 'fail' && cell.promise === 'promised'),
    );
    expect(promised).toBe(true);
    expect(words).toMatch(/✗/);
    expect(markdown).toContain('❌');
    expect(page).toContain('badge broken');
    expect(words).toContain('fail (undocumented)');
    expect(markdown).toContain('⚠');
    expect(page).toContain('badge undocumented');
  });
  it('says of every failing cell how often it came again, and what the documentation says', () => {
    const failing = comparison.rows.flatMap(({ cells }) => cells).filter((cell) => cell?.status === 'fail');
    expect(failing.length).toBeGreaterThan(0);
    for (const cell of failing) expect(comparisonMarkdown(comparison)).toContain(cell?.failing[0]?.plan ?? 'none');
  });
  it('keeps what is left to the application out of the matrix, in a table of its own', () => {
    const report = sampleReport();
    const left: Report = {
      ...report,
      results: report.results.map((result, at) => (at === 0 ? { ...result, duty: 'application' } : result)),
    };
    const [first] = left.results;
    const markdown = comparisonMarkdown(comparisonOf([left]));
    const [matrix, table] = markdown.split('## Left to you by these runtimes');
    expect(matrix?.split('## Failures')[0]).not.toContain(`\`${first?.requirement}\``);
    expect(table).toContain(`\`${first?.requirement}\``);
  });
  it('lets no string of a runtime become markup', () => {
    const evil = '</script><img src=x onerror=alert(1)>|[x](javascript:alert(1))\u001b[31m';
    const report = sampleReport();
    const hostile = comparisonOf([
      {
        ...report,
        target: { ...report.target, name: evil, address: evil },
        results: report.results.map((result) => ({ ...result, message: evil })),
      },
    ]);
    expect(comparisonPage(hostile, { hash })).not.toContain('<img');
    expect(comparisonConsole(hostile, { colour: false })).not.toContain('\u001b');
    // What stands in a code span is text for every reader of Markdown.
    const markdown = comparisonMarkdown(hostile).replaceAll(/`[^`\n]*`/g, '');
    expect(markdown).not.toMatch(/(?<!\\)<img/);
    expect(markdown).not.toMatch(/(?<!\\)\]\(javascript/);
  });
});
