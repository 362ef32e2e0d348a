import { describe, expect, it } from 'vitest';
import { find } from '../../../model/store.ts';
import type { Program } from '../../../model/vocabulary.ts';
import { settings, Told } from './told.ts';

const one = { attempt: 'slot-1/1' };
const programOf = (...steps: Program['steps']): Program => ({ id: 'structure', title: 'Structure', steps });
const tool = (id: string, uses: readonly string[] = []) => ({ op: 'tool' as const, id, uses });
const slotOf = (told: Told, id = 'slot-1') => find(told.store, 'slot', id);
const resultsOf = (told: Told, id: string) => find(told.store, 'output', id)?.context.commits.map(({ value }) => value);
const commit = (told: Told, [step, value, revision]: readonly [string, string, number], attempt = 'slot-1/1') =>
  told.say('commit', { attempt, step, revision, value });

describe('a group', () => {
  const group = programOf({ op: 'parallel', id: 'all', uses: [], members: [tool('a'), tool('b')] }, tool('after'));

  it('lets its members end in any order, and is joined once, with the last of them', () => {
    const told = new Told().begin(group);
    expect(commit(told, ['after', '3', 0])).toBe('step-is-not-next');
    expect(commit(told, ['b', '2', 0])).toBe('ok');
    expect([commit(told, ['b', '2', 1]), resultsOf(told, 'slot-1/all')]).toEqual(['step-is-not-next', undefined]);
    expect(commit(told, ['a', '1', 1])).toBe('ok');
    expect([slotOf(told)?.context.done, resultsOf(told, 'slot-1/all')]).toEqual([
      ['all', 'a', 'b'],
      [{ a: '1', b: '2' }],
    ]);
    expect([told.say('finish', one), commit(told, ['after', '3', 2]), told.say('finish', one)]).toEqual([
      'steps-unfinished',
      'ok',
      'ok',
    ]);
  });

  it('keeps what its members committed when its attempt is lost', () => {
    const told = new Told().begin(group);
    commit(told, ['b', '2', 0]);
    told.say('revoke', one);
    told.nowMs = 10;
    told.claim();
    told.say('start', { attempt: 'slot-1/2' });
    expect(commit(told, ['b', 'other', 1], 'slot-1/2')).toBe('step-is-not-next');
    expect(commit(told, ['a', '1', 1], 'slot-1/2')).toBe('ok');
    expect(resultsOf(told, 'slot-1/all')).toEqual([{ a: '1', b: '2' }]);
  });
});

describe('a choice', () => {
  const choice = programOf(
    tool('route'),
    { op: 'choose', id: 'way', uses: [], by: 'route', cases: { left: [tool('l1'), tool('l2')], right: [tool('r')] } },
    tool('after'),
  );

  it('takes the one way that the committed value names', () => {
    const told = new Told().begin(choice);
    commit(told, ['route', 'left', 0]);
    expect([commit(told, ['r', 'x', 1]), commit(told, ['l2', 'x', 1])]).toEqual([
      'step-is-not-next',
      'step-is-not-next',
    ]);
    expect([commit(told, ['l1', 'x', 1]), commit(told, ['l2', 'x', 2]), resultsOf(told, 'slot-1/way')]).toEqual([
      'ok',
      'ok',
      ['left'],
    ]);
    expect(commit(told, ['after', 'x', 3])).toBe('ok');
  });

  it('whose value names no way fails the run, with the value kept', () => {
    const told = new Told().begin(choice);
    expect(commit(told, ['route', 'toString', 0])).toBe('ok');
    expect([find(told.store, 'run', 'run-1')?.leaf, resultsOf(told, 'slot-1/route')]).toEqual(['failed', ['toString']]);
  });
});

describe('a timer', () => {
  const program = programOf({ op: 'timer', id: 'pause', uses: [], ms: 50 }, tool('after'));
  const fire = { run: 'run-1', step: 'pause' };

  it('holds no worker, fires once, and not before its time', () => {
    const told = new Told().begin(program);
    expect(commit(told, ['pause', 'x', 0])).toBe('step-is-of-another-kind');
    expect(told.say('wait', { ...one, step: 'pause' })).toBe('ok');
    expect([slotOf(told)?.leaf, find(told.store, 'lease', 'slot-1/1')?.leaf]).toEqual(['waiting', 'released']);
    told.nowMs = 49;
    expect([told.claim(), told.say('fire', fire)]).toEqual(['slot-not-claimable', 'timer-not-due']);
    told.nowMs = 50;
    expect([told.say('fire', { ...fire, tenant: 'tenant-2' }), told.say('fire', { run: 'run-1', step: 'x' })]).toEqual([
      'unknown-run',
      'unknown-timer',
    ]);
    expect([told.say('fire', fire), told.say('fire', fire)]).toEqual(['ok', 'timer-not-running']);
    expect([slotOf(told)?.leaf, resultsOf(told, 'slot-1/pause')]).toEqual(['ready', [null]]);
  });

  it('of a cancelled run starts nothing', () => {
    const told = new Told().begin(program);
    told.say('wait', { ...one, step: 'pause' });
    told.say('cancel', { run: 'run-1' });
    told.nowMs = 50;
    expect(told.say('fire', fire)).toBe('timer-not-running');
  });
});

describe('a child', () => {
  const program = programOf(
    {
      op: 'child',
      id: 'sub',
      uses: [],
      steps: [tool('inner'), { op: 'effect', id: 'act', uses: [], contract: 'opaque' }],
    },
    tool('after'),
  );
  const bring = () => {
    const told = new Told().begin(program);
    expect(told.say('start-child', { ...one, step: 'sub' })).toBe('ok');
    told.say('claim', { run: 'run-1/sub', slot: 'slot-1/sub', workerClass: 'standard', owner: null });
    expect(told.say('start', { attempt: 'slot-1/sub/1' })).toBe('ok');
    return told;
  };
  const inner = 'slot-1/sub/1';
  const leaves = (told: Told) => ['run-1', 'run-1/sub'].map((id) => find(told.store, 'run', id)?.leaf);
  const sent = (told: Told) => {
    commit(told, ['inner', '1', 0], inner);
    told.say('intend', { attempt: inner, step: 'act', actionKey: 'key', arguments: null });
    told.say('dispatch', { attempt: inner, step: 'act' });
    return told;
  };
  const record = (outcome: 'applied' | 'refused') => ({
    attempt: inner,
    step: 'act',
    revision: 1,
    outcome,
    receipt: 'done',
  });

  it('is a run of its own whose result is delivered to its parent once', () => {
    const told = sent(bring());
    expect(told.claim()).toBe('slot-not-claimable');
    expect([told.say('record', record('applied')), told.say('finish', { attempt: inner })]).toEqual(['ok', 'ok']);
    expect([leaves(told), resultsOf(told, 'slot-1/sub')]).toEqual([['running', 'succeeded'], ['done']]);
    expect(told.say('finish', { attempt: inner })).toBe('lease-is-terminal');
    expect(told.claim()).toBe('ok');
  });

  it('that fails takes its parent with it', () => {
    const told = sent(bring());
    expect(told.say('record', record('refused'))).toBe('ok');
    expect(leaves(told)).toEqual(['failed', 'failed']);
  });

  it('is over with its parent, which waits until the effects of the child are accounted for', () => {
    const told = sent(bring());
    expect(told.say('cancel', { run: 'run-1' })).toBe('ok');
    expect(leaves(told)).toEqual(['closing.cancelled', 'closing.cancelled']);
    expect(told.say('account', { run: 'run-1' })).toBe('effects-unaccounted');
    expect(told.say('record', record('applied'))).toBe('ok');
    expect(leaves(told)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('a step that may be tried again', () => {
  const flaky = programOf({ ...tool('fetch'), retry: { attempts: 2, backoffMs: 40 } }, tool('after'));
  it('waits for its own backoff, which no restart shortens, and is given up after its last try', () => {
    const told = new Told().begin(flaky);
    told.say('fail', { ...one, error: '503', step: 'fetch' });
    told.say('release-lease', one);
    expect(slotOf(told)).toMatchObject({ leaf: 'retry-wait', context: { retryAtMs: 40, tries: { fetch: 1 } } });
    told.nowMs = 39;
    expect(told.claim()).toBe('retry-time-not-reached');
    told.nowMs = 40;
    told.claim();
    told.say('start', { attempt: 'slot-1/2' });
    told.say('fail', { attempt: 'slot-1/2', error: '503', step: 'fetch' });
    expect([slotOf(told)?.leaf, find(told.store, 'run', 'run-1')?.leaf]).toEqual(['failed', 'failed']);
  });

  it('is not used up by a worker that dies', () => {
    const told = new Told().begin(flaky);
    told.say('revoke', one);
    expect(slotOf(told)).toMatchObject({ leaf: 'retry-wait', context: { retryAtMs: settings.backoffMs, tries: {} } });
  });

  it('counts every death against the limit of the run, however it came', () => {
    const told = new Told().begin({ ...programOf(tool('fetch')), limits: { attempts: 2 } });
    told.say('revoke', one);
    told.nowMs = 10;
    told.claim();
    told.say('start', { attempt: 'slot-1/2' });
    told.say('fail', { attempt: 'slot-1/2', error: 'broken' });
    expect(slotOf(told)?.leaf).toBe('failed');
  });
});
