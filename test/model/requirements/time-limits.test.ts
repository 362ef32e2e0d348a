import { describe, expect, it } from 'vitest';
import type { Program, RunView } from '../../../model/vocabulary.ts';
import { cancel, decide, launch } from '../commands.ts';
import { approval, effect, extractAndPublish, model, opaque, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { ok, refused, type Shown, Told } from './script.ts';

const within = (limits: Program['limits'], program = extractAndPublish): Program => ({
  ...program,
  ...(limits && { limits }),
});

describe('limit.deadline-never-moves', () => {
  const id = 'limit.deadline-never-moves';
  const limited = within({ deadlineMs: 500 });
  const extracted = () =>
    new Story(limited)
      .asks(launch(limited))
      .works('worker-1')
      .performs('worker-1', 'extract')
      .killed('worker-1', 'call.next')
      .works('worker-2');
  const clause = (story: Story) => outcomeOf(id, story.end())['no-effect-after'];

  it('holds where the run expires with its effect unsent', () => {
    expect(clause(extracted().after(700).rests('finished').shows('rest', 'expired'))).toBe('kept');
  });
  it('is broken by an effect that is sent after it, by whichever worker', () => {
    expect(clause(extracted().after(700).calls('worker-2', 'publish'))).toContain(
      'run-1 had 500 ms from its launch, and worker-2 sent publish after 7',
    );
  });
  it('says nothing of an effect that is sent near it, of a run that was done in time, or without a known launch', () => {
    expect(clause(extracted().after(510).performs('worker-2', 'publish').rests('finished'))).toBe('not exercised');
    expect(clause(extracted().performs('worker-2', 'publish').after(900).rests('finished'))).toBe('not exercised');
    const unasked = new Story(limited)
      .works('worker-1')
      .after(900)
      .calls('worker-1', 'extract')
      .answered('worker-1', 'extract', 'e');
    expect(clause(unasked.calls('worker-1', 'publish'))).toBe('not exercised');
  });
  it('holds where the deadline that is shown stays, and is broken where it moves later', () => {
    const shown = (after: number) => {
      const story = new Story(limited)
        .works('worker-1')
        .calls('worker-1', 'extract')
        .shows('held', 'running', { deadlineAtMs: 900 });
      story.killed('worker-1', 'call.received', 'extract').works('worker-2').performs('worker-2', 'extract');
      return outcomeOf(id, story.rests('finished').shows('rest', 'running', { deadlineAtMs: after }).end())[
        'shown-the-same'
      ];
    };
    expect(shown(900)).toBe('kept');
    expect(shown(800)).toBe('kept');
    expect(shown(950)).toBe('the deadline of run-1 moved by 50 ms');
    const told = (deadlineAtMs: number) =>
      new Told().says(cancel(), refused('no'), [{ deadlineAtMs: 900 }, { deadlineAtMs }]).end();
    expect(outcomeOf(id, told(950))['shown-the-same']).toContain('moved by 50');
  });
  it('lets an expired run end without success', () => {
    const expired = extracted().after(700).rests('finished').shows('rest', 'expired').end();
    expect(outcomeOf('recovery.run-finishes-after-any-interruption', expired)['after-a-death']).toBe('not exercised');
    const early = new Story(extractAndPublish).works('worker-1').killed('worker-1', 'worker.started').works('worker-2');
    const wrong = early.calls('worker-2', 'extract').rests('finished').shows('rest', 'expired').end();
    expect(outcomeOf('recovery.run-finishes-after-any-interruption', wrong)['after-a-death']).toContain(
      'ended as expired',
    );
  });
});

describe('limit.execution-time-is-bounded', () => {
  const id = 'limit.execution-time-is-bounded';
  const limited = within({ executionMs: 500 });
  const busy = (ms: number) =>
    new Story(limited).works('worker-1').calls('worker-1', 'extract').after(ms).answered('worker-1', 'extract', 'e');
  const gated = within(
    { executionMs: 500 },
    programOf(model('extract'), approval('approve', 'extract'), effect('publish', 'approve')),
  );
  const waited = () => {
    const story = new Story(gated).works('worker-1').performs('worker-1', 'extract').performs('worker-1', 'approve');
    return story.after(2_000).asks(decide());
  };

  it('holds where a run that used its time up ends', () => {
    expect(outcomeOf(id, busy(600).rests('finished').shows('rest', 'expired').end()).bounded).toBe('kept');
  });
  it('is broken by a step that begins after it, also in another attempt', () => {
    expect(outcomeOf(id, busy(700).calls('worker-1', 'publish').end()).bounded).toContain(
      'run-1 may be at work for 500 ms, and worker-1 began publish after 70',
    );
    const halves = new Story(limited)
      .works('worker-1')
      .calls('worker-1', 'extract')
      .after(400)
      .killed('worker-1', 'call.received');
    halves.works('worker-2').calls('worker-2', 'extract').after(400).answered('worker-2', 'extract', 'e');
    expect(outcomeOf(id, halves.calls('worker-2', 'publish').end()).bounded).toContain('began publish after 80');
  });
  it('counts no time twice in which two members of a group are at work', () => {
    const members = [{ op: 'model', id: 'a', uses: [] } as const, { op: 'model', id: 'b', uses: [] } as const];
    const group = within(
      { executionMs: 500 },
      programOf({ op: 'parallel', id: 'both', uses: [], members }, model('end')),
    );
    const both = new Story(group).works('worker-1').calls('worker-1', 'a').calls('worker-1', 'b').after(400);
    both.answered('worker-1', 'a', 1).answered('worker-1', 'b', 2).performs('worker-1', 'end');
    expect(outcomeOf(id, both.succeeds()).bounded).toBe('not exercised');
  });
  it('holds where a long wait costs nothing, and is broken where it does', () => {
    expect(outcomeOf(id, waited().performs('worker-1', 'publish').succeeds())['waiting-is-free']).toBe('kept');
    expect(outcomeOf(id, waited().rests('finished').shows('rest', 'expired').end())['waiting-is-free']).toContain(
      'waited, and expired',
    );
    expect(outcomeOf(id, busy(300).performs('worker-1', 'publish').succeeds())['waiting-is-free']).toBe(
      'not exercised',
    );
  });
  it('holds where the time left does not grow, and is broken where it does', () => {
    const left = (executionLeftMs: number) => {
      const story = new Story(limited)
        .works('worker-1')
        .calls('worker-1', 'extract')
        .shows('held', 'running', { executionLeftMs: 300 });
      story.killed('worker-1', 'call.received', 'extract').works('worker-2').performs('worker-2', 'extract');
      return outcomeOf(id, story.rests('finished').shows('rest', 'running', { executionLeftMs }).end())['never-grows'];
    };
    expect(left(200)).toBe('kept');
    expect(left(500)).toBe('worker-1 was lost, and run-1 had 200 ms more to work than before');
  });
  it('says nothing without such a limit', () => {
    const story = new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract').after(9_000);
    expect(outcomeOf(id, story.performs('worker-1', 'publish').succeeds()).bounded).toBe('not exercised');
  });
});

describe('approval.expires-at-its-deadline', () => {
  const id = 'approval.expires-at-its-deadline';
  const timed = programOf({ op: 'approval', id: 'approve', uses: [], deadlineMs: 500 }, opaque('publish', 'approve'));
  const wait = (status: string) => ({ approvals: [{ id: 'approve', step: 'approve', status, revision: '1' }] });
  const asked = () =>
    new Story(timed).works('worker-1').performs('worker-1', 'approve').shows('rest', 'waiting', wait('requested'));
  const late = (outcome: typeof ok, story = asked()) =>
    outcomeOf(
      id,
      story.after(900).asks(decide(), outcome).rests('finished').shows('rest', 'expired', wait('expired')).end(),
    );

  it('holds where it expires, and a late decision is refused', () => {
    expect(late(refused('approval-expired'))).toEqual({
      expires: 'kept',
      'refuses-later': 'kept',
      'across-a-restart': 'not exercised',
    });
  });
  it('is broken where it stays open, or the late decision is accepted', () => {
    const open = asked().after(900).rests('waiting').shows('rest', 'waiting', wait('requested')).end();
    expect(outcomeOf(id, open).expires).toContain('still shown as open');
    expect(late(ok)['refuses-later']).toContain('a decision was accepted');
  });
  it('counts from the first request, also where its worker was lost', () => {
    const cut = () =>
      asked()
        .killed('worker-1', 'approval.shown', 'approve')
        .after(300)
        .works('worker-2')
        .performs('worker-2', 'approve');
    expect(late(refused('no'), cut())['across-a-restart']).toBe('kept');
    expect(late(ok, cut())['across-a-restart']).toContain('a decision was accepted');
  });
  it('says nothing of a decision in time or near the deadline, or of a wait that nobody saw open', () => {
    const early = asked().asks(decide()).performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, early)['refuses-later']).toBe('not exercised');
    const near = asked().after(500).asks(decide()).performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, near)['refuses-later']).toBe('not exercised');
    const unseen = new Story(timed).works('worker-1').performs('worker-1', 'approve').after(900).asks(decide());
    expect(outcomeOf(id, unseen.end())['refuses-later']).toBe('not exercised');
  });
  it('holds, or not, in a script that shows it as expired', () => {
    const told = (outcome: typeof ok, shown: Shown) =>
      outcomeOf(id, new Told(timed).says(decide(), outcome, [shown, shown]).end());
    expect(told(refused('no'), wait('expired'))['refuses-later']).toBe('kept');
    expect(told(ok, wait('expired'))['refuses-later']).toContain('was over');
    expect(told(ok, wait('requested'))['refuses-later']).toBe('not exercised');
  });
});

describe('cancel.accepted-is-not-accounted', () => {
  const id = 'cancel.accepted-is-not-accounted';
  const inFlight = () =>
    new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'publish')
      .asks(cancel());
  const belief = (effect: 'dispatched' | 'applied') => ({ steps: { publish: { commits: [], effect } } });
  const end = (story: Story, status: RunView['status'] = 'cancelled') =>
    outcomeOf(
      id,
      story
        .applied('worker-1', 'publish')
        .answered('worker-1', 'publish', 'p')
        .rests('finished')
        .shows('rest', status)
        .end(),
    );

  it('holds where the run says that something is open until it is settled', () => {
    expect(end(inFlight().shows('held', 'running'))).toEqual({
      'open-while-in-flight': 'kept',
      'closed-when-settled': 'kept',
    });
    expect(end(inFlight().shows('held', 'cancelled', belief('dispatched')))['open-while-in-flight']).toBe('kept');
  });
  it('is broken where it calls itself cancelled with nothing open, or never closes', () => {
    expect(end(inFlight().shows('held', 'cancelled'))['open-while-in-flight']).toContain('with nothing open');
    expect(end(inFlight().shows('held', 'running'), 'running')['closed-when-settled']).toContain(
      'shows itself as running',
    );
  });
  it('says nothing where no effect was on its way, or a reading may have been a moment', () => {
    const story = new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract').asks(cancel());
    expect(outcomeOf(id, story.shows('held', 'cancelled').end())['open-while-in-flight']).toBe('not exercised');
    expect(end(inFlight().shows('change', 'cancelled'))['open-while-in-flight']).toBe('not exercised');
    const refusedOne = new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'publish');
    expect(end(refusedOne.asks(cancel(), refused('no')).shows('held', 'cancelled'))['open-while-in-flight']).toBe(
      'not exercised',
    );
  });
});
