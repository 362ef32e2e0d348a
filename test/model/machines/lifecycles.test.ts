import { describe, expect, it } from 'vitest';
import { find } from '../../../model/store.ts';
import type { Contract, Program } from '../../../model/vocabulary.ts';
import { settings, Told } from './told.ts';

const one = { attempt: 'slot-1/1' };
const two = { attempt: 'slot-1/2' };
const at = { run: 'run-1', slot: 'slot-1' };
const programOf = (...steps: Program['steps']): Program => ({ id: 'program', title: 'Program', steps });
const tool = (id: string, uses: readonly string[] = []) => ({ op: 'tool' as const, id, uses });
const leaf = (told: Told, kind: 'run' | 'slot' | 'effect' | 'approval' | 'artifact', id: string) =>
  find(told.store, kind, id)?.leaf;
const run = (told: Told) => leaf(told, 'run', 'run-1');
const values = (told: Told, id: string) => find(told.store, 'output', id)?.context.commits.map(({ value }) => value);
/** The next attempt takes over. */
const takesOver = (told: Told, nth: number) => {
  told.nowMs += settings.leaseMs;
  told.claim();
  return told.say('start', { attempt: `slot-1/${nth}` });
};

describe('an approval with a reviewer and a deadline', () => {
  const asked = () => {
    const told = new Told().begin(
      programOf({ op: 'approval', id: 'approve', uses: [], reviewer: 'rita', deadlineMs: 30 }, tool('after')),
    );
    told.nowMs = 5;
    told.say('request-approval', { ...one, step: 'approve', revision: 'r1' });
    return told;
  };
  const decision = { run: 'run-1', approval: 'approve', decision: 'approve', revision: 'r1' } as const;
  const expiry = { run: 'run-1', approval: 'approve' };

  it('is decided by its reviewer and by nobody else, also when the decision comes early', () => {
    const told = asked();
    expect(told.say('decide', decision)).toBe('not-the-reviewer');
    expect(told.say('decide', { ...decision, actor: 'rita' })).toBe('ok');
    expect(told.say('decide', decision)).toBe('not-the-reviewer');
    const early = new Told().begin(programOf({ op: 'approval', id: 'approve', uses: [], reviewer: 'rita' }));
    expect(early.say('decide', decision)).toBe('not-the-reviewer');
  });

  it('expires at its deadline, whenever its sweep comes, and takes no decision after it', () => {
    const told = asked();
    told.nowMs = 34;
    expect([told.say('expire-approval', expiry), leaf(told, 'approval', 'run-1/approve')]).toEqual([
      'approval-not-due',
      'requested',
    ]);
    told.nowMs = 35;
    expect(told.say('decide', { ...decision, actor: 'rita' })).toBe('approval-expired');
    expect([told.say('expire-approval', expiry), run(told)]).toEqual(['ok', 'failed']);
    expect(told.say('decide', { ...decision, actor: 'rita' })).toBe('approval-expired');
    expect(told.say('expire-approval', expiry)).toBe('approval-not-open');
    expect(told.say('expire-approval', { ...expiry, tenant: 'tenant-2' })).toBe('unknown-run');
  });
});

describe('the limits of a run', () => {
  const limited = (limits: NonNullable<Program['limits']>) =>
    new Told().begin({ ...programOf(tool('a'), { op: 'timer', id: 't', uses: [], ms: 100 }, tool('b')), limits });

  it('let nothing start after its deadline, which no restart moves', () => {
    const told = limited({ deadlineMs: 500 });
    told.say('revoke', one);
    expect(takesOver(told, 2)).toBe('ok');
    expect(told.say('expire-run', { run: 'run-1' })).toBe('run-not-due');
    told.nowMs = 500;
    expect(told.say('commit', { ...two, step: 'a', revision: 0, value: 1 })).toBe('deadline-passed');
    expect([told.say('expire-run', { run: 'run-1' }), run(told)]).toEqual(['ok', 'expired']);
    expect(told.say('expire-run', { run: 'run-1' })).toBe('another-outcome-stands');
    expect(told.say('cancel', { run: 'run-1' })).toBe('another-outcome-stands');
  });

  it('count time at work over all attempts, and no waiting', () => {
    const told = limited({ executionMs: 50 });
    told.nowMs = 20;
    told.say('commit', { ...one, step: 'a', revision: 0, value: 1 });
    told.say('wait', { ...one, step: 't' });
    told.nowMs = 120;
    expect(told.say('fire', { run: 'run-1', step: 't' })).toBe('ok');
    told.claim();
    told.say('start', two);
    told.nowMs = 149;
    expect(told.say('expire-run', { run: 'run-1' })).toBe('run-not-due');
    told.nowMs = 150;
    expect(told.say('commit', { ...two, step: 'b', revision: 2, value: 1 })).toBe('execution-time-used-up');
    expect([told.say('expire-run', { run: 'run-1' }), run(told)]).toEqual(['ok', 'expired']);
  });
});

describe('an effect', () => {
  const sent = (contract: Contract, given = settings) => {
    const told = new Told(given).begin(programOf({ op: 'effect', id: 'act', uses: [], contract }, tool('after')));
    told.say('intend', { ...one, step: 'act', actionKey: 'key', arguments: null });
    told.say('dispatch', { ...one, step: 'act' });
    return told;
  };
  const effect = (told: Told) => leaf(told, 'effect', 'slot-1/act');
  const found = (word: 'applied' | 'refused' | 'pending' | 'unknown', askedAtMs: number) => ({
    ...{ run: 'run-1', step: 'act', found: word, askedAtMs, receipt: 'told' },
  });
  const call = (outcome: 'applied' | 'refused') => ({ run: 'run-1', actionKey: 'key', outcome, receipt: 'called' });

  it('whose owner can be asked is not sent again before its owner could no longer get the first', () => {
    const told = sent('lookup', { ...settings, deliveryMs: 500 });
    expect(told.say('look-up', found('applied', 0))).toBe('effect-not-ambiguous');
    told.say('revoke', one);
    expect(takesOver(told, 2)).toBe('ok');
    expect(told.say('dispatch', { ...two, step: 'act' })).toBe('ask-owner-first');
    expect([told.say('look-up', found('pending', 900)), effect(told)]).toEqual(['ok', 'ambiguous']);
    expect([told.say('look-up', found('unknown', 499)), effect(told)]).toEqual(['ok', 'ambiguous']);
    expect([told.say('look-up', found('unknown', 500)), effect(told)]).toEqual(['ok', 'intended']);
    expect(told.say('dispatch', { ...two, step: 'act' })).toBe('ok');
    expect(told.say('look-up', { ...found('applied', 0), tenant: 'tenant-2' })).toBe('unknown-run');
  });

  it('is done by the word of its owner, whoever asked', () => {
    const told = sent('lookup');
    told.say('revoke', one);
    expect([told.say('look-up', found('applied', 0)), effect(told)]).toEqual(['ok', 'applied']);
    expect([values(told, 'slot-1/act'), leaf(told, 'slot', 'slot-1')]).toEqual([['told'], 'retry-wait']);
    const other = sent('idempotent');
    other.say('revoke', one);
    expect(other.say('look-up', found('applied', 0))).toBe('owner-cannot-be-asked');
  });

  it('is looked up after a cancellation, and never sent again', () => {
    const told = sent('lookup');
    told.say('cancel', { run: 'run-1' });
    told.say('revoke', one);
    expect([effect(told), run(told)]).toEqual(['ambiguous', 'closing.cancelled']);
    expect([told.say('look-up', found('unknown', 0)), effect(told), run(told)]).toEqual(['ok', 'dropped', 'cancelled']);
  });

  it('of an owner that calls back waits for its word with no worker, and counts it once', () => {
    const told = sent('async');
    expect(told.say('wait', { ...one, step: 'act' })).toBe('effect-not-accepted');
    expect([told.say('acknowledge', { ...one, step: 'act' }), told.say('wait', { ...one, step: 'act' })]).toEqual([
      'ok',
      'ok',
    ]);
    expect([effect(told), leaf(told, 'slot', 'slot-1')]).toEqual(['accepted', 'waiting']);
    expect(told.say('callback', { ...call('applied'), actionKey: 'other' })).toBe('unknown-effect');
    expect([told.say('callback', call('applied')), told.say('callback', call('applied'))]).toEqual(['ok', 'ok']);
    expect([values(told, 'slot-1/act'), leaf(told, 'slot', 'slot-1')]).toEqual([['called'], 'ready']);
    expect(told.say('callback', call('refused'))).toBe('effect-is-settled');
  });

  it('may be called back about before its worker has said that it was taken', () => {
    const told = sent('async');
    expect([told.say('callback', call('applied')), told.say('acknowledge', { ...one, step: 'act' })]).toEqual([
      'ok',
      'ok',
    ]);
    expect(told.say('wait', { ...one, step: 'act' })).toBe('step-is-not-next');
    expect(told.say('commit', { ...one, step: 'after', revision: 0, value: 1 })).toBe('revision-is-stale');
    expect(told.say('commit', { ...one, step: 'after', revision: 1, value: 1 })).toBe('ok');
    expect(sent('guarded').say('acknowledge', { ...one, step: 'act' })).toBe('owner-does-not-call-back');
    expect(sent('guarded').say('callback', call('applied'))).toBe('owner-does-not-call-back');
  });

  it('carries the principal and the fencing token of its attempt', () => {
    const told = sent('guarded');
    expect(told.value).toEqual({ principal: 'tenant-1', token: 1 });
    told.say('revoke', one);
    takesOver(told, 2);
    expect([told.say('dispatch', { ...two, step: 'act' }), told.value]).toEqual([
      'ok',
      { principal: 'tenant-1', token: 2 },
    ]);
  });

  it('in review is settled by a person with evidence, and its run goes on when it is resumed', () => {
    const told = sent('opaque');
    const word = { run: 'run-1', step: 'act', outcome: 'applied', evidence: 'a photograph' } as const;
    expect(told.say('resolve', word)).toBe('effect-not-in-review');
    told.say('revoke', one);
    expect([run(told), told.say('resume', { run: 'run-1', reason: 'looked' })]).toEqual(['review', 'needs-review']);
    expect([told.say('resolve', { ...word, tenant: 'tenant-2' }), told.say('resolve', word)]).toEqual([
      'unknown-run',
      'ok',
    ]);
    expect([values(told, 'slot-1/act'), run(told)]).toEqual([['a photograph'], 'review']);
    expect(told.say('resume', { run: 'run-1', reason: ' ' })).toBe('reason-is-blank');
    expect([told.say('resume', { run: 'run-1', reason: 'looked' }), run(told)]).toEqual(['ok', 'running']);
    expect(told.say('resume', { run: 'run-1', reason: 'looked' })).toBe('run-not-stopped');
    expect(takesOver(told, 2)).toBe('ok');
  });
});

describe('an artifact', () => {
  const program = programOf(
    tool('draft'),
    { op: 'output', id: 'report', uses: ['draft'] },
    { op: 'approval', id: 'approve', uses: ['report'] },
    { op: 'effect', id: 'publish', uses: ['report'], contract: 'idempotent' },
  );
  const reference = (version = 'v1') => ({ name: 'report', version, digest: `sha256:${'0'.repeat(64)}`, bytes: 3 });
  const artifact = (told: Told, attempt = 'slot-1/1') => leaf(told, 'artifact', `${attempt}/report`);
  const commit = (told: Told, given: object = {}) =>
    told.say('commit', { ...one, step: 'report', revision: 1, value: reference(), ...given });
  const uploading = () => {
    const told = new Told().begin(program);
    told.say('commit', { ...one, step: 'draft', revision: 0, value: 1 });
    told.say('begin-upload', { ...one, step: 'report' });
    return told;
  };
  const committed = () => {
    const told = uploading();
    told.say('store-upload', { ...one, step: 'report', reference: reference() });
    commit(told);
    return told;
  };
  const missing = { run: 'run-1', step: 'report', state: 'missing' } as const;
  const again = { ...at, reason: 'it is gone', step: 'report' };

  it('is a result only once it is whole, and is what was uploaded', () => {
    const told = uploading();
    expect(commit(told)).toBe('upload-incomplete');
    told.say('store-upload', { ...one, step: 'report', reference: reference() });
    expect(commit(told, { value: reference('v2') })).toBe('other-version');
    expect([commit(told), artifact(told)]).toEqual(['ok', 'committed']);
  });

  it('that nobody committed is an orphan, and stays one', () => {
    const told = uploading();
    told.say('revoke', one);
    expect(artifact(told)).toBe('orphaned');
    expect(told.say('store-upload', { ...one, step: 'report', reference: reference() })).toBe('lease-is-terminal');
  });

  it('that is missing stops its run until it is restored and the run resumed', () => {
    const told = committed();
    expect(told.say('report-artifact', { ...missing, state: 'restored' })).toBe('artifact-not-missing');
    expect([told.say('report-artifact', missing), run(told)]).toEqual(['ok', 'blocked']);
    expect(told.say('request-approval', { ...one, step: 'approve', revision: 'r' })).toBe('artifact-is-missing');
    expect(told.say('resume', { run: 'run-1', reason: 'restored' })).toBe('artifact-is-missing');
    expect(told.say('report-artifact', { ...missing, state: 'restored' })).toBe('ok');
    expect([run(told), told.say('resume', { run: 'run-1', reason: 'restored' }), run(told)]).toEqual([
      'blocked',
      'ok',
      'running',
    ]);
    expect(told.say('report-artifact', { ...missing, step: 'draft' })).toBe('unknown-artifact');
    expect(told.say('report-artifact', { ...missing, tenant: 'tenant-2' })).toBe('unknown-run');
  });

  it('that is missing is made again by a retry that names its step, and what rested on it is asked again', () => {
    const told = committed();
    told.say('request-approval', { ...one, step: 'approve', revision: 'r1' });
    told.say('decide', { run: 'run-1', approval: 'approve', decision: 'approve', revision: 'r1' });
    told.say('report-artifact', missing);
    expect(told.say('retry', { ...again, reason: '' })).toBe('reason-is-blank');
    expect(told.say('retry', { ...again, step: 'publish' })).toBe('step-not-committed');
    expect([told.say('retry', again), run(told), artifact(told)]).toEqual(['ok', 'running', 'orphaned']);
    expect([leaf(told, 'approval', 'run-1/approve'), find(told.store, 'slot', 'slot-1')?.context.done]).toEqual([
      'superseded',
      ['draft'],
    ]);
    expect(takesOver(told, 2)).toBe('ok');
    told.say('begin-upload', { ...two, step: 'report' });
    told.say('store-upload', { ...two, step: 'report', reference: reference('v2') });
    expect(commit(told, { ...two, revision: 3, value: reference('v2') })).toBe('ok');
    expect(told.say('request-approval', { ...two, step: 'approve', revision: 'r2' })).toBe('ok');
    const decision = { run: 'run-1', approval: 'approve', decision: 'approve' } as const;
    expect(told.say('decide', { ...decision, revision: 'r1' })).toBe('other-revision');
    expect(told.say('decide', { ...decision, revision: 'r2' })).toBe('ok');
  });

  it('is not made again under an effect that was intended with it', () => {
    const told = committed();
    told.say('request-approval', { ...one, step: 'approve', revision: 'r1' });
    told.say('decide', { run: 'run-1', approval: 'approve', decision: 'approve', revision: 'r1' });
    takesOver(told, 2);
    told.say('intend', { ...two, step: 'publish', actionKey: 'key', arguments: null });
    told.say('revoke', two);
    expect(told.say('retry', again)).toBe('effect-rests-on-it');
  });
});

describe('a retry', () => {
  it('makes a slot due that waits for its retry time, and is linked to the failure', () => {
    const told = new Told().begin(programOf(tool('a')));
    expect(told.say('retry', { ...at, reason: 'now' })).toBe('slot-not-in-retry-wait');
    expect(told.say('retry', { ...at, reason: 'now', step: 'a' })).toBe('slot-is-at-work');
    told.say('fail', { ...one, error: 'broken' });
    told.say('release-lease', one);
    expect([told.claim(), told.say('retry', { ...at, reason: 'now' }), told.claim()]).toEqual([
      'retry-time-not-reached',
      'ok',
      'ok',
    ]);
    expect(find(told.store, 'attempt', 'slot-1/1')?.context).toMatchObject({
      failure: 'broken',
      recovery: { operation: 'retry', actor: 'actor-1', reason: 'now' },
    });
    expect(told.say('retry', { ...at, tenant: 'tenant-2', reason: 'now' })).toBe('unknown-slot');
  });
});

describe('a configuration', () => {
  const revision = {
    id: 'b2',
    of: 'binding',
    digest: 'd',
    nodes: { a: { agent: 'agent@1', attachments: [] } },
  } as const;

  it('names one content for ever, and a binding set names only agent revisions that are known', () => {
    const told = new Told();
    expect([told.say('register', { revision }), told.say('register', { revision })]).toEqual(['ok', 'ok']);
    expect(told.say('register', { revision: { ...revision, digest: 'other' } })).toBe('already-exists');
    expect([told.say('accept', { revision: 'b2' }), told.say('accept', { revision: 'b3' })]).toEqual([
      'unknown-revision',
      'unknown-revision',
    ]);
    told.say('register', { revision: { id: 'agent@1', of: 'agent', digest: 'd' } });
    expect(told.say('accept', { revision: 'b2' })).toBe('ok');
  });

  it('that is unknown or not accepted launches nothing', () => {
    const told = new Told();
    told.launch();
    const launch = {
      ...{ run: 'run-2', slot: 'slot-2', startKey: 'start-2', program: programOf(tool('a')) },
      ...{ specification: 's', workerClass: 'standard' },
    };
    const pins = { package: 'p1', workflow: 'w1', binding: 'b1' };
    told.say('register', { revision: { id: 'p2', of: 'package', digest: 'd' } });
    expect(told.say('launch', { ...launch, pins: { ...pins, package: 'p2' } })).toBe('revision-not-accepted');
    expect(told.say('launch', { ...launch, pins: { ...pins, binding: 'b9' } })).toBe('unknown-revision');
    expect(told.say('launch', { ...launch, pins: { ...pins, workflow: 'b1' } })).toBe('revision-is-of-another-kind');
    expect([told.last.writes, told.say('launch', { ...launch, pins })]).toEqual([[], 'ok']);
  });
});

describe('a branch', () => {
  const program = programOf(
    tool('a'),
    tool('b', ['a']),
    tool('c'),
    { op: 'approval', id: 'approve', uses: ['b'] },
    { op: 'effect', id: 'act', uses: ['c'], contract: 'idempotent' },
    tool('end'),
  );
  const parent = () => {
    const told = new Told().begin(program);
    for (const [at, step] of ['a', 'b', 'c'].entries())
      told.say('commit', { ...one, step, revision: at, value: `parent's ${step}` });
    told.say('request-approval', { ...one, step: 'approve', revision: 'r' });
    told.say('decide', { run: 'run-1', approval: 'approve', decision: 'approve', revision: 'r' });
    takesOver(told, 2);
    told.say('intend', { ...two, step: 'act', actionKey: 'key', arguments: null });
    told.say('dispatch', { ...two, step: 'act' });
    told.say('record', { ...two, step: 'act', revision: 4, outcome: 'applied', receipt: 'receipt' });
    return told;
  };
  const branch = { run: 'run-1', as: 'run-2', slot: 'slot-2', reason: 'another idea', changes: { a: 'changed' } };

  it('is a linked new run that does again what rests on the change, and takes the rest over', () => {
    const told = parent();
    const before = find(told.store, 'slot', 'slot-1');
    expect(told.say('branch', branch)).toBe('ok');
    expect(told.value).toEqual({ run: 'run-2', slot: 'slot-2', reused: ['c', 'act'] });
    expect(find(told.store, 'slot', 'slot-2')?.context.done).toEqual(['a', 'c', 'act']);
    expect([values(told, 'slot-2/a'), values(told, 'slot-2/c')]).toEqual([['changed'], ["parent's c"]]);
    expect([find(told.store, 'approval', 'run-2/approve'), find(told.store, 'effect', 'slot-2/act')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(find(told.store, 'run', 'run-2')?.context.origin).toEqual({
      ...{ run: 'run-1', actor: 'actor-1', reason: 'another idea' },
    });
    expect(find(told.store, 'slot', 'slot-1')).toBe(before);
    expect(told.say('branch', branch)).toBe('already-exists');
  });

  it('makes up no decision and no receipt, and is nobody else’s', () => {
    const told = parent();
    const changes = (step: string) => ({ ...branch, changes: { [step]: true } });
    expect([told.say('branch', changes('approve')), told.say('branch', changes('act'))]).toEqual([
      'step-is-of-another-kind',
      'step-is-of-another-kind',
    ]);
    expect(told.say('branch', changes('x'))).toBe('unknown-step');
    expect(told.say('branch', { ...branch, reason: '' })).toBe('reason-is-blank');
    expect(told.say('branch', { ...branch, tenant: 'tenant-2' })).toBe('unknown-run');
    expect(told.say('branch', { ...branch, tenant: 'tenant-2', run: 'nowhere' })).toBe('unknown-run');
  });
});
