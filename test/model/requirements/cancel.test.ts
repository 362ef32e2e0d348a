import { describe, expect, it } from 'vitest';
import { cancel, decide } from '../commands.ts';
import { approval, committed, extractAndPublish, model, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const stop = (story: Story, key = 'stop') => story.replies(story.sends('client-1', cancel({ key })));
/** Cancelled while the first call is held. */
const inExtract = () => stop(new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract'));
const inPublish = () =>
  stop(new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract').calls('worker-1', 'publish'));
const asCancelled = (story: Story) => story.rests('finished').shows('rest', 'cancelled');

describe('cancel.nothing-starts-after', () => {
  const id = 'cancel.nothing-starts-after';
  const outcome = (story: Story) => outcomeOf(id, asCancelled(story).end())['nothing-begins'];

  it('holds where the late answer leads nowhere', () => {
    expect(outcome(inExtract().answered('worker-1', 'extract', 'e'))).toBe('kept');
  });
  it('is broken by a step that rests on an answer given later', () => {
    expect(outcome(inExtract().answered('worker-1', 'extract', 'e').calls('worker-1', 'publish'))).toBe(
      'run-1 was cancelled, and publish began after that: it rests on an answer to extract that was given later',
    );
  });
  it('is broken by a worker that came later, and by a try after an error that came later', () => {
    const lost = inExtract().killed('worker-1', 'cancel.accepted').works('worker-2');
    expect(outcome(lost.calls('worker-2', 'extract'))).toContain('its worker worker-2 came later');
    const program = programOf(
      { op: 'model', id: 'try', uses: [], retry: { attempts: 3, backoffMs: 100 } },
      model('end'),
    );
    const failed = stop(new Story(program).works('worker-1').fails('worker-1', 'try'));
    expect(outcome(failed.after(120).calls('worker-1', 'try'))).toContain('it rests on a wait that ended later');
  });
  it('is broken by a worker that slept in a call, and by none that stood still between two: its next call may be on its way', () => {
    const slept = new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract');
    const woken = stop(slept.stopped('worker-1', 'call.received', 'extract')).continued('worker-1');
    expect(outcome(woken.calls('worker-1', 'publish'))).toContain('its worker worker-1 came later');
    const between = stop(new Story(extractAndPublish).works('worker-1').stopped('worker-1', 'attempt.claimed'));
    expect(outcome(between.continued('worker-1').calls('worker-1', 'extract'))).toBe('kept');
  });
  it('is broken by a timer that ended later, and by a decision that came later', () => {
    const timed = programOf(model('a'), { op: 'timer', id: 'pause', uses: [], ms: 500 }, model('b'));
    const paused = stop(new Story(timed).works('worker-1').performs('worker-1', 'a').after(100));
    expect(outcome(paused.after(500).calls('worker-1', 'b'))).toContain('it rests on a wait that ended later');
    const gated = programOf(approval('approve'), model('go', 'approve'));
    const waiting = stop(new Story(gated).works('worker-1').performs('worker-1', 'approve').shows('change', 'waiting'));
    waiting.replies(waiting.sends('client-1', decide()));
    expect(outcome(waiting.calls('worker-1', 'go'))).toContain('it rests on a decision that was sent later');
  });
  it('takes no call for a fault that was on its way: another member of a group, or one right behind an earlier answer', () => {
    const pair = programOf({ op: 'parallel', id: 'p', uses: [], members: [plain('a'), plain('b')] }, model('end'));
    const both = stop(new Story(pair).works('worker-1').calls('worker-1', 'a'));
    expect(outcome(both.answered('worker-1', 'a', 'a').calls('worker-1', 'b'))).toBe('kept');
    const quick = stop(new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract'));
    expect(outcome(quick.calls('worker-1', 'publish'))).toBe('kept');
  });
  it('says nothing where nothing was left to do, or the cancellation was refused or not answered', () => {
    expect(outcome(inPublish().answered('worker-1', 'publish', 'p'))).toBe('not exercised');
    const story = new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract');
    story.sends('client-1', cancel());
    expect(outcome(story.answered('worker-1', 'extract', 'e').calls('worker-1', 'publish'))).toBe('not exercised');
  });
});

const plain = (id: string) => ({ op: 'model', id, uses: [] }) as const;

describe('cancel.in-flight-effect-is-reconciled', () => {
  const id = 'cancel.in-flight-effect-is-reconciled';
  const done = () => inPublish().applied('worker-1', 'publish').answered('worker-1', 'publish', 'p');
  const shown = committed({ publish: 'p' });

  it('holds where it is recorded and not sent again', () => {
    const history = done().rests('finished').shows('rest', 'cancelled', { steps: shown }).end();
    expect(outcomeOf(id, history)).toEqual({ 'not-again': 'kept', recorded: 'kept' });
    const believed = done().rests('finished');
    believed.shows('rest', 'cancelled', { steps: { publish: { commits: [], effect: 'applied' } } });
    expect(outcomeOf(id, believed.end()).recorded).toBe('kept');
  });
  it('is broken where it is sent again, or nothing of it is shown', () => {
    const lost = inPublish().killed('worker-1', 'cancel.accepted').works('worker-2').performs('worker-2', 'publish');
    expect(outcomeOf(id, asCancelled(lost).end())['not-again']).toContain('worker-2 sent it again');
    expect(outcomeOf(id, asCancelled(done()).end()).recorded).toContain('the run shows no outcome of it');
  });
  it('is broken where only that it was sent is shown, or that it was dropped, although its answer came', () => {
    for (const effect of ['intended', 'dispatched', 'dropped'] as const) {
      const story = done().rests('finished');
      story.shows('rest', 'cancelled', { steps: { publish: { commits: [], effect } } });
      expect(outcomeOf(id, story.end()).recorded).toContain('the run shows no outcome of it');
    }
    const inDoubt = done().rests('finished');
    inDoubt.shows('rest', 'review', { steps: { publish: { commits: [], effect: 'review' } } });
    expect(outcomeOf(id, inDoubt.end()).recorded).toBe('kept');
  });
  it('says nothing where none was on its way, or its answer reached nobody', () => {
    expect(outcomeOf(id, asCancelled(inExtract()).end())['not-again']).toBe('not exercised');
    const lost = inPublish().killed('worker-1', 'cancel.accepted').works('worker-2');
    expect(outcomeOf(id, asCancelled(lost).end())).toEqual({ 'not-again': 'kept', recorded: 'not exercised' });
  });
});

describe('cancel.survives-crashes', () => {
  const id = 'cancel.survives-crashes';
  const lost = () => inExtract().killed('worker-1', 'cancel.accepted').works('worker-2');

  it('holds where the successor leaves it alone', () => {
    expect(outcomeOf(id, asCancelled(lost()).end())).toEqual({ 'still-cancelled': 'kept' });
  });
  it('is broken where it goes on, or the run stands still', () => {
    expect(outcomeOf(id, lost().performs('worker-2', 'extract').succeeds())['still-cancelled']).toContain(
      'worker-2 went on to extract',
    );
    expect(outcomeOf(id, lost().rests('stuck').end('stuck'))['still-cancelled']).toContain('it stood still');
  });
  it('holds where a step began again and the run still ended cancelled: the step is another requirement’s', () => {
    const cancelled = asCancelled(lost().performs('worker-2', 'extract')).end();
    expect(outcomeOf(id, cancelled)).toEqual({ 'still-cancelled': 'kept' });
    expect(outcomeOf('cancel.nothing-starts-after', cancelled)['nothing-begins']).toContain('began after that');
  });
  it('says nothing where nobody was lost after it', () => {
    expect(outcomeOf(id, asCancelled(inExtract()).end())['still-cancelled']).toBe('not exercised');
  });
});

describe('cancel.one-terminal-outcome', () => {
  const id = 'cancel.one-terminal-outcome';

  it('holds where one end is shown to the last, cancelled or not', () => {
    const cancelled = asCancelled(inExtract()).shows('after-command', 'cancelled').end();
    expect(outcomeOf(id, cancelled)).toEqual({ 'reaches-one': 'kept', 'keeps-it': 'kept' });
    const raced = inPublish().answered('worker-1', 'publish', 'p').rests('finished').shows('rest', 'succeeded');
    expect(outcomeOf(id, raced.shows('after-command', 'succeeded').end())['keeps-it']).toBe('kept');
  });
  it('is broken where the end moves, or never comes', () => {
    const moved = asCancelled(inExtract()).shows('after-command', 'succeeded').end();
    expect(outcomeOf(id, moved)['keeps-it']).toBe('run-1 had ended as cancelled, and was succeeded later');
    expect(outcomeOf(id, inExtract().rests('stuck').end('stuck'))['reaches-one']).toContain('it stood still');
  });
  it('says nothing of staying where the end was read once, and nothing without a cancellation', () => {
    expect(outcomeOf(id, asCancelled(inExtract()).end())['keeps-it']).toBe('not exercised');
    const story = new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract');
    expect(outcomeOf(id, story.succeeds())['reaches-one']).toBe('not exercised');
  });
});

describe('cancel.repeats-as-one', () => {
  const id = 'cancel.repeats-as-one';
  const again = (story: Story) => stop(story, 'again');
  const outcome = (story: Story) => outcomeOf(id, story.end())['changes-nothing'];

  it('holds where the second changes nothing', () => {
    expect(outcome(again(asCancelled(inExtract())).shows('after-command', 'cancelled'))).toBe('kept');
    expect(outcome(asCancelled(again(inExtract())))).toBe('kept');
  });
  it('is broken where the end moves, a step begins, or no end comes', () => {
    expect(outcome(again(asCancelled(inExtract())).shows('after-command', 'failed'))).toContain('and is failed');
    expect(outcome(again(asCancelled(inExtract())).works('worker-2').calls('worker-2', 'extract'))).toContain(
      'was cancelled again, and extract began',
    );
    expect(outcome(again(inExtract()).rests('stuck').shows('rest', 'running'))).toContain('was cancelled twice');
  });
  it('says nothing of one cancellation', () => expect(outcome(asCancelled(inExtract()))).toBe('not exercised'));
});

describe('a cancelled run', () => {
  it('has not failed to finish, and what was not done in it needs no proof', () => {
    const lost = inExtract().killed('worker-1', 'cancel.accepted').works('worker-2');
    const history = asCancelled(lost).end();
    expect(outcomeOf('recovery.run-finishes-after-any-interruption', history)['after-a-death']).toBe('not exercised');
    expect(outcomeOf('evidence.success-needs-its-proof', history)['the-world-gave-it']).toBe('not exercised');
  });
});
