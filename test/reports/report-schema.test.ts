import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { jsonReport } from '../../reports/json.ts';
import { hostileReport } from './hostile.ts';
import { sampleReport } from './sample-report.ts';

const file = join(import.meta.dirname, '../../docs/report.schema.json');
const isReport = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(file, 'utf8')));
const complaint = (value: unknown): string => (isReport(value) ? '' : JSON.stringify(isReport.errors?.[0]));

describe('the published schema of report.json', () => {
  it.each([
    ['the sample', sampleReport()],
    ['hostile text', hostileReport()],
  ])('takes what the reporter writes: %s', (_, report) => {
    expect(complaint(JSON.parse(jsonReport(report)))).toBe('');
  });

  it('takes what a later release adds', () => {
    const [result] = sampleReport().results;
    expect(complaint({ ...sampleReport(), more: 1, results: [{ ...result, more: { than: 'this' } }] })).toBe('');
  });

  it.each([
    ['another schema', { schema: 'killpoint.report/2' }],
    ['a status that there is none of', { results: sampleReport().results.map((one) => ({ ...one, status: 'maybe' })) }],
    ['no exit code', { exit: { because: '' } }],
    ['a count below zero', { durationMs: -1 }],
  ])('refuses %s', (_, change) => {
    expect(complaint({ ...sampleReport(), ...change })).not.toBe('');
  });
});
