import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { leaveForOthers } from '../../cli/leavings.ts';
import { requirements } from '../../model/index.ts';
import { type CaseVerdict, type Report, reportSchema } from '../../model/vocabulary.ts';
import { Archive } from '../../scenarios/archive.ts';
import { conformance } from '../../scenarios/conformance.ts';
import type { ShardPart } from '../../scenarios/merging/whole.ts';
import { type Merged, merge } from '../../scenarios/merging.ts';
import { scenarios } from '../../scenarios/programs.ts';
import { readShardRecord } from '../../scenarios/shard-record.ts';
import type { Shard } from '../../scenarios/shards.ts';

const root = mkdtempSync(join(tmpdir(), 'killpoint-merging-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MUTANT = 'key-per-attempt';
const asked = ['lease.', 'effect.', 'recovery.'];

/** Runs the mutant within this process, whole or in part, and leaves a folder as the command line would. */
const ran = async (name: string, shard?: Shard): Promise<ShardPart & { report: Report }> => {
  const folder = join(root, name);
  mkdirSync(folder);
  const adapter = createReference({ mutant: MUTANT, isInProcess: true });
  const assignment = {
    address: `mutant:${MUTANT}:in-process`,
    adapter,
    requirements: requirements.filter(({ id }) => asked.some((area) => id.startsWith(area))),
    scenarios: scenarios.filter(({ program: { id } }) => id === 'one-effect'),
    interruptions: 'quick',
    shard,
    archive: new Archive(folder, adapter),
    killpoint: '0',
    workers: 2,
    isBrief: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  } as const;
  const done = await conformance(assignment);
  if (done.failure !== undefined) throw done.failure;
  await leaveForOthers(done, assignment, { byName: [], level: undefined });
  writeFileSync(join(folder, 'report.json'), JSON.stringify(done.report));
  return { folder, report: done.report, record: await partRecord(folder, shard) };
};
const partRecord = async (folder: string, shard: Shard | undefined) =>
  shard === undefined
    ? {
        schema: 'killpoint.shard/1' as const,
        index: 1,
        of: 1,
        costs: null,
        asked: noAsk,
        planned: [],
        own: [],
        leftOut: 0,
        remarks: [],
        selfCheck: [],
      }
    : readShardRecord(folder);
const noAsk = { requirements: [], programs: [], interruptions: 'quick' as const, reach: [], byName: [], level: null };

/** What a report says, without where and when it was made and without how often each of its samples was run again. */
const said = ({ results, summary, interruptions, cost }: Report) => ({
  summary,
  interruptions,
  cost,
  results: named(results.map(({ cases, ...rest }) => ({ ...rest, cases: cases.toSorted(byPlan) }))),
});
/** Each run draws its own ids: they are put aside. */
const named = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'));
const byPlan = (a: CaseVerdict, b: CaseVerdict): number => (a.plan < b.plan ? -1 : 1);

describe('the parts of a run put together', () => {
  let whole: ShardPart;
  let parts: readonly ShardPart[];
  let merged: Merged;
  beforeAll(async () => {
    whole = await ran('whole');
    const shards: ShardPart[] = [];
    for (const index of [1, 2, 3, 4]) shards.push(await ran(`shard-${index}`, { index, of: 4 }));
    parts = shards;
    merged = await merge(parts, new Archive(join(root, 'merged')));
  }, 900_000);

  it('say what the whole says: verdicts, strength, coverage and cost', () => {
    expect(said(merged.report)).toEqual(said(whole.report));
    expect(merged.untried).toEqual([]);
  });

  it('had something to say: failures in several shards, and passes', () => {
    expect(merged.report.summary.fail).toBeGreaterThan(0);
    expect(merged.report.summary.pass).toBeGreaterThan(3);
    const failing = parts.filter(({ report }) => report.summary.fail > 0);
    expect(failing.length).toBeGreaterThan(1);
    expect(parts.every(({ record }) => record.own.length < merged.digests.length)).toBe(true);
  });

  it('keep the first case of each requirement first, and its counterexample as a file of the whole', () => {
    const firsts = ({ results }: Report) => results.map(({ cases: [first] }) => [first?.plan, first?.reproduced]);
    expect(firsts(merged.report)).toEqual(firsts(whole.report));
    const files = merged.report.results.flatMap(({ cases }) =>
      cases.flatMap(({ counterexample }) => counterexample ?? []),
    );
    expect(readdirSync(join(root, 'merged', 'counterexamples')).toSorted()).toEqual(
      files.map((file) => file.replace('counterexamples/', '')).toSorted(),
    );
    expect(readdirSync(join(root, 'merged', 'histories'))).toHaveLength(merged.digests.length);
  });

  it('are a report that a file can hold', () => {
    expect(reportSchema.parse(JSON.parse(JSON.stringify(merged.report))).results.length).toBeGreaterThan(0);
  });

  type Change = { readonly file: string; readonly change: (text: string) => string };
  const odd = (name: string, of: string, { file, change }: Change): string => {
    const folder = join(root, name);
    cpSync(join(root, of), folder, { recursive: true });
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
    return folder;
  };
  const partOf = async (folder: string): Promise<ShardPart> => ({
    folder,
    record: await readShardRecord(folder),
    report: reportSchema.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))),
  });
  const into = (name: string): Archive => new Archive(join(root, name));
  const at = (index: number): ShardPart => parts[index - 1] ?? whole;

  it('refuse to be put together where one is missing, and say which', async () => {
    await expect(merge([at(1), at(2), at(4)], into('none'))).rejects.toThrow('expected all 4 shards; 3/4 is missing');
  });

  it('refuse to be put together where one stands twice', async () => {
    await expect(merge([...parts, at(2)], into('none'))).rejects.toThrow(
      `expected each shard once; 2/4 stands in ${at(2).folder} and ${at(2).folder}`,
    );
  });

  it('refuse to be put together with a part of another run', async () => {
    const other = odd('other', 'shard-2', {
      file: 'shard.json',
      change: (text) => text.replace('"quick"', '"all"'),
    });
    await expect(merge([at(1), await partOf(other), at(3), at(4)], into('none'))).rejects.toThrow(
      'are no shards of one run: the interruptions of one is "quick", of the other "all"',
    );
  });

  it('name the plans that one shard planned and none was to run', async () => {
    const lost = at(3).record.own.find((plan) => !at(1).record.own.includes(plan)) ?? '';
    const record = { ...at(3).record, own: at(3).record.own.filter((plan) => plan !== lost) };
    const { untried } = await merge([at(1), at(2), { ...at(3), record }, at(4)], into('untried'));
    expect(untried).toEqual([lost]);
  });

  it('keep a failure of what every shard runs, also where only one of them saw it', async () => {
    const control = 'one-effect/undisturbed-2';
    const file = join('histories', `${control.replace('/', '_')}.jsonl`);
    const never = odd('never', 'shard-4', {
      file,
      change: (text) =>
        text
          .split('\n')
          .filter((line) => !line.includes('"effect.applied"'))
          .join('\n'),
    });
    const { report } = await merge([at(1), at(2), at(3), await partOf(never)], into('with-never'));
    const once = report.results.find(({ requirement }) => requirement === 'effect.applied-once');
    expect(once?.cases.filter(({ status }) => status === 'fail').map(({ plan }) => plan)).toContain(
      `${control}-shard-4`,
    );
  });

  it('count a failure that came again in no shard as what it is', async () => {
    const [failing] = merged.report.results.filter(({ status }) => status === 'fail');
    const unsteady = parts.map((part) => ({ ...part, report: withoutConfirmation(part.report, failing?.requirement) }));
    const { report } = await merge(unsteady, into('unsteady'));
    const result = report.results.find(({ requirement }) => requirement === failing?.requirement);
    expect([result?.status, result?.message]).toEqual([
      'inconclusive',
      expect.stringContaining('did not fail again when its plans were run alone'),
    ]);
  });

  it('read nothing outside of their folders, whatever a file says', async () => {
    const strange = odd('strange', 'shard-1', {
      file: 'report.json',
      change: (text) => text.replaceAll('"counterexamples/', '"../../shard-2/counterexamples/'),
    });
    symlinkSync('/etc/hostname', join(strange, 'histories', 'link.jsonl'));
    const { report } = await merge([await partOf(strange), at(2), at(3), at(4)], into('strangely'));
    expect(said(report)).toEqual(said(whole.report));
  });
});

/** The report of a shard in which the failures of a requirement were run again, and none came again. */
const withoutConfirmation = (report: Report, requirement: string | undefined): Report => ({
  ...report,
  results: report.results.map((result) =>
    result.requirement !== requirement || result.status !== 'fail'
      ? result
      : {
          ...result,
          status: 'inconclusive',
          cases: result.cases.map(({ counterexample, ...one }) =>
            counterexample === undefined ? one : { ...one, reproduced: '0/2' },
          ),
        },
  ),
});
