import { describe, expect, it } from 'vitest';
import type { Defects } from '../../../model/step.ts';
import { all, find } from '../../../model/store.ts';
import { review, settings, Told } from './told.ts';

const at = { run: 'run-1', slot: 'slot-1' };
const one = { attempt: 'slot-1/1' };
const two = { attempt: 'slot-1/2' };
const reassign = { ...at, reason: 'needs a larger machine', workerClass: 'standard' };
const slotOf = (told: Told) => find(told.store, 'slot', 'slot-1');
const leaf = (told: Told, kind: 'run' | 'slot' | 'attempt' | 'lease' | 'worker' | 'effect' | 'approval', id: string) =>
  find(told.store, kind, id)?.leaf;
const effects = (contract: 'idempotent' | 'opaque') => ({
  id: 'one-effect',
  title: 'One effect',
  steps: [{ op: 'effect' as const, id: 'publish', uses: [], contract }],
});
const publish = (n: string) => ({ attempt: n, step: 'publish' });
const intend = (n: string, actionKey = 'key-1') => ({ ...publish(n), actionKey, arguments: { to: 'reader' } });

describe('a launch', () => {
  it('creates a run, its slot and its launch specification', () => {
    const told = new Told();
    expect(told.launch()).toBe('ok');
    expect(told.value).toEqual(at);
    expect([leaf(told, 'run', 'run-1'), leaf(told, 'slot', 'slot-1')]).toEqual(['running', 'ready']);
  });

  it('is answered with the first run when it comes again under its start key, and refused with other inputs', () => {
    const told = new Told();
    told.launch();
    const again = {
      run: 'run-9',
      slot: 'slot-9',
      startKey: 'start-1',
      pins: { package: 'p1', workflow: 'w1', binding: 'b1' },
      program: review,
      specification: 'specification-1',
      workerClass: 'standard',
    };
    expect(told.say('launch', again)).toBe('ok');
    expect(told.value).toEqual(at);
    expect(told.last.writes).toEqual([]);
    expect(told.say('launch', { ...again, workerClass: 'large' })).toBe('start-key-names-other-inputs');
    expect(told.say('launch', { ...again, tenant: 'tenant-2', startKey: 'start-1', run: 'run-1' })).toBe(
      'already-exists',
    );
  });
});

describe('a claim', () => {
  it('creates one attempt, one worker and one lease, and nobody else may claim', () => {
    const told = new Told();
    told.launch();
    expect(told.claim()).toBe('ok');
    expect(told.value).toEqual(one);
    expect(told.last.writes.map(({ kind }) => kind).toSorted()).toEqual(['attempt', 'lease', 'slot', 'worker']);
    expect(slotOf(told)?.context).toMatchObject({ pending: 'slot-1/1', active: null });
    expect(told.claim()).toBe('slot-not-claimable');
  });

  it('refuses a class that the slot does not fit', () => {
    const told = new Told();
    told.launch();
    expect(told.claim('actor-1', 'large')).toBe('worker-class-does-not-fit');
  });

  it('waits for the retry time and for the end of the prior lease, but not for the prior worker', () => {
    const told = new Told().begin();
    expect(told.say('fail', { ...one, error: 'broken' })).toBe('ok');
    expect(slotOf(told)).toMatchObject({
      leaf: 'retry-wait',
      context: { prior: 'slot-1/1', retryAtMs: 10, active: null },
    });
    expect([leaf(told, 'worker', 'slot-1/1'), leaf(told, 'lease', 'slot-1/1')]).toEqual(['running', 'live']);
    expect(told.claim()).toBe('retry-time-not-reached');
    told.nowMs = 10;
    expect(told.claim()).toBe('prior-lease-not-terminal');
    expect(told.say('release-lease', one)).toBe('ok');
    expect(told.claim()).toBe('ok');
    expect(told.value).toEqual(two);
  });

  it('is impossible while an operator holds the slot', () => {
    const told = new Told();
    told.launch();
    expect([told.say('hold', at), told.claim(), told.say('release', at), told.claim()]).toEqual([
      'ok',
      'slot-not-claimable',
      'ok',
      'ok',
    ]);
  });
});

describe('two tenants', () => {
  it('answer each other as for a run, slot or attempt that does not exist', () => {
    const told = new Told().begin();
    const foreign = { tenant: 'tenant-2' };
    const decision = { run: 'run-1', approval: 'approve', decision: 'approve', revision: 'r1' } as const;
    expect([
      told.say('cancel', { ...foreign, run: 'run-1' }),
      told.say('cancel', { ...foreign, run: 'nowhere' }),
      told.say('claim', { ...foreign, ...at, workerClass: 'standard', owner: null }),
      told.say('claim', { ...foreign, run: 'run-1', slot: 'nowhere', workerClass: 'standard', owner: null }),
      told.say('reassign', { ...foreign, ...reassign }),
      told.say('hold', { ...foreign, ...at }),
      told.say('heartbeat', { ...foreign, ...one }),
      told.say('heartbeat', { ...foreign, attempt: 'nowhere' }),
      told.say('commit', { ...foreign, ...one, step: 'extract', revision: 0, value: 1 }),
      told.say('decide', { ...foreign, ...decision }),
      told.say('publish', {
        ...foreign,
        specification: { id: 's', tenant: 'tenant-1', ...at, workerClass: 'large' },
      }),
    ]).toEqual([
      'unknown-run',
      'unknown-run',
      'unknown-slot',
      'unknown-slot',
      'unknown-slot',
      'unknown-slot',
      'unknown-attempt',
      'unknown-attempt',
      'unknown-attempt',
      'unknown-run',
      'foreign-tenant',
    ]);
  });
});

describe('a commit', () => {
  const extract = (n: { attempt: string }, value: string, revision = 0) => ({ ...n, step: 'extract', revision, value });

  it('is the one result of its step', () => {
    const told = new Told().begin();
    expect(told.say('commit', extract(one, 'first'))).toBe('ok');
    expect(told.value).toEqual({ revision: 1 });
    expect(told.say('commit', extract(one, 'second'))).toBe('step-is-not-next');
    expect(find(told.store, 'output', 'slot-1/extract')?.context.commits).toEqual([
      { by: 'slot-1/1', atMs: 0, value: 'first', revision: 1, source: 'w1' },
    ]);
  });

  it('is refused with a stale revision, out of order, and for a step that has a command of its own', () => {
    const told = new Told().begin();
    expect(told.say('commit', extract(one, 'first', 7))).toBe('revision-is-stale');
    expect(told.say('commit', { ...one, step: 'publish', revision: 0, value: 1 })).toBe('step-is-not-next');
    told.say('commit', extract(one, 'first'));
    expect(told.say('commit', { ...one, step: 'approve', revision: 1, value: 1 })).toBe('step-is-of-another-kind');
  });

  it('of a zombie is refused, before and after its successor has the slot', () => {
    const told = new Told().begin();
    told.nowMs = 100;
    expect(told.say('expire', one)).toBe('ok');
    expect(told.say('commit', extract(one, 'zombie'))).toBe('lease-is-terminal');
    told.nowMs = 110;
    expect([told.claim(), told.say('start', two)]).toEqual(['ok', 'ok']);
    expect(told.say('commit', extract(one, 'zombie'))).toBe('lease-is-terminal');
    expect(told.say('heartbeat', one)).toBe('lease-is-terminal');
    expect(told.say('commit', extract(two, 'successor'))).toBe('ok');
    expect(told.say('fail', { ...one, error: 'late' })).toBe('lease-is-terminal');
    expect(told.say('exit', { ...one, status: 'failed' })).toBe('ok');
    expect(slotOf(told)).toMatchObject({ leaf: 'active', context: { active: 'slot-1/2' } });
  });

  it('of a zombie is kept beside the first one where a mutant has no fence', () => {
    const told = new Told(settings, {
      without: [
        { kind: 'lease', reason: 'lease-is-terminal' },
        { kind: 'attempt', reason: 'attempt-is-terminal' },
        { kind: 'slot', reason: 'attempt-is-not-current' },
        { kind: 'slot', reason: 'step-is-not-next' },
        { kind: 'slot', reason: 'revision-is-stale' },
        { kind: 'output', reason: 'already-committed' },
      ],
    }).begin();
    told.nowMs = 110;
    told.say('revoke', one);
    told.nowMs = 120;
    told.claim();
    told.say('start', two);
    expect(told.say('commit', extract(two, 'successor'))).toBe('ok');
    expect(told.say('commit', extract(one, 'zombie'))).toBe('ok');
    expect(find(told.store, 'output', 'slot-1/extract')?.context.commits.map(({ by }) => by)).toEqual([
      'slot-1/2',
      'slot-1/1',
    ]);
    expect(slotOf(told)?.context.done).toEqual(['extract']);
  });
});

describe('the end of an attempt', () => {
  it('comes by its lease only when that is due', () => {
    const told = new Told().begin();
    told.nowMs = 60;
    told.say('heartbeat', one);
    told.nowMs = 159;
    expect(told.say('expire', one)).toBe('lease-not-due');
    told.nowMs = 160;
    expect(told.say('expire', one)).toBe('ok');
    expect([leaf(told, 'attempt', 'slot-1/1'), leaf(told, 'worker', 'slot-1/1')]).toEqual(['lost', 'running']);
    expect(told.say('expire', one)).toBe('lease-is-terminal');
  });

  it('is followed by the loss of its worker also where its lease was taken away', () => {
    const told = new Told().begin();
    const late = { ...one, because: 'grace-passed' as const };
    expect(told.say('revoke', one)).toBe('ok');
    told.nowMs = 49;
    expect(told.say('report-lost', late)).toBe('grace-not-passed');
    told.nowMs = 50;
    expect(told.say('report-lost', late)).toBe('ok');
    expect(leaf(told, 'worker', 'slot-1/1')).toBe('lost');
  });

  it('is followed by the loss of its worker only after a grace, unless its death was seen', () => {
    const told = new Told().begin();
    const late = { ...one, because: 'grace-passed' as const };
    expect(told.say('report-lost', late)).toBe('lease-not-expired');
    told.nowMs = 100;
    told.say('expire', one);
    told.nowMs = 149;
    expect(told.say('report-lost', late)).toBe('grace-not-passed');
    told.nowMs = 150;
    expect(told.say('report-lost', late)).toBe('ok');
    expect(leaf(told, 'worker', 'slot-1/1')).toBe('lost');
  });

  it('by a seen death leaves the lease as it is', () => {
    const told = new Told().begin();
    expect(told.say('report-lost', { ...one, because: 'death-seen' })).toBe('ok');
    expect([leaf(told, 'slot', 'slot-1'), leaf(told, 'lease', 'slot-1/1')]).toEqual(['retry-wait', 'live']);
  });

  it('is the end of the slot after the last attempt', () => {
    const told = new Told({ ...settings, maxAttempts: 2 }).begin();
    told.say('revoke', one);
    told.nowMs = 10;
    told.claim();
    expect(told.say('revoke', two)).toBe('ok');
    expect([leaf(told, 'slot', 'slot-1'), leaf(told, 'run', 'run-1')]).toEqual(['failed', 'failed']);
    expect(told.claim()).toBe('run-is-terminal');
  });
});

describe('an effect', () => {
  it('is intended before it is sent, and its receipt is its result', () => {
    const told = new Told().begin(effects('idempotent'));
    expect(told.say('dispatch', publish('slot-1/1'))).toBe('effect-not-intended');
    expect(told.say('intend', intend('slot-1/1'))).toBe('ok');
    const applied = { ...publish('slot-1/1'), revision: 0, outcome: 'applied', receipt: 'r' } as const;
    expect(told.say('record', applied)).toBe('effect-not-in-flight');
    expect(told.say('dispatch', publish('slot-1/1'))).toBe('ok');
    expect(told.say('finish', one)).toBe('steps-unfinished');
    expect(told.say('record', applied)).toBe('ok');
    expect(told.say('finish', one)).toBe('ok');
    expect([leaf(told, 'run', 'run-1'), leaf(told, 'lease', 'slot-1/1'), leaf(told, 'worker', 'slot-1/1')]).toEqual([
      'succeeded',
      'released',
      'exited',
    ]);
  });

  const dies = (contract: 'idempotent' | 'opaque') => {
    const told = new Told().begin(effects(contract));
    told.say('intend', intend('slot-1/1'));
    told.say('dispatch', publish('slot-1/1'));
    told.say('revoke', one);
    told.nowMs = 10;
    return told;
  };

  it('that may have happened keeps its key and is sent again where its owner deduplicates', () => {
    const told = dies('idempotent');
    expect(leaf(told, 'effect', 'slot-1/publish')).toBe('ambiguous');
    expect([told.claim(), told.say('start', two)]).toEqual(['ok', 'ok']);
    expect(told.say('intend', intend('slot-1/2', 'another'))).toBe('ok');
    expect(told.value).toEqual({ actionKey: 'key-1', arguments: { to: 'reader' }, status: 'ambiguous' });
    expect(told.say('dispatch', publish('slot-1/2'))).toBe('ok');
  });

  it('that may have happened goes to review where its owner can do nothing', () => {
    const told = dies('opaque');
    expect([leaf(told, 'effect', 'slot-1/publish'), leaf(told, 'run', 'run-1')]).toEqual(['review', 'review']);
    expect(told.claim()).toBe('needs-review');
  });

  it('that its owner refused fails the slot and the run', () => {
    const told = new Told().begin(effects('idempotent'));
    told.say('intend', intend('slot-1/1'));
    told.say('dispatch', publish('slot-1/1'));
    const refused = { ...publish('slot-1/1'), revision: 0, outcome: 'refused', receipt: null } as const;
    expect(told.say('record', refused)).toBe('ok');
    expect([leaf(told, 'slot', 'slot-1'), leaf(told, 'run', 'run-1')]).toEqual(['failed', 'failed']);
    expect(told.say('record', refused)).toBe('lease-is-terminal');
  });
});

describe('an approval', () => {
  const request = { ...one, step: 'approve', revision: 'r1' };
  const decision = (decision: 'approve' | 'reject', revision = 'r1') => ({
    run: 'run-1',
    approval: 'approve',
    decision,
    revision,
  });
  const extracted = () => {
    const told = new Told().begin();
    told.say('commit', { ...one, step: 'extract', revision: 0, value: 'text' });
    return told;
  };

  it('parks the slot with no lease and no worker, and its decision is the result of its step', () => {
    const told = extracted();
    expect(told.say('request-approval', request)).toBe('ok');
    expect(
      (['slot', 'attempt', 'lease', 'worker'] as const).map((kind) =>
        leaf(told, kind, kind === 'slot' ? 'slot-1' : 'slot-1/1'),
      ),
    ).toEqual(['waiting', 'parked', 'released', 'exited']);
    expect(told.say('decide', decision('approve', 'r2'))).toBe('other-revision');
    expect(told.say('decide', decision('approve'))).toBe('ok');
    expect(slotOf(told)).toMatchObject({ leaf: 'ready', context: { done: ['extract', 'approve'], revision: 2 } });
    expect(find(told.store, 'output', 'slot-1/approve')?.context.commits[0]?.value).toEqual({
      decision: 'approve',
      revision: 'r1',
    });
    expect(told.claim()).toBe('ok');
  });

  it('keeps its first decision: an equal one is taken and changes nothing, another is refused', () => {
    const told = extracted();
    told.say('request-approval', request);
    told.say('decide', decision('approve'));
    expect(told.say('decide', decision('approve'))).toBe('ok');
    expect(told.last.writes).toEqual([]);
    expect(told.say('decide', decision('reject'))).toBe('already-decided');
  });

  it('keeps a decision that comes before it is asked for, and follows it if it is about the same content', () => {
    const told = extracted();
    expect(told.say('decide', decision('approve'))).toBe('ok');
    expect(told.say('decide', decision('reject'))).toBe('already-decided');
    expect(told.say('request-approval', request)).toBe('ok');
    expect(told.value).toEqual({ approval: 'approve', status: 'approved' });
    expect(slotOf(told)).toMatchObject({ leaf: 'ready', context: { done: ['extract', 'approve'], revision: 2 } });

    const other = extracted();
    other.say('decide', decision('approve', 'r0'));
    other.say('request-approval', request);
    expect(leaf(other, 'slot', 'slot-1')).toBe('waiting');
    expect(other.say('decide', decision('approve'))).toBe('ok');
  });

  it('that is rejected fails the slot and the run', () => {
    const told = extracted();
    told.say('request-approval', request);
    expect(told.say('decide', decision('reject'))).toBe('ok');
    expect([leaf(told, 'slot', 'slot-1'), leaf(told, 'run', 'run-1')]).toEqual(['failed', 'failed']);
  });

  it('of a cancelled run restarts nothing', () => {
    const told = extracted();
    told.say('request-approval', request);
    told.say('cancel', { run: 'run-1' });
    expect(told.say('decide', decision('approve'))).toBe('approval-not-open');
    expect(leaf(told, 'slot', 'slot-1')).toBe('cancelled');
  });

  it('that the program does not have is unknown', () => {
    expect(new Told().begin().say('decide', { ...decision('approve'), approval: 'extract' })).toBe('unknown-approval');
  });
});

describe('a cancellation', () => {
  it('is one, however often it comes, and nothing starts after it', () => {
    const told = new Told().begin();
    expect(told.say('cancel', { run: 'run-1' })).toBe('ok');
    expect(told.say('cancel', { run: 'run-1' })).toBe('ok');
    expect(told.last.writes).toEqual([]);
    expect(told.say('commit', { ...one, step: 'extract', revision: 0, value: 1 })).toBe('run-is-terminal');
    expect(told.claim()).toBe('run-is-terminal');
    expect([leaf(told, 'run', 'run-1'), leaf(told, 'slot', 'slot-1'), leaf(told, 'attempt', 'slot-1/1')]).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
  });

  const inFlight = (defects?: Defects) => {
    const told = new Told(settings, defects).begin(effects('idempotent'));
    told.say('intend', intend('slot-1/1'));
    told.say('dispatch', publish('slot-1/1'));
    told.say('cancel', { run: 'run-1' });
    return told;
  };

  it('waits for an effect that is in flight, whose outcome may still be recorded', () => {
    const told = inFlight();
    expect(leaf(told, 'run', 'run-1')).toBe('closing.cancelled');
    expect(told.say('account', { run: 'run-1' })).toBe('effects-unaccounted');
    expect(told.say('dispatch', publish('slot-1/1'))).toBe('run-is-closing');
    expect(told.say('record', { ...publish('slot-1/1'), revision: 0, outcome: 'applied', receipt: 'r' })).toBe('ok');
    expect([leaf(told, 'run', 'run-1'), leaf(told, 'effect', 'slot-1/publish')]).toEqual(['cancelled', 'applied']);
  });

  it('would close over an effect in flight without its guard', () => {
    const told = inFlight({ without: [{ kind: 'run', reason: 'effects-unaccounted' }] });
    expect(told.say('account', { run: 'run-1' })).toBe('ok');
    expect([leaf(told, 'run', 'run-1'), leaf(told, 'effect', 'slot-1/publish')]).toEqual(['cancelled', 'dispatched']);
  });

  it('sends an effect to review whose sender is lost', () => {
    const told = inFlight();
    told.nowMs = 100;
    told.say('expire', one);
    expect([leaf(told, 'run', 'run-1'), leaf(told, 'effect', 'slot-1/publish')]).toEqual([
      'closing.cancelled',
      'review',
    ]);
  });

  it('comes too late for a run that has another outcome', () => {
    const told = new Told().begin({ id: 'empty', title: 'Nothing to do', steps: [] });
    expect(told.say('account', { run: 'run-1' })).toBe('run-is-running');
    told.say('finish', one);
    expect(told.say('cancel', { run: 'run-1' })).toBe('another-outcome-stands');
    expect(told.say('account', { run: 'run-1' })).toBe('ok');
  });
});

describe('a reassignment', () => {
  const reopenable = () => {
    const told = new Told().begin();
    told.say('publish', {
      specification: { id: 'specification-2', tenant: 'tenant-1', ...at, workerClass: 'large' },
    });
    told.say('fail', { ...one, error: 'broken' });
    return told;
  };

  it('needs both ends of the prior attempt, a reason, its owner and a specification that fits', () => {
    const told = reopenable();
    expect(told.say('reassign', reassign)).toBe('prior-worker-not-terminal');
    told.say('exit', { ...one, status: 'failed' });
    expect(told.say('reassign', reassign)).toBe('prior-lease-not-terminal');
    told.say('release-lease', one);
    expect(told.say('reassign', { ...reassign, reason: ' \t ' })).toBe('reason-is-blank');
    expect(told.say('reassign', { ...reassign, actor: 'actor-2' })).toBe('actor-is-not-owner');
    expect(told.say('reassign', { ...reassign, workerClass: 'huge' })).toBe('no-compatible-specification');
    expect(told.say('reassign', { ...reassign, run: 'run-2' })).toBe('unknown-slot');
  });

  it('reopens the slot under the new specification and creates nothing; a claim does that later, before the old retry time', () => {
    const told = reopenable();
    told.say('exit', { ...one, status: 'failed' });
    told.say('release-lease', one);
    expect(told.say('reassign', { ...reassign, workerClass: 'large' })).toBe('ok');
    expect(told.value).toEqual({ specification: 'specification-2' });
    expect(told.last.writes.map(({ kind }) => kind)).toEqual(['slot', 'attempt']);
    expect(slotOf(told)).toMatchObject({
      leaf: 'retry-wait',
      context: {
        specification: 'specification-2',
        workerClass: 'large',
        reason: 'needs a larger machine',
        pending: null,
        active: null,
        prior: 'slot-1/1',
        retryAtMs: null,
      },
    });
    expect(told.claim('actor-1', 'standard')).toBe('worker-class-does-not-fit');
    expect(told.claim('actor-1', 'large')).toBe('ok');
    expect(all(told.store, 'attempt').map(({ id }) => id)).toEqual(['slot-1/1', 'slot-1/2']);
  });

  it('accepts any actor where no owner was recorded', () => {
    const told = new Told();
    told.launch();
    told.claim(null);
    told.say('revoke', one);
    told.say('exit', { ...one, status: 'exited' });
    expect(told.say('reassign', { ...reassign, actor: 'anybody' })).toBe('ok');
  });

  it('is refused in every other state', () => {
    const told = new Told();
    told.launch();
    expect(told.say('reassign', reassign)).toBe('slot-not-in-retry-wait');
  });
});
