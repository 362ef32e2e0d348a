import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parse } from 'junit2json';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { junitReport } from '../../reports/junit.ts';
import { hostileReport } from './hostile.ts';
import { sampleReport } from './sample-report.ts';

const isList = (name: string): boolean => ['testcase', 'property', 'testsuite'].includes(name);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: isList,
  parseAttributeValue: false,
});

const caseSchema = z.object({
  name: z.string(),
  classname: z.string(),
  properties: z.object({ property: z.array(z.object({ name: z.string(), value: z.string() })) }),
  failure: z.object({ message: z.string(), type: z.string(), '#text': z.string() }).optional(),
  skipped: z.object({ message: z.string() }).optional(),
  'system-out': z.string().optional(),
});
const fileSchema = z.object({
  testsuites: z.object({
    failures: z.string(),
    tests: z.string(),
    testsuite: z.array(z.object({ testcase: z.array(caseSchema) })),
  }),
});

const casesOf = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  return fileSchema.parse(parser.parse(xml)).testsuites.testsuite.flatMap(({ testcase }) => testcase);
};

const propertyOf = (test: z.infer<typeof caseSchema> | undefined, name: string): string | undefined =>
  test?.properties.property.find((one) => one.name === name)?.value;

describe('junit.xml', () => {
  it('has one test per requirement, named by its id, in the class of target, variant and profile', () => {
    const cases = casesOf(junitReport(sampleReport()));
    expect(cases.map(({ name }) => name)).toEqual(sampleReport().results.map(({ requirement }) => requirement));
    expect(cases[3]?.classname).toBe('langgraph.durability=sync.fence');
  });

  it('fails what failed, with its message, its cases and the file that replays it', () => {
    const failed = casesOf(junitReport(sampleReport())).find(({ name }) => name === 'lease.zombie-changes-nothing');
    expect(failed?.failure).toMatchObject({ message: 'a finished run is running again', type: 'fail (undocumented)' });
    expect(failed?.failure?.['#text']).toContain('npx killpoint replay .killpoint/counterexamples/');
    expect(propertyOf(failed, 'replay')).toBe('.killpoint/counterexamples/lease.zombie-changes-nothing.json');
    expect(propertyOf(failed, 'level')).toBe('2');
    expect(propertyOf(failed, 'promise')).toBe('silent');
    expect(propertyOf(failed, 'strength')).toBe('94 of 94 landed · world · process crash');
  });

  it('skips what is inconclusive or unsupported and says why', () => {
    const skipped = casesOf(junitReport(sampleReport())).filter((one) => one.skipped !== undefined);
    expect(skipped).toHaveLength(3);
    expect(propertyOf(skipped[0], 'because')).toBe('its clause on power loss needs store');
    expect(skipped[0]?.skipped?.message).toBe('its clause on power loss needs store');
    expect(skipped[0]?.['system-out']).toBe('inconclusive: its clause on power loss needs store');
  });

  it('skips what its baseline knows, as an expected failure, and says what is known', () => {
    const report = sampleReport();
    const mark = { mark: 'known-failing', reason: 'planned <soon>', issue: '#12', expires: '2027-03-01' } as const;
    const known = report.results.map((one) => (one.status === 'fail' ? { ...one, baseline: mark } : one));
    const cases = casesOf(junitReport({ ...report, results: known }));
    const skipped = cases.filter((one) => one.skipped !== undefined);
    expect([skipped.length, cases.filter((one) => one.failure !== undefined).length]).toEqual([5, 0]);
    const zombie = skipped.find(({ name }) => name === 'lease.zombie-changes-nothing');
    expect(zombie?.skipped?.message).toBe(
      'known-failing: planned <soon> (#12), until 2027-03-01; a finished run is running again',
    );
    expect(propertyOf(zombie, 'verdict')).toBe('known-failing');
  });

  it('gives each skip its own reason, whatever looks like a skip in the text', () => {
    const results = sampleReport().results.map((one) => ({
      ...one,
      message: `<skipped/> ]]><skipped/> ${one.requirement}`,
    }));
    for (const one of casesOf(junitReport(sampleReport({ results }))).filter(({ skipped }) => skipped !== undefined))
      expect(one.skipped?.message).toBe(`<skipped/> ]]><skipped/> ${one.name}`);
  });

  it('stays well-formed and keeps its tests with hostile strings everywhere', () => {
    const xml = junitReport(hostileReport());
    const cases = casesOf(xml);
    expect(cases.map(({ name }) => name)).toEqual(sampleReport().results.map(({ requirement }) => requirement));
    expect(cases[1]?.failure?.message).toContain('</script><script>alert(1)</script>');
    expect(xml.replace(/\n/g, '')).not.toMatch(/[\p{Cc}\ufffe\uffff\u202e]/u);
  });

  it('is read as the same by a reader of the format that is not ours, whatever stands in it', async () => {
    for (const report of [sampleReport(), hostileReport()]) {
      const read = await parse(junitReport(report));
      const suites = read !== null && read !== undefined && 'testsuite' in read ? read.testsuite : undefined;
      const cases = suites?.flatMap(({ testcase = [] }) => testcase) ?? [];
      expect(cases.map(({ name }) => name)).toEqual(report.results.map(({ requirement }) => requirement));
      const failing = report.results.filter(({ status }) => status === 'fail').map(({ requirement }) => requirement);
      expect(cases.filter(({ failure = [] }) => failure.length > 0).map(({ name }) => name)).toEqual(failing);
      expect(cases.filter(({ skipped = [] }) => skipped.length > 0)).toHaveLength(3);
    }
  });
});
