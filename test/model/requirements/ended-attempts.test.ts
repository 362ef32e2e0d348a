import { describe, expect, it } from 'vitest';
import type { AttemptView, RunView, SlotView } from '../../../model/vocabulary.ts';
import { attempt, claim, commit, fresh, heartbeat, launch, slot } from '../commands.ts';
import { extractAndPublish, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';
import { lost, ok, refused, type Shown, Told } from './script.ts';

const state = (one: SlotView, ...attempts: readonly AttemptView[]): Shown => ({ slots: [one], attempts });
const taken = slot({ state: 'active', active: 'slot-1/2', retryAtMs: null });
const successor = state(taken, attempt(1), fresh(2));

describe('lease.heartbeat-revives-nothing', () => {
  const id = 'lease.heartbeat-revives-nothing';
  const beat = (after: Shown, before = successor) =>
    outcomeOf(id, new Told().says(heartbeat(), ok, [before, after]).end());
  const revived = attempt(1, { lease: 'live' });

  it('holds where a late one changes nothing, accepted or refused', () => {
    expect(beat(successor)).toMatchObject({ 'stays-ended': 'kept', 'successor-keeps-it': 'kept' });
    const no = new Told().says(heartbeat(), refused('lease-is-terminal'), [successor, successor]).end();
    expect(outcomeOf(id, no)['stays-ended']).toBe('kept');
  });
  it('is broken where the lease lives again, or the slot changes hands', () => {
    expect(beat(state(taken, revived, fresh(2)))['stays-ended']).toBe(
      'the lease of slot-1/1 was expired, and after a heartbeat live',
    );
    const back = slot({ state: 'active', active: 'slot-1/1', retryAtMs: null });
    expect(beat(state(back, attempt(1), fresh(2)))['successor-keeps-it']).toContain('slot-1/2 lost slot-1');
  });
  it('says nothing of a lease that lives', () => {
    const own = state(slot({ state: 'active', active: 'slot-1/1' }), fresh(1));
    expect(beat(own, own)['stays-ended']).toBe('not exercised');
    expect(beat(state(slot(), attempt(1)), state(slot(), attempt(1)))).toMatchObject({
      'stays-ended': 'kept',
      'successor-keeps-it': 'not exercised',
    });
  });
  it('holds, or not, for a worker that comes back after its successor', () => {
    const back = (...after: readonly AttemptView[]) => {
      const story = new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract');
      story.stopped('worker-1', 'call.received', 'extract').works('worker-2').performs('worker-2', 'extract');
      story.shows('before-continue', 'running', successor).continued('worker-1');
      return outcomeOf(id, story.shows('after-continue', 'running', state(taken, ...after)).end())[
        'after-a-standstill'
      ];
    };
    expect(back(attempt(1), fresh(2))).toBe('kept');
    expect(back(revived, fresh(2))).toContain('a lease that had ended was live again');
  });
});

describe('attempt.terminal-is-final', () => {
  const id = 'attempt.terminal-is-final';
  const ended = (status: RunView['status'] = 'succeeded') =>
    new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .performs('worker-1', 'publish')
      .rests('finished')
      .shows('rest', status);
  const later = (story: Story) => outcomeOf(id, story.end())['not-taken-up'];

  it('holds where a worker that starts after the end leaves the run alone', () => {
    expect(later(ended().works('worker-2').shows('rest', 'succeeded'))).toBe('kept');
  });
  it('is broken where it begins a step', () => {
    expect(later(ended('failed').works('worker-2').calls('worker-2', 'extract'))).toBe(
      'run-1 had ended as failed, and worker-2, which started later, began extract',
    );
  });
  it('says nothing where the run was launched again, had not ended, or nobody looked', () => {
    const again = ended().asks(launch(extractAndPublish)).works('worker-2').calls('worker-2', 'extract');
    expect(later(again)).toBe('not exercised');
    expect(later(ended('running').works('worker-2').calls('worker-2', 'extract'))).toBe('not exercised');
    expect(later(ended().works('worker-2'))).toBe('not exercised');
  });
  it('holds where a claim brings a new attempt, and is broken by an old one', () => {
    const due = state(slot({ retryAtMs: null }), attempt(1));
    const claimed = (pending: string, ...attempts: readonly AttemptView[]) =>
      outcomeOf(id, new Told().says(claim(), ok, [due, state(slot({ state: 'claimed', pending }), ...attempts)]).end());
    expect(claimed('slot-1/2', attempt(1), fresh(2))['not-handed-out']).toBe('kept');
    expect(claimed('slot-1/1', fresh(1))['not-handed-out']).toContain('handed out slot-1/1');
  });
  it('holds where a late report changes nothing, and is broken where it does', () => {
    const reported = (after: Shown, before = successor) =>
      outcomeOf(id, new Told().says(commit(), ok, [before, after]).end())['late-report'];
    expect(reported(successor)).toBe('kept');
    expect(reported({ ...successor, executionLeftMs: 5 }, { ...successor, executionLeftMs: 9 })).toBe('kept');
    expect(reported({ ...successor, status: 'failed' })).toContain('a commit came for it, and the run changed');
    const own = state(taken, fresh(1));
    expect(reported({ ...own, status: 'failed' }, own)).toBe('not exercised');
    const unanswered = new Told().says(commit(), lost, [successor, { ...successor, status: 'failed' }]).end();
    expect(outcomeOf(id, unanswered)['late-report']).toBe('not exercised');
  });
});

describe('attempt.every-start-reaches-an-end', () => {
  const id = 'attempt.every-start-reaches-an-end';
  const replaced = (ms: number, ...attempts: readonly AttemptView[]) =>
    new Story(extractAndPublish)
      .works('worker-1')
      .calls('worker-1', 'extract')
      .killed('worker-1', 'call.received', 'extract')
      .works('worker-2')
      .performs('worker-2', 'extract')
      .performs('worker-2', 'publish')
      .after(ms)
      .rests('finished')
      .shows('rest', 'succeeded', { attempts })
      .end();
  const recorded = (ms: number, ...attempts: readonly AttemptView[]) =>
    outcomeOf(id, replaced(ms, ...attempts))['recorded-end'];

  it('holds where every attempt has ended with its run', () => {
    expect(recorded(0, attempt(1), attempt(2))).toBe('kept');
  });
  it('is broken where one is still shown as going on, after time enough', () => {
    expect(recorded(500, fresh(1), attempt(2))).toContain('slot-1/1 was shown with a starting worker and a live lease');
    expect(recorded(10, fresh(1), attempt(2))).toBe('not exercised');
  });
  it('says nothing of an undisturbed run, or one whose attempts are not shown', () => {
    expect(recorded(500)).toBe('not exercised');
    const calm = new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract').rests('finished');
    expect(outcomeOf(id, calm.shows('rest', 'succeeded', { attempts: [fresh(1)] }).end())['recorded-end']).toBe(
      'not exercised',
    );
  });
  it('holds where a second worker leaves one at work, and is broken where none is left', () => {
    const beside = () => {
      const story = new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract').works('worker-2');
      return story.planned('start-worker', 'call.received', 'extract');
    };
    const done = beside().answered('worker-1', 'extract', 'e').performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, done)['an-executor-is-left']).toBe('kept');
    expect(outcomeOf(id, beside().rests('stuck').end('stuck'))['an-executor-is-left']).toContain('stood still');
    const alone = new Story(extractAndPublish).works('worker-1').planned('start-worker', 'call.received', 'extract');
    expect(outcomeOf(id, alone.rests('stuck').end('stuck'))['an-executor-is-left']).toBe('not exercised');
  });
});
