import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../model/index.ts';
import { jsonReport } from '../../reports/json.ts';
import { hostileReport } from './hostile.ts';
import { sampleReport } from './sample-report.ts';

describe('report.json', () => {
  it('is read back as the report that it was', () => {
    const report = sampleReport({ summary: { ...sampleReport().summary, level: 1 } });
    expect(reportSchema.parse(JSON.parse(jsonReport(report)))).toEqual(report);
  });

  it('is the same text whatever the order in which the members were made', () => {
    const report = sampleReport();
    const turned = Object.fromEntries(Object.entries(report).reverse());
    expect(jsonReport(reportSchema.parse(turned))).toBe(jsonReport(report));
    expect(jsonReport({ ...sampleReport(), cost: reversed(report.cost) })).toBe(jsonReport(report));
  });

  it('begins with what a reader asks for first', () => {
    expect(Object.keys(JSON.parse(jsonReport(sampleReport()))).slice(0, 3)).toEqual(['schema', 'partial', 'killpoint']);
  });

  it('carries hostile strings unchanged, and no byte of them that a terminal or a page would obey', () => {
    const text = jsonReport(hostileReport());
    expect(reportSchema.parse(JSON.parse(text))).toEqual(hostileReport());
    expect(text.replaceAll('\n', '')).not.toMatch(/[<>\p{Cc}\u2028\u2029\u202e]/u);
  });

  it('is refused by the schema when a verdict is unknown or the schema is another', () => {
    const report = sampleReport();
    expect(reportSchema.safeParse({ ...report, schema: 'killpoint.report/9' }).success).toBe(false);
    const results = report.results.map((result) => ({ ...result, status: 'fine' }));
    expect(reportSchema.safeParse({ ...report, results }).success).toBe(false);
  });

  it('of another schema is refused with a message that says what was expected and what to do', () => {
    const { schema: _, ...unnamed } = sampleReport();
    const messageFor = (input: unknown): string =>
      reportSchema.safeParse(input).error?.issues[0]?.message ?? 'accepted';
    expect(messageFor({ ...unnamed, schema: 'killpoint.report/9' })).toBe(
      'expected the schema killpoint.report/1, found "killpoint.report/9"; read this file with the release of killpoint that wrote it',
    );
    expect(messageFor(unnamed)).toContain('expected the schema killpoint.report/1, found none');
  });

  it('is accepted with members that a later release adds', () => {
    expect(reportSchema.safeParse({ ...sampleReport(), later: true }).success).toBe(true);
  });
});

const reversed = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value, Object.keys(value).reverse()));
