import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { knownBy } from '../../cli/baseline/apply.ts';
import { readBaseline } from '../../cli/baseline/file.ts';
import { marked } from '../../cli/baseline/marks.ts';
import { updated } from '../../cli/baseline/update.ts';
import { exitOf } from '../../cli/exit.ts';
import { type Baseline, baselineSchema, type Report } from '../../model/vocabulary.ts';
import { sampleReport } from '../reports/sample-report.ts';

const today = '2026-12-01';
const zombie = 'lease.zombie-changes-nothing';
const failing = { requirement: zombie, message: 'a finished run', reason: 'planned', expires: '2027-01-01' };
const sampled = 'recovery.later-steps-see-the-committed-output';

const baseline = (parts: Partial<Baseline> = {}): Baseline =>
  baselineSchema.parse({ schema: 'killpoint.baseline/1', ...parts });
/** A report of these requirements alone, each with what a test changes about it. */
const reportOf = (changes: Readonly<Record<string, Partial<Report['results'][number]>>>, more: Partial<Report> = {}) =>
  sampleReport({
    interruptions: { planned: 1, landed: 1, unreachable: {}, byBoundary: {} },
    results: sampleReport().results.flatMap((one) => {
      const change = changes[one.requirement];
      return change === undefined ? [] : [{ ...one, ...change }];
    }),
    ...more,
  });
const asked = { byName: [], level: undefined, failOn: ['fail'], unsound: [], isRerun: false, isPart: false };
const judged = (report: Report, known: Baseline) => {
  const { results, stale, ...rest } = marked(report, known, today);
  const { code, because } = exitOf({ ...rest, results, stale: stale ?? [] }, asked);
  return { marks: results.map((one) => one.baseline?.mark), stale, code, because };
};

describe('what is known to fail', () => {
  it('fails nothing while it fails as is known, and says why', () => {
    expect(judged(reportOf({ [zombie]: {} }), baseline({ failing: [failing] }))).toMatchObject({
      marks: ['known-failing'],
      stale: [],
      code: 0,
      because: expect.stringContaining('apart from 1 that the baseline knows'),
    });
  });
  it('is stale once it passes', () => {
    const passing = reportOf({ [zombie]: { status: 'pass', cases: [] } });
    expect(judged(passing, baseline({ failing: [failing] }))).toMatchObject({
      code: 1,
      because: expect.stringContaining(`${zombie} is known to fail and passes now`),
    });
  });
  it('is stale the day after it expires, and not on the day', () => {
    const at = (expires: string) =>
      judged(reportOf({ [zombie]: {} }), baseline({ failing: [{ ...failing, expires }] }));
    expect([at(today).code, at('2026-11-30').code]).toEqual([0, 1]);
    expect(at('2026-11-30')).toMatchObject({
      marks: [undefined],
      stale: [expect.stringContaining('until 2026-11-30')],
    });
  });
  it('fails, and is stale, when it fails with another message', () => {
    const other = judged(reportOf({ [zombie]: {} }), baseline({ failing: [{ ...failing, message: 'an effect' }] }));
    expect(other).toMatchObject({ marks: [undefined], code: 1, stale: [expect.stringContaining('another message')] });
  });
  it('fails when one of its cases fails with a message that is not known', () => {
    const [one] = sampleReport().results.find(({ requirement }) => requirement === zombie)?.cases ?? [];
    if (one === undefined) throw new Error('expected a failing case in the sample');
    const both = reportOf({ [zombie]: { cases: [one, { ...one, message: 'two runs met' }] } });
    expect(judged(both, baseline({ failing: [failing] }))).toMatchObject({
      marks: [undefined],
      code: 1,
      stale: [expect.stringContaining('also with another message: two runs met')],
    });
  });
  it('is left alone where its requirement was not asked for, stayed undecided, or is about another target', () => {
    const entries = baseline({ failing: [failing, { ...failing, requirement: sampled, target: 'dbos*' }] });
    expect(judged(reportOf({ 'recovery.committed-step-runs-once': {} }), entries)).toMatchObject({
      code: 0,
      stale: [],
    });
    const open = reportOf({ [zombie]: { status: 'inconclusive', cases: [] }, 'recovery.committed-step-runs-once': {} });
    expect(judged(open, entries)).toMatchObject({ code: 0, stale: [] });
    const elsewhere = reportOf({ [sampled]: {} });
    expect(judged(elsewhere, entries)).toMatchObject({ code: 1, marks: [undefined] });
  });
  it('goes before what is inconclusive', () => {
    const passing = reportOf(
      { [zombie]: { status: 'pass', cases: [] } },
      { interruptions: { planned: 2, landed: 1, unreachable: {}, byBoundary: {} } },
    );
    expect(judged(passing, baseline({ failing: [failing] })).code).toBe(1);
    expect(judged(passing, baseline()).code).toBe(2);
  });
  it('is not called stale by a run that was cut short', () => {
    const partial = reportOf({ [zombie]: { status: 'pass', cases: [] } }, { partial: true });
    expect(judged(partial, baseline({ failing: [failing] })).stale).toEqual([]);
  });
  it('that names no requirement is stale', () => {
    const known = baseline({ failing: [{ ...failing, requirement: 'recovery.none' }] });
    expect(judged(reportOf({}), known).stale).toEqual([expect.stringContaining('is no requirement')]);
  });
});

describe('what is known to fail now and then', () => {
  const flaky = { requirement: zombie, rate: '2/40', reason: 'a race' };
  it('may fail, may pass, and may be not reproducible', () => {
    const unsteady = { status: 'inconclusive' } as const;
    for (const change of [{}, { status: 'pass', cases: [] } as const, unsteady])
      expect(judged(reportOf({ [zombie]: change }), baseline({ flaky: [flaky] }))).toMatchObject({
        code: 0,
        stale: [],
      });
    expect(judged(reportOf({ [zombie]: unsteady }), baseline({ flaky: [flaky] })).marks).toEqual(['known-flaky']);
  });
  it.each([
    { rate: '5/5', says: 'it is failing' },
    { rate: '0/20', says: 'not flaky any more' },
  ])('is stale when it was seen as $rate', ({ rate, says }) => {
    const known = baseline({ flaky: [{ ...flaky, rate }] });
    expect(judged(reportOf({ [zombie]: {} }), known)).toMatchObject({
      code: 1,
      because: expect.stringContaining(says),
    });
  });
});

describe('what is known as unsupported', () => {
  const id = 'reassign.needs-terminal-prior-worker-and-lease';
  const known = baseline({ unsupported: [{ requirement: id, reason: 'no such command' }] });
  const passing = { 'recovery.committed-step-runs-once': {} };
  it('does not count where its level is asked for', () => {
    const at = (one: Baseline) =>
      exitOf(marked(reportOf({ [id]: {}, ...passing }), one, today), { ...asked, level: 4 }).code;
    expect([at(baseline()), at(known)]).toEqual([2, 0]);
  });
  it('is stale once it is judged', () => {
    const supported = reportOf({ [id]: { status: 'pass' } });
    expect(judged(supported, known)).toMatchObject({ code: 1, because: expect.stringContaining('is judged now') });
  });
});

describe('an update of the baseline', () => {
  const everything = (): Report =>
    reportOf(Object.fromEntries(sampleReport().results.map((one) => [one.requirement, {}])));

  it('makes a run that failed one that fails nothing new', () => {
    const fresh = updated(baseline(), everything(), today);
    expect(fresh.failing.map(({ requirement, expires }) => [requirement, expires])).toEqual([
      [sampled, '2027-03-01'],
      [zombie, '2027-03-01'],
    ]);
    expect(fresh.unsupported).toHaveLength(2);
    expect(judged(everything(), fresh)).toMatchObject({ code: 0, stale: [] });
    expect(baselineSchema.parse(JSON.parse(JSON.stringify(fresh)))).toEqual(fresh);
  });
  it('takes away what is no longer so, and keeps what it knows nothing about', () => {
    const known = baseline({
      failing: [failing, { ...failing, requirement: 'effect.applied-once' }, { ...failing, target: 'dbos' }],
    });
    const fresh = updated(known, reportOf({ [zombie]: { status: 'pass', cases: [] } }), today);
    expect(fresh.failing.map(({ requirement, target }) => [requirement, target])).toEqual([
      [zombie, 'dbos'],
      ['effect.applied-once', undefined],
    ]);
  });
  it('moves no day: what is over stays so until somebody says otherwise', () => {
    const old = { ...failing, expires: '2026-11-30' };
    expect(updated(baseline({ failing: [old] }), reportOf({ [zombie]: {} }), today).failing).toEqual([old]);
  });
  it('counts on how often something fails', () => {
    const known = baseline({ flaky: [{ requirement: zombie, rate: '2/40', reason: 'a race' }] });
    expect(updated(known, reportOf({ [zombie]: { status: 'pass', cases: [] } }), today).flaky[0]?.rate).toBe('2/41');
    expect(updated(known, reportOf({ [zombie]: {} }), today).flaky[0]?.rate).toBe('8/46');
  });
  it('knows what did not fail each time as flaky', () => {
    const [one] = sampleReport().results.find(({ requirement }) => requirement === zombie)?.cases ?? [];
    if (one === undefined) throw new Error('expected a failing case in the sample');
    const unsteady = reportOf({ [zombie]: { status: 'inconclusive', cases: [{ ...one, reproduced: '0/6' }] } });
    const fresh = updated(baseline(), unsteady, today);
    expect([fresh.failing, fresh.flaky.map(({ rate }) => rate)]).toEqual([[], ['1/7']]);
  });

  const whole = {
    requirement: [],
    skip: [],
    program: [],
    interruptions: 'quick',
    smallest: false,
    lastFailed: false,
    x: false,
    dryRun: false,
    updateBaseline: true,
    baseline: 'none.json',
  } as const;
  it.each([
    { filter: '-r', change: { requirement: ['effect.*'] } },
    { filter: '--skip', change: { skip: ['effect.*'] } },
    { filter: '--profile', change: { profile: 'fence' } },
    { filter: '--program', change: { program: ['one-effect'] } },
    { filter: '--last-failed', change: { lastFailed: true } },
    { filter: '-x', change: { x: true } },
    { filter: '--budget', change: { budget: 60_000 } },
  ])('refuses $filter', ({ filter, change }) => {
    expect(() => knownBy({ ...whole, ...change }, ['reference'])).toThrow(`refuses ${filter}`);
  });
  it('refuses several targets, and needs a file', () => {
    expect(() => knownBy(whole, ['a', 'b'])).toThrow('several targets');
    const { baseline: _, ...nameless } = whole;
    expect(() => knownBy(nameless, ['a'])).toThrow('--baseline FILE');
    expect(knownBy(whole, ['a'])?.baseline).toEqual(baseline());
  });
});

describe('a baseline file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-baseline-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  it.each([
    { what: 'is no JSON', text: '{', says: 'is no baseline' },
    { what: 'is of another schema', text: '{"schema":"killpoint.baseline/9"}', says: 'schema' },
    {
      what: 'has a typing error',
      text: JSON.stringify({ schema: 'killpoint.baseline/1', failing: [{ ...failing, expire: 'x' }] }),
      says: 'expire',
    },
    {
      what: 'has a day that is none',
      text: JSON.stringify({ schema: 'killpoint.baseline/1', failing: [{ ...failing, expires: 'soon' }] }),
      says: 'expires',
    },
  ])('that $what is refused by name', ({ text, says }) => {
    const file = join(folder, 'one.json');
    writeFileSync(file, text);
    expect(() => readBaseline(file)).toThrow(file);
    expect(() => readBaseline(file)).toThrow(says);
  });
  it('that is not there is refused', () => {
    expect(() => readBaseline(join(folder, 'nowhere.json'))).toThrow('there is no baseline at');
  });
});
