import { describe, expect, it } from 'vitest';
import type { AttemptView, Pins, RunView } from '../../../model/vocabulary.ts';
import { accept, attempt, cancel, claim, decide, fail, fresh, hold, launch, register, slot } from '../commands.ts';
import { extractAndPublish, review, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { lost, ok, refused, type Shown, Told } from './script.ts';

const pins = { package: 'p', workflow: 'w', binding: 'b' };
const identity = (more: Partial<Pins> = {}): RunView['identity'] => ({
  tenant: 'tenant-1',
  pins: { ...pins, ...more },
});
const working = () => new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract');
const replaced = (before: Shown = {}) =>
  working()
    .calls('worker-1', 'publish')
    .shows('held', 'running', before)
    .killed('worker-1', 'effect.received', 'publish')
    .works('worker-2')
    .performs('worker-2', 'publish');

describe('identity.run-survives-replacement', () => {
  const id = 'identity.run-survives-replacement';
  const outcome = (before: Shown, after: Shown) =>
    outcomeOf(
      id,
      replaced(before)
        .rests('finished')
        .shows('rest', after.status ?? 'succeeded', after)
        .end(),
    );

  it('holds where the successor works under the same id, tenant and pins', () => {
    expect(outcome({ identity: identity() }, { identity: identity() })).toEqual({
      'same-id': 'kept',
      'same-tenant-and-pins': 'kept',
    });
  });
  it('is broken where the run is gone, has another name, or other pins', () => {
    expect(outcome({}, { status: 'absent' })['same-id']).toContain('run-1 was shown as absent');
    const renamed = working()
      .killed('worker-1', 'call.next')
      .works('worker-2')
      .performs('worker-2', 'publish', { run: 'run-9' });
    expect(outcomeOf(id, renamed.succeeds())['same-id']).toContain('run-9, which nobody had launched');
    expect(
      outcome({ identity: identity() }, { identity: identity({ workflow: 'w2' }) })['same-tenant-and-pins'],
    ).toContain('of tenant-1 under p, w2, b');
  });
  it('says nothing where nobody was replaced, and takes a run that was launched later for its own', () => {
    expect(outcomeOf(id, working().performs('worker-1', 'publish').succeeds())['same-id']).toBe('not exercised');
    const later = working().killed('worker-1', 'call.next').works('worker-2');
    later.asks(launch(extractAndPublish, { run: 'run-2' })).performs('worker-2', 'extract', { run: 'run-2' });
    expect(outcomeOf(id, later.end())['same-id']).toBe('not exercised');
  });
});

describe('identity.slot-survives-replacement', () => {
  const id = 'identity.slot-survives-replacement';
  const due: Shown = { slots: [slot({ retryAtMs: null })], attempts: [attempt(1)] };
  const taken = (more: Partial<ReturnType<typeof slot>> = {}, next: AttemptView = fresh(2)): Shown => ({
    slots: [slot({ state: 'claimed', retryAtMs: null, pending: next.id, ...more })],
    attempts: [attempt(1), next],
  });
  const claimed = (after: Shown) => outcomeOf(id, new Told().says(claim(), ok, [due, after]).end())['by-a-claim'];
  const takeover = (after: Shown) =>
    outcomeOf(id, replaced(due).rests('finished').shows('rest', 'succeeded', after).end())['by-a-takeover'];

  it('holds where a claim and a takeover serve the slot that was there', () => {
    expect(claimed(taken())).toBe('kept');
    expect(takeover(taken({ state: 'succeeded' }))).toBe('kept');
  });
  it('is broken by another slot, another run, or an attempt that serves another one', () => {
    expect(claimed(taken({ id: 'slot-7' }))).toContain('no longer the slot that it was');
    expect(claimed(taken({}, { ...fresh(2), slot: 'slot-7' }))).toContain('serves slot-7');
    expect(takeover(taken({ run: 'run-7' }))).toContain('no longer shown as it was');
    expect(takeover({ slots: [slot(), slot({ id: 'slot-7' })] })).toContain('slot-7 came beside slot-1');
  });
  it('says nothing of a first claim, a refused one, or where no slots are shown', () => {
    const ready = { slots: [slot({ state: 'ready', prior: null })], attempts: [] };
    expect(outcomeOf(id, new Told().says(claim(), ok, [ready, taken()]).end())['by-a-claim']).toBe('not exercised');
    expect(outcomeOf(id, new Told().says(claim(), refused('no'), [due, due]).end())['by-a-claim']).toBe(
      'not exercised',
    );
    expect(outcomeOf(id, replaced().succeeds())['by-a-takeover']).toBe('not exercised');
  });
});

describe('identity.prior-attempts-stay-addressable', () => {
  const id = 'identity.prior-attempts-stay-addressable';
  const outcome = (attempts: readonly AttemptView[], status: RunView['status'] = 'running') =>
    outcomeOf(id, new Told().says(claim(), ok, [{ attempts: [attempt(1)] }, { attempts, status }]).end());

  it('holds where an ended attempt is shown beside its successor, and after success', () => {
    expect(outcome([attempt(1), fresh(2)])['beside-a-successor']).toBe('kept');
    expect(outcome([attempt(1), fresh(2)], 'succeeded')['after-success']).toBe('kept');
  });
  it('is broken where it is gone, has another owner or slot, or no outcome', () => {
    expect(outcome([fresh(2)])['beside-a-successor']).toContain('it was no longer shown');
    expect(outcome([attempt(1, { worker: { owner: 'bob' } }), fresh(2)])['beside-a-successor']).toContain("bob's");
    expect(outcome([{ ...attempt(1), outcome: '' }, fresh(2)])['beside-a-successor']).toContain('without an outcome');
    expect(outcome([{ ...attempt(1), slot: 'slot-7' }], 'succeeded')['after-success']).toContain('shown for slot-7');
  });
  it('says nothing while there is no other attempt, and nothing of one that goes on', () => {
    expect(outcome([attempt(1)])['beside-a-successor']).toBe('not exercised');
    const going = new Told().says(claim(), ok, [{ attempts: [fresh(1)] }, { attempts: [fresh(2)] }]).end();
    expect(outcomeOf(id, going)['beside-a-successor']).toBe('not exercised');
  });
});

describe('identity.replacement-uses-pinned-configuration', () => {
  const id = 'identity.replacement-uses-pinned-configuration';
  const absent: Shown = { status: 'absent' };
  const launched = () => new Told().says(launch(review), ok, [absent, { identity: identity() }]);
  const newer = (after: Shown) =>
    launched()
      .says(register('w2', 'workflow'), ok, [{ identity: identity() }, after])
      .end();
  const forwarding = (workflow: string) => {
    const story = new Story(extractAndPublish).asks(launch(extractAndPublish)).works('worker-1');
    story.performs('worker-1', 'extract').asks(register('w2', 'workflow')).asks(accept('w2'));
    story.killed('worker-1', 'call.next').works('worker-2');
    return story.performs('worker-2', 'publish', { inputs: { $configuration: { workflow } } }).succeeds();
  };

  it('holds where the run shows its own pins, and its worker hands them on', () => {
    expect(outcomeOf(id, newer({ identity: identity() }))['pins-stay']).toBe('kept');
    expect(outcomeOf(id, forwarding('w'))['worker-runs-under-them']).toBe('kept');
  });
  it('is broken where either follows the newer revision', () => {
    expect(outcomeOf(id, newer({ identity: identity({ workflow: 'w2' }) }))['pins-stay']).toContain('"workflow":"w2"');
    expect(outcomeOf(id, forwarding('w2'))['worker-runs-under-them']).toContain('ran publish under workflow w2');
  });
  it('says nothing before there is a newer revision, or where its answer is missing', () => {
    expect(outcomeOf(id, launched().end())['pins-stay']).toBe('not exercised');
    const unknown = launched().says(register('w2', 'workflow'), lost, [{}, { identity: identity({ workflow: 'w2' }) }]);
    expect(outcomeOf(id, unknown.end())['pins-stay']).toBe('not exercised');
  });
});

describe('identity.node-gets-its-bound-revisions', () => {
  const id = 'identity.node-gets-its-bound-revisions';
  const bound = { extract: { agent: 'agent-1', attachments: ['prompt-1'] } };
  const handed = (configuration: Record<string, string | string[]> | undefined) => {
    const story = new Story(extractAndPublish).asks(register('b', 'binding', bound)).asks(accept('b'));
    story.asks(launch(extractAndPublish)).works('worker-1');
    const inputs = configuration === undefined ? {} : { $configuration: configuration };
    return outcomeOf(id, story.performs('worker-1', 'extract', { inputs }).end());
  };

  it('holds where the worker hands on what is bound', () => {
    expect(handed({ agent: 'agent-1', attachments: ['prompt-1'] })).toEqual({ agent: 'kept', attachments: 'kept' });
  });
  it('is broken by another agent or other attachments', () => {
    expect(handed({ agent: 'agent-2' }).agent).toBe('extract of run-1 is bound to agent-1, and agent-2 ran it');
    expect(handed({ attachments: ['prompt-2'] }).attachments).toContain('ran with ["prompt-2"]');
  });
  it('says nothing where nothing is handed on', () => expect(handed(undefined).agent).toBe('not exercised'));
});

describe('a claim', () => {
  const due: Shown = { slots: [slot({ retryAtMs: null })], attempts: [attempt(1)] };
  const taken: Shown = {
    slots: [slot({ state: 'claimed', retryAtMs: null, pending: 'slot-1/2' })],
    attempts: [attempt(1), fresh(2)],
  };
  const large = claim({ workerClass: 'large' });

  it('of another class is refused and leaves nothing', () => {
    const id = 'claim.refuses-incompatible-worker-class';
    const said = (outcome: typeof ok, after: Shown) =>
      outcomeOf(id, new Told().says(large, outcome, [due, after]).end());
    expect(said(refused('class'), due)).toEqual({ refused: 'kept', 'changes-nothing': 'kept' });
    expect(said(ok, taken).refused).toContain('a claim for large was accepted');
    expect(said(refused('class'), taken)['changes-nothing']).toContain('left an attempt');
    const held: Shown = { ...due, slots: [slot({ state: 'held', retryAtMs: null })] };
    expect(outcomeOf(id, new Told().says(large, refused('held'), [held, held]).end()).refused).toBe('not exercised');
    expect(outcomeOf(id, new Told().says(claim(), ok, [due, taken]).end()).refused).toBe('not exercised');
  });

  describe('before and after its retry time', () => {
    const id = 'claim.honours-retry-time';
    const active: Shown = {
      slots: [slot({ state: 'active', active: 'slot-1/1', retryAtMs: null })],
      attempts: [fresh(1)],
    };
    const waiting: Shown = { slots: [slot({ retryAtMs: 1000 })], attempts: [attempt(1)] };
    const failed = () => new Told(review, { backoffMs: 500 }).says(fail(), ok, [active, waiting]);
    const claimedAfter = (ms: number, outcome: typeof ok) =>
      outcomeOf(id, failed().after(ms).says(claim(), outcome, [waiting, waiting]).end());

    it('is refused, and then accepted', () => {
      expect(claimedAfter(10, refused('early'))).toEqual({ 'not-before': 'kept', after: 'not exercised' });
      expect(claimedAfter(600, ok)).toEqual({ 'not-before': 'not exercised', after: 'kept' });
    });
    it('is a fault the other way round', () => {
      expect(claimedAfter(10, ok)['not-before']).toBe('slot-1 was claimed before its retry time');
      expect(claimedAfter(700, refused('early')).after).toBe(
        'slot-1 was past its retry time, and a claim of it was refused',
      );
    });
    it('says nothing near that time, after another command, without an answer, or of an unknown backoff', () => {
      expect(claimedAfter(500, refused('early'))).toEqual({ 'not-before': 'not exercised', after: 'not exercised' });
      expect(claimedAfter(10, lost)['not-before']).toBe('not exercised');
      const held = failed().says(hold(), ok, [waiting, waiting]).says(claim(), ok, [waiting, waiting]).end();
      expect(outcomeOf(id, held)['not-before']).toBe('not exercised');
      const unknown = new Told().says(fail(), ok, [active, waiting]).says(claim(), ok, [waiting, waiting]).end();
      expect(outcomeOf(id, unknown)['not-before']).toBe('not exercised');
      const other = failed().says(claim({ workerClass: 'large' }), refused('class'), [waiting, waiting]);
      expect(
        outcomeOf(
          id,
          other
            .after(900)
            .says(claim({ tenant: 'tenant-2' }), refused('no'), [waiting, waiting])
            .end(),
        ).after,
      ).toBe('not exercised');
    });
  });

  describe('that broke off', () => {
    const id = 'claim.failure-leaves-slot-claimable';
    const broke = (after: Shown) => new Told().says(claim(), lost, [due, after]);

    it('happened wholly or not at all, and the next one gets the slot', () => {
      expect(outcomeOf(id, broke(taken).end())).toEqual({
        'nothing-half': 'kept',
        claimable: 'not exercised',
        'no-progress': 'kept',
      });
      expect(
        outcomeOf(
          id,
          broke(due)
            .says(claim({ key: 'next' }), ok, [due, taken])
            .end(),
        ).claimable,
      ).toBe('kept');
    });
    it('leaves no half attempt, no progress, and no slot that nobody gets', () => {
      const half = (more: Partial<ReturnType<typeof slot>>, attempts: readonly AttemptView[]) =>
        outcomeOf(id, broke({ slots: [slot({ retryAtMs: null, ...more })], attempts }).end())['nothing-half'];
      expect(half({}, [attempt(1), fresh(2)])).toContain('slot-1/2 was there without its slot');
      expect(half({ state: 'claimed', pending: 'slot-1/2' }, [attempt(1)])).toContain('claimed without an attempt');
      expect(half({ state: 'claimed', pending: 'slot-1/2' }, [attempt(1), attempt(2)])).toContain(
        'without a live worker',
      );
      expect(outcomeOf(id, broke({ ...due, status: 'succeeded' }).end())['no-progress']).toContain('shows progress');
      expect(
        outcomeOf(
          id,
          broke(due)
            .says(claim({ key: 'next' }), refused('no'), [due, due])
            .end(),
        ).claimable,
      ).toContain('the next one was refused');
    });
    it('says nothing of one that was answered', () => {
      const answered = new Told().says(claim(), refused('no'), [due, { ...due, status: 'succeeded' }]).end();
      expect(outcomeOf(id, answered)['no-progress']).toBe('not exercised');
    });
  });
});

describe('a run of several', () => {
  const id = 'identity.runs-share-nothing';
  const two = () => new Story(review).works('worker-1').performs('worker-1', 'extract', { run: 'run-1', value: 'one' });
  const given = (value: string) =>
    two()
      .performs('worker-1', 'extract', { run: 'run-2', value: 'two' })
      .performs('worker-1', 'analyse', { run: 'run-2', inputs: { extract: value } })
      .end();

  it('is given its own results, and is a fault to be given another one', () => {
    expect(outcomeOf(id, given('two')).results).toBe('kept');
    expect(outcomeOf(id, given('one')).results).toBe('analyse of run-2 was given "one", the extract of run-1');
  });
  it('says nothing where both had the same result, or there is one run', () => {
    const same = two().performs('worker-1', 'extract', { run: 'run-2', value: 'one' });
    expect(outcomeOf(id, same.performs('worker-1', 'analyse', { run: 'run-2' }).end()).results).toBe('not exercised');
    expect(outcomeOf(id, two().performs('worker-1', 'analyse').end()).results).toBe('not exercised');
  });
  it('is left alone by a command on another one', () => {
    const cancelled = (status: RunView['status']) =>
      outcomeOf(
        id,
        two()
          .performs('worker-1', 'extract', { run: 'run-2' })
          .asks(cancel())
          .rests('finished', 'run-2')
          .shows('rest', status, { run: 'run-2' })
          .end(),
      );
    expect(cancelled('succeeded').commands).toBe('kept');
    expect(cancelled('cancelled').commands).toBe('run-1 was cancelled, and so was run-2');
    const beside = (status: RunView['status']) =>
      new Told(review)
        .says(decide(), ok, [
          [{}, { run: 'run-2' }],
          [{}, { run: 'run-2', status }],
        ])
        .end();
    expect(outcomeOf(id, beside('running')).commands).toBe('kept');
    expect(outcomeOf(id, beside('succeeded')).commands).toBe('a decide on another run changed run-2');
  });
});
