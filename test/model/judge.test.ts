import { describe, expect, it } from 'vitest';
import { type Case, judge } from '../../model/judge.ts';
import { summarise, tally } from '../../model/levels.ts';
import { requirements } from '../../model/requirements/index.ts';
import { specification } from '../../model/specification.ts';
import type { History, Requirement, Subject, Verdict } from '../../model/vocabulary.ts';
import {
  committed,
  effect,
  extractAndPublish,
  opaque,
  programOf,
  Story,
  scripted,
  subjectOf,
} from './history-builder.ts';

const once = 'recovery.committed-step-runs-once';
const finishes = 'recovery.run-finishes-after-any-interruption';
const proven = committed({ extract: 'extract 1', publish: 'publish 1' });
const story = (id: string, more: Partial<History['plan']> = {}) =>
  new Story(extractAndPublish, { id, ...more }).works('worker-1').performs('worker-1', 'extract');
const interrupted = (id: string, more: Partial<History['plan']> = {}) =>
  story(id, more).calls('worker-1', 'publish').killed('worker-1', 'effect.received', 'publish').works('worker-2');
const good = () => interrupted('good').performs('worker-2', 'publish').succeeds(proven);
const bad = () => interrupted('bad').performs('worker-2', 'extract').performs('worker-2', 'publish').succeeds(proven);
const control = () => story('control').performs('worker-1', 'publish').succeeds(proven);

const verdictOf = (id: string, histories: readonly History[], subject: Subject = subjectOf()): Verdict => {
  const cases: readonly Case[] = histories.map((history) => ({ history, file: `${history.plan.id}.jsonl` }));
  const verdict = judge(cases, subject).find((one) => one.requirement === id);
  if (verdict === undefined) throw new Error(`no verdict on ${id}`);
  return verdict;
};
const only = (verdict: Verdict) => verdict.cases.map(({ plan, status, message }) => `${plan}: ${status}: ${message}`);
const claiming = (claim: 'promised' | 'silent' | 'disclaimed', name = once) =>
  subjectOf({ capabilities: [{ name, claim, link: 'https://example.org/docs' }] });

describe('a verdict', () => {
  it('is a pass where every clause was exercised and none was broken, and says how strong it is', () => {
    expect(verdictOf(once, [control(), good()])).toMatchObject({
      status: 'pass',
      message: 'held in 1 case',
      strength: { reach: ['world'], planned: 1, landed: 1, exercised: 1, cases: 2, faultModel: 'process crash' },
    });
  });
  it('is a failure where one case is broken, with the evidence of that case', () => {
    const verdict = verdictOf(once, [control(), good(), bad()]);
    expect(verdict).toMatchObject({ status: 'fail', clauses: [{ clause: 'not-again', status: 'fail', exercised: 2 }] });
    expect(verdict.message).toContain('worker-2 ran it again (1 of 2 cases)');
    expect(verdict.cases[1]).toMatchObject({
      plan: 'bad',
      status: 'fail',
      history: 'bad.jsonl',
      exercised: ['not-again'],
    });
    expect(verdict.cases[1]?.evidence.map(({ role }) => role)).toEqual(['committed', 'kill', 'illegal']);
  });
  it('is no pass where nothing exercised the requirement', () => {
    expect(verdictOf(once, [control()])).toMatchObject({ status: 'inconclusive', message: 'not exercised: not-again' });
    expect(verdictOf(once, [])).toMatchObject({ status: 'inconclusive', strength: { faultModel: 'none', reach: [] } });
  });
  it('is no pass where one of several clauses was not exercised', () => {
    expect(verdictOf(finishes, [good()])).toMatchObject({
      status: 'inconclusive',
      message: 'not exercised: after-a-standstill',
    });
  });
  it('is open, and says what it needs, where a clause waits for a later release', () => {
    const later: Requirement = {
      ...(requirements.find(({ id }) => id === once) ?? fail()),
      clauses: [
        { id: 'now', statement: '' },
        { id: 'then', statement: '', needs: 'store' },
      ],
      check: () => [
        { clause: 'now', exercised: 1, violations: [] },
        { clause: 'then', exercised: 0, violations: [] },
      ],
    };
    expect(judge([{ history: good(), file: '' }], subjectOf(), [later])[0]).toMatchObject({
      status: 'inconclusive',
      message: 'needs store: then; the rest held',
      clauses: [
        { clause: 'now', status: 'pass' },
        { clause: 'then', status: 'inconclusive', needs: 'store' },
      ],
    });
  });
  it('says of nothing that it held where every clause needs something later', () => {
    const later: Requirement = {
      ...(requirements.find(({ id }) => id === once) ?? fail()),
      clauses: [{ id: 'then', statement: '', needs: 'store' }],
      check: () => [{ clause: 'then', exercised: 0, violations: [] }],
    };
    expect(judge([{ history: good(), file: '' }], subjectOf(), [later])[0]?.message).toBe('needs store: then');
  });
  it('says of a failure whether it breaks a promise', () => {
    expect(verdictOf(once, [bad()], claiming('promised'))).toMatchObject({ status: 'fail', promise: 'promised' });
    const silent = verdictOf(once, [bad()]);
    expect(silent.promise).toBe('silent');
    expect(silent.message).toContain('its documentation promises nothing here');
  });
  it('takes the more exact declaration before that of the area', () => {
    const capabilities = [
      { name: 'recovery.*', claim: 'disclaimed', link: 'a' },
      { name: once, claim: 'promised', link: 'b' },
    ] as const;
    expect(verdictOf(once, [good()], subjectOf({ capabilities })).promise).toBe('promised');
    expect(verdictOf(finishes, [good()], subjectOf({ capabilities })).status).toBe('unsupported');
  });
  it('is unsupported where the documentation says no, and still says what was seen', () => {
    const verdict = verdictOf(once, [bad()], claiming('disclaimed'));
    expect(verdict.status).toBe('unsupported');
    expect(verdict.message).toMatch(
      /^disclaimed by its documentation \(https:\/\/example.org\/docs\); seen in 1 of 1 case: extract/,
    );
  });
  it('is unsupported where a feature is missing, but for a requirement about the world', () => {
    const bare = subjectOf({ can: ['model', 'effect'] });
    expect(verdictOf('reassign.needs-a-reason', [good()], bare)).toMatchObject({
      status: 'unsupported',
      message: 'not offered: reassign, claim, client, reports',
    });
    expect(verdictOf('lease.zombie-changes-nothing', [good()], bare).status).toBe('inconclusive');
  });
  it('leaves a clause out where the target does not offer what it is about', () => {
    const parted: Requirement = {
      ...(requirements.find(({ id }) => id === once) ?? fail()),
      clauses: [
        { id: 'any', statement: '' },
        { id: 'timed', statement: '', features: ['timer'] },
      ],
      check: () => [
        { clause: 'any', exercised: 1, violations: [] },
        { clause: 'timed', exercised: 1, violations: [{ message: 'late', evidence: [] }] },
      ],
    };
    const judged = (subject: Subject, requirement = parted) =>
      judge([{ history: good(), file: '' }], subject, [requirement])[0];
    expect(judged(subjectOf())).toMatchObject({ status: 'fail' });
    expect(judged(subjectOf({ can: ['model'] }))).toMatchObject({
      status: 'pass',
      message: 'held in 1 case; not offered: timed (timer)',
      clauses: [{ status: 'pass' }, { clause: 'timed', status: 'unsupported', exercised: 0 }],
      cases: [{ status: 'pass' }],
    });
    const onlyTimed = { ...parted, clauses: parted.clauses.slice(1), check: () => [] };
    expect(judged(subjectOf({ can: ['model'] }), onlyTimed)).toMatchObject({
      status: 'unsupported',
      message: 'not offered: timer',
    });
  });
  it('is left to the application where the subject leaves it what the duty follows, and says what was seen', () => {
    const wakes = 'attempt.no-second-while-one-lives';
    const twice = story('twice').calls('worker-1', 'publish').works('worker-2').calls('worker-2', 'publish').end();
    expect(verdictOf(wakes, [twice])).toMatchObject({ status: 'fail', duty: 'runtime' });
    const verdict = verdictOf(wakes, [twice], subjectOf({ recoveryBy: 'application' }));
    expect(verdict).toMatchObject({ status: 'unsupported', duty: 'application' });
    expect(verdict.message).toMatch(
      /^left to you by this runtime: the application finds lost runs .*; seen in 1 of 1 case/,
    );
    const keys = verdictOf('effect.same-action-same-key', [good()], subjectOf({ keyBuiltBy: 'application' }));
    expect(keys.message).toBe(
      'left to you by this runtime: the application builds the key; it held in 1 case all the same',
    );
  });
  it('is left to the application where that sends its effects itself, and judged where the runtime does', () => {
    const program = programOf(scripted('extract', 'e'), opaque('publish', 'extract'));
    const unknown = new Story(program, { id: 'unknown' }).works('worker-1').performs('worker-1', 'extract');
    const sent = unknown
      .calls('worker-1', 'publish')
      .killed('worker-1', 'effect.received', 'publish')
      .works('worker-2');
    const again = [sent.performs('worker-2', 'publish').succeeds()];
    const asks = 'effect.unknown-goes-to-review';
    expect(verdictOf(asks, again)).toMatchObject({ status: 'fail', duty: 'application' });
    expect(verdictOf(asks, again, subjectOf({ keyBuiltBy: 'application' }))).toMatchObject({ status: 'unsupported' });
    expect(verdictOf(asks, again, subjectOf({ keyBuiltBy: 'application' })).message).toMatch(
      /^left to you by this runtime: the application sends its effects itself; seen in 1 of 1 case/,
    );
  });
  it('names the requirement whose events it shares', () => {
    const taken = new Story(programOf(scripted('nothing', null), effect('store', 'nothing')), { id: 'taken' })
      .works('worker-1')
      .performs('worker-1', 'nothing', { value: null })
      .calls('worker-1', 'store', { inputs: { nothing: null } })
      .killed('worker-1', 'effect.received', 'store')
      .works('worker-2')
      .performs('worker-2', 'nothing', { value: null })
      .performs('worker-2', 'store', { inputs: { nothing: null } })
      .succeeds();
    const messageOf = (id: string, histories: readonly History[]) => verdictOf(id, histories).message;
    expect(messageOf('recovery.replays-every-value', [taken])).toContain(`(same events as ${once})`);
    expect(messageOf(once, [taken])).not.toContain('same events');
    expect(messageOf('recovery.replays-every-value', [taken, bad()])).toContain(`(same events as ${once})`);
    expect(messageOf(once, [taken, bad()])).not.toContain('same events');
  });
});

const fail = (): never => {
  throw new Error('the requirement is missing');
};

describe('a case', () => {
  it('says nothing where an interruption did not land', () => {
    const history = story('missed')
      .performs('worker-1', 'extract')
      .performs('worker-1', 'publish')
      .missed('kill', 'effect.applied', 'it never came')
      .succeeds(proven);
    expect(only(verdictOf(once, [history]))).toEqual([
      'missed: inconclusive: did not land: kill at effect.applied: it never came',
    ]);
    expect(verdictOf(once, [history]).strength).toMatchObject({ planned: 1, landed: 0, exercised: 0 });
  });
  it('says nothing while it was still moving, was cut short, or was disturbed by a stranger', () => {
    const repeat = () => interrupted('x').performs('worker-2', 'extract');
    expect(only(verdictOf(once, [repeat().end('moving')]))[0]).toContain('still moving');
    expect(only(verdictOf(once, [repeat().end('aborted')]))[0]).toContain('cut short');
    expect(only(verdictOf(once, [repeat().strange().end()]))[0]).toContain('a stranger');
  });
  it('is judged where the run stood still before the next interruption could come', () => {
    const history = interrupted('stuck')
      .missed('kill', 'retry-wait', 'nobody came')
      .rests('stuck')
      .shows('rest', 'running')
      .end('stuck');
    expect(only(verdictOf(finishes, [history]))[0]).toContain('stuck: fail: run-1 stood still');
    expect(only(verdictOf(once, [history]))[0]).toContain('inconclusive: did not land');
  });
  it('is untestable where the program does not succeed undisturbed', () => {
    const broken = story('control').rests('finished').shows('rest', 'failed').end();
    const verdict = verdictOf(once, [broken, good(), bad()]);
    expect(verdict.status).toBe('inconclusive');
    expect(only(verdict)).toContain('bad: inconclusive: untestable: imagined does not succeed undisturbed');
  });
  it('is testable where its program ends undisturbed in the failure that it has to', () => {
    const program = programOf(
      { op: 'tool', id: 'try', uses: [], answers: { fails: 503, times: 9 } },
      effect('store', 'try'),
    );
    const undisturbed = new Story(program, { id: 'control' }).works('worker-1').fails('worker-1', 'try');
    const failing = undisturbed.rests('finished').shows('rest', 'failed').end();
    const again = new Story(program, { id: 'again' })
      .works('worker-1')
      .performs('worker-1', 'try')
      .calls('worker-1', 'store');
    again.killed('worker-1', 'effect.received', 'store').works('worker-2').performs('worker-2', 'try');
    expect(verdictOf(once, [failing, again.end()]).status).toBe('fail');
  });
  it('that nothing interrupted is judged itself, also where it does not succeed', () => {
    const broken = story('control')
      .lost('worker-1', 'extract')
      .succeeds(committed({ extract: 'extract 1' }));
    expect(verdictOf('evidence.success-needs-its-proof', [broken]).status).toBe('fail');
  });
  it('without a single call says nothing, whatever the runtime says', () => {
    const silent = new Story(extractAndPublish, { id: 'silent' }).works('worker-1').succeeds(proven);
    expect(only(verdictOf('evidence.success-needs-its-proof', [silent]))[0]).toContain('no worker called the world');
  });
  it('is judged for the requirements that its plan is made for', () => {
    const race = interrupted('race', { judges: [finishes] })
      .performs('worker-2', 'extract')
      .performs('worker-2', 'publish')
      .succeeds(proven);
    expect(verdictOf(once, [race]).cases).toEqual([]);
    expect(verdictOf(finishes, [race]).cases).toHaveLength(1);
  });
  it('of a plan that needs what is not offered judges nothing', () => {
    const history = interrupted('needy', { needs: ['tenants'] })
      .performs('worker-2', 'extract')
      .succeeds(proven);
    expect(verdictOf(once, [history]).cases).toEqual([]);
  });
});

describe('a check that breaks its contract', () => {
  it('is a bug of ours and never a verdict', () => {
    const [first] = requirements;
    if (first === undefined) throw new Error('there are no requirements');
    const violations = [{ message: 'x', evidence: [] }];
    const rash: Requirement = { ...first, check: () => [{ clause: 'after-a-death', exercised: 0, violations }] };
    expect(() => judge([{ history: good(), file: '' }], subjectOf(), [rash])).toThrow('only where it was exercised');
    const lost: Requirement = { ...first, check: () => [{ clause: 'elsewhere', exercised: 1, violations: [] }] };
    expect(() => judge([{ history: good(), file: '' }], subjectOf(), [lost])).toThrow('found "elsewhere"');
  });
});

describe('the summary', () => {
  const all = (status: Verdict['status'], except: Partial<Record<string, Verdict['status']>> = {}) =>
    judge([], subjectOf()).map((verdict) => ({ ...verdict, status: except[verdict.requirement] ?? status }));

  it('counts verdicts by status and by profile', () => {
    const verdicts = all('pass', { [once]: 'fail', 'reassign.is-atomic': 'inconclusive' });
    expect(tally(verdicts)).toEqual({ pass: requirements.length - 2, fail: 1, inconclusive: 1, unsupported: 0 });
    expect(summarise(verdicts).profiles).toMatchObject({
      recover: { fail: 1 },
      reassign: { pass: 10, inconclusive: 1 },
      fence: { fail: 0 },
    });
  });
  it('names the level that is reached, and none above one that is not', () => {
    expect(summarise(all('pass')).level).toBe(4);
    expect(summarise(all('pass', { 'reassign.is-atomic': 'fail' })).level).toBe(3);
    expect(summarise(all('pass', { 'lease.live-holder-keeps-it': 'fail' })).level).toBe(1);
    expect(summarise(all('pass', { [once]: 'fail' }))).not.toHaveProperty('level');
  });
  it('asks for no level what is optional, or the duty of the application', () => {
    const unkept = { 'approval.wait-frees-capacity': 'fail', 'effect.asks-before-repeating': 'fail' } as const;
    expect(summarise(all('pass', unkept)).level).toBe(4);
  });
  it('lets nothing be missing in level 1', () => {
    expect(summarise(all('pass', { [once]: 'unsupported' }))).not.toHaveProperty('level');
    expect(summarise(all('pass').filter(({ requirement }) => requirement !== once))).not.toHaveProperty('level');
  });
});

describe('the specification', () => {
  it('states 97 requirements, each under one id, with clauses of its own and a source', () => {
    expect(requirements).toHaveLength(97);
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(97);
    for (const { id, clauses, source, since } of requirements) {
      expect(clauses.length, id).toBeGreaterThan(0);
      expect(new Set(clauses.map((clause) => clause.id)).size, id).toBe(clauses.length);
      expect(source, id).toMatch(/^Durable /);
      expect(since, id).toBe('2026-12');
    }
  });
  it('is one text that holds every word of them, in an order of its own', () => {
    expect(specification.revision).toBe('2026-12');
    for (const { statement } of requirements) expect(specification.text).toContain(JSON.stringify(statement));
    const ids = specification.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual([...ids].sort());
  });
});
