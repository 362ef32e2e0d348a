import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../model/vocabulary.ts';
import { cancel, decide, retry } from '../commands.ts';
import { approval, effect, model, opaque, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const gated = programOf(model('extract'), approval('approve', 'extract'), opaque('publish', 'approve'));
const reject = (key = 'no') => decide({ decision: 'reject', key });
const refused: Outcome = { status: 'refused', reason: 'not-waiting' };
const started = () => new Story(gated).works('worker-1').calls('worker-1', 'extract');
const waiting = () =>
  new Story(gated)
    .works('worker-1')
    .performs('worker-1', 'extract')
    .performs('worker-1', 'approve')
    .shows('change', 'waiting');
const tell = (story: Story, command = decide(), outcome?: Outcome) =>
  story.replies(story.sends('client-1', command), outcome);

describe('approval.early-decision-is-not-lost', () => {
  const id = 'approval.early-decision-is-not-lost';
  const early = (outcome?: Outcome, command = decide()) =>
    tell(started(), command, outcome).answered('worker-1', 'extract', 'e').performs('worker-1', 'approve');

  it('holds where the run goes on from it, or it is refused loudly', () => {
    expect(outcomeOf(id, early().performs('worker-1', 'publish').succeeds())).toEqual({ 'kept-or-refused': 'kept' });
    expect(outcomeOf(id, early(refused).rests('waiting').shows('rest', 'waiting').end())['kept-or-refused']).toBe(
      'kept',
    );
  });
  it('is broken where it was accepted and the run waits all the same', () => {
    const history = early().rests('waiting').shows('rest', 'waiting').end();
    expect(outcomeOf(id, history)['kept-or-refused']).toContain('waits for a decision that it had accepted');
  });
  it('is broken where a rejection was accepted and the gated step is given an approval', () => {
    const outcome = (handed: string) => {
      const story = early(undefined, reject()).performs('worker-1', 'publish', { inputs: { approve: handed } });
      return outcomeOf(id, story.succeeds())['kept-or-refused'];
    };
    expect(outcome('approve')).toContain('publish was given an approval');
    expect(outcome('reject')).toBe('not exercised');
  });
  it('holds one between two waits to the same: the first is closed, and the next is not asked yet', () => {
    const between = (outcome?: Outcome) =>
      tell(
        waiting()
          .asks(retry({ step: 'extract' }))
          .calls('worker-1', 'extract'),
        decide({ revision: '' }),
        outcome,
      )
        .answered('worker-1', 'extract', 'e2')
        .performs('worker-1', 'approve');
    const hangs = (story: Story) => outcomeOf(id, story.rests('waiting').shows('rest', 'waiting').end());
    expect(hangs(between(refused))['kept-or-refused']).toBe('kept');
    expect(hangs(between())['kept-or-refused']).toContain('waits for a decision that it had accepted');
    const followed = between().performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, followed)['kept-or-refused']).toBe('kept');
    // Once it is shown anew, a decision is in time.
    const late = tell(
      waiting()
        .asks(retry({ step: 'extract' }))
        .performs('worker-1', 'extract')
        .performs('worker-1', 'approve'),
    );
    expect(hangs(late)['kept-or-refused']).toBe('not exercised');
  });
  it('says nothing of one that came when the prompt was shown, had no answer, or was given again', () => {
    const late = tell(waiting()).rests('stuck').end('stuck');
    expect(outcomeOf(id, late)['kept-or-refused']).toBe('not exercised');
    const story = started();
    story.sends('client-1', decide());
    expect(
      outcomeOf(id, story.answered('worker-1', 'extract', 'e').rests('stuck').end('stuck'))['kept-or-refused'],
    ).toBe('not exercised');
    const again = tell(early(), decide({ key: 'again' }))
      .performs('worker-1', 'publish')
      .succeeds();
    expect(outcomeOf(id, again)['kept-or-refused']).toBe('not exercised');
  });
});

describe('approval.first-decision-stands', () => {
  const id = 'approval.first-decision-stands';
  const done = () => tell(waiting()).performs('worker-1', 'publish').rests('finished').shows('rest', 'succeeded');

  it('holds where a rejection after the approval changes nothing', () => {
    const history = tell(done(), reject(), refused).shows('after-command', 'succeeded').end();
    expect(outcomeOf(id, history)).toEqual({ 'first-stands': 'kept', 'repeat-counts-once': 'not exercised' });
    const before = tell(tell(waiting()), reject()).performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, before)['first-stands']).toBe('kept');
  });
  it('is broken where the rejection ends the run, before or after its end', () => {
    const after = tell(done(), reject()).shows('after-command', 'failed').end();
    expect(outcomeOf(id, after)['first-stands']).toContain('run-1 is failed');
    const before = tell(tell(waiting()), reject()).rests('finished').shows('rest', 'failed').end();
    expect(outcomeOf(id, before)['first-stands']).toContain('run-1 is failed');
  });
  it('is broken where an approval after the rejection is handed on, and holds where the rejection is, or ends the run', () => {
    const both = () => tell(tell(waiting(), reject()), decide());
    const outcome = (handed: string) =>
      outcomeOf(
        id,
        both()
          .performs('worker-1', 'publish', { inputs: { approve: handed } })
          .succeeds(),
      )['first-stands'];
    expect(outcome('approve')).toContain('publish was given the approval');
    expect(outcome('reject')).toBe('kept');
    expect(outcome('something else')).toBe('not exercised');
    const shut = both().rests('finished').shows('rest', 'failed').end();
    expect(outcomeOf(id, shut)['first-stands']).toBe('kept');
  });
  it('is broken where the rejection after the approval is handed on', () => {
    const story = tell(tell(waiting()), reject()).performs('worker-1', 'publish', { inputs: { approve: 'reject' } });
    expect(outcomeOf(id, story.succeeds())['first-stands']).toContain('publish was given the rejection');
  });
  it('counts an approval that is given again once', () => {
    const twice = () => tell(tell(waiting()), decide({ key: 'again' })).performs('worker-1', 'publish');
    expect(outcomeOf(id, twice().succeeds())['repeat-counts-once']).toBe('kept');
    expect(outcomeOf(id, twice().performs('worker-1', 'publish').succeeds())['repeat-counts-once']).toBe(
      'an approval was given twice, and publish was done twice',
    );
  });
  it('says nothing of decisions that met, of one behind an owner that hides a repeat, or of a cancelled run', () => {
    const story = waiting();
    const [one, other] = [story.sends('client-1', decide()), story.sends('client-2', reject())];
    story.replies(one).replies(other).rests('finished').shows('rest', 'failed');
    expect(outcomeOf(id, story.end())['first-stands']).toBe('not exercised');
    const hidden = programOf(approval('approve'), effect('publish', 'approve'));
    const shown = new Story(hidden).works('worker-1').performs('worker-1', 'approve');
    const history = tell(tell(shown), decide({ key: 'again' }))
      .performs('worker-1', 'publish')
      .succeeds();
    expect(outcomeOf(id, history)['repeat-counts-once']).toBe('not exercised');
    const stopped = tell(tell(waiting()), reject());
    stopped.replies(stopped.sends('client-1', cancel())).rests('finished').shows('rest', 'cancelled');
    expect(outcomeOf(id, stopped.end())['first-stands']).toBe('not exercised');
  });
});

describe('approval.late-one-restarts-nothing', () => {
  const id = 'approval.late-one-restarts-nothing';
  const ended = () => tell(waiting()).performs('worker-1', 'publish').rests('finished').shows('rest', 'succeeded');
  const cancelled = () => {
    const story = waiting();
    return story.replies(story.sends('client-1', cancel()));
  };
  const late = decide({ key: 'late' });

  it('holds where nothing comes of it, whatever the answer', () => {
    const accepted = tell(ended(), late).shows('after-command', 'succeeded').end();
    expect(outcomeOf(id, accepted)['after-the-end']).toBe('kept');
    const history = tell(cancelled(), late, refused).rests('finished').shows('rest', 'cancelled').end();
    expect(outcomeOf(id, history)).toEqual({ 'after-the-end': 'not exercised', 'after-a-cancellation': 'kept' });
  });
  it('is broken where a step begins, or the end moves', () => {
    expect(outcomeOf(id, tell(ended(), late).calls('worker-1', 'publish').end())['after-the-end']).toContain(
      'a decision came, and publish began',
    );
    expect(outcomeOf(id, tell(ended(), late).shows('after-command', 'running').end())['after-the-end']).toContain(
      'it was running',
    );
    expect(outcomeOf(id, tell(cancelled(), late).calls('worker-1', 'publish').end())['after-a-cancellation']).toContain(
      'run-1 was cancelled, a decision came, and publish began',
    );
  });
  it('takes no passing moment for another end', () => {
    const history = tell(ended(), late).shows('change', 'running').rests('finished').shows('rest', 'succeeded').end();
    expect(outcomeOf(id, history)['after-the-end']).toBe('kept');
  });
  it('says nothing of a decision in time, of one that nobody answered, or where an earlier one had opened the wait', () => {
    expect(outcomeOf(id, ended().end())['after-the-end']).toBe('not exercised');
    const story = ended();
    story.sends('client-1', late);
    expect(outcomeOf(id, story.shows('after-command', 'succeeded').end())['after-the-end']).toBe('not exercised');
    const opened = tell(waiting());
    opened.replies(opened.sends('client-1', cancel()));
    const history = tell(opened, late).calls('worker-1', 'publish').end();
    expect(outcomeOf(id, history)['after-a-cancellation']).toBe('not exercised');
  });
});

describe('approval.spent-only-with-progress', () => {
  const id = 'approval.spent-only-with-progress';
  const lostAfter = () => tell(waiting()).killed('worker-1', 'approval.decided', 'approve').works('worker-2');

  it('holds where the next worker goes on', () => {
    expect(outcomeOf(id, lostAfter().performs('worker-2', 'publish').succeeds())).toEqual({ 'still-counts': 'kept' });
  });
  it('is broken where the run waits again', () => {
    const history = lostAfter().rests('waiting').shows('rest', 'waiting').end();
    expect(outcomeOf(id, history)['still-counts']).toContain('worker-1 was lost before it went on');
  });
  it('says nothing where the worker was lost before the decision, or after it had gone on, or one decided again', () => {
    const before = waiting().killed('worker-1', 'approval.decided', 'approve').works('worker-2');
    expect(outcomeOf(id, tell(before).rests('stuck').end('stuck'))['still-counts']).toBe('not exercised');
    const after = tell(waiting()).calls('worker-1', 'publish').killed('worker-1', 'effect.received', 'publish');
    expect(outcomeOf(id, after.works('worker-2').rests('stuck').end('stuck'))['still-counts']).toBe('not exercised');
    const again = tell(lostAfter(), decide({ key: 'again' }))
      .performs('worker-2', 'publish')
      .succeeds();
    expect(outcomeOf(id, again)['still-counts']).toBe('not exercised');
  });
});

describe('approval.request-is-durable', () => {
  const id = 'approval.request-is-durable';
  const open = { id: 'wait-1', step: 'approve', status: 'requested', revision: '1' };
  const shown = (story: Story, more: Partial<typeof open> = {}) =>
    story.shows('held', 'waiting', { approvals: [{ ...open, ...more }] });
  const restarted = () => shown(waiting()).killed('worker-1', 'approval.requested', 'approve').works('worker-2');
  const then = (more: Partial<typeof open>) =>
    restarted()
      .rests('waiting')
      .shows('rest', 'waiting', { approvals: [{ ...open, ...more }] })
      .end();

  it('holds where the same wait is shown', () => {
    expect(outcomeOf(id, then({}))).toEqual({ 'shown-as-before': 'kept' });
  });
  it('is broken where it has another id or revision, or is gone', () => {
    expect(outcomeOf(id, then({ id: 'wait-2' }))['shown-as-before']).toContain('wait-2 (requested, revision 1) was');
    expect(outcomeOf(id, then({ revision: '2' }))['shown-as-before']).toContain('revision 2');
    const gone = restarted().rests('waiting').shows('rest', 'waiting').end();
    expect(outcomeOf(id, gone)['shown-as-before']).toContain('it was not shown');
  });
  it('says nothing while the run is on its way to the wait again, or once somebody decided', () => {
    expect(outcomeOf(id, restarted().shows('held', 'running').end())['shown-as-before']).toBe('not exercised');
    const decided = tell(restarted()).shows('rest', 'waiting').end();
    expect(outcomeOf(id, decided)['shown-as-before']).toBe('not exercised');
  });
});

describe('a rejection', () => {
  it('may end a run as failed, or let it skip what lies behind it, and no check of recovery minds', () => {
    const lost = () => tell(waiting(), reject()).killed('worker-1', 'call.received').works('worker-2');
    const failed = lost().rests('finished').shows('rest', 'failed').end();
    expect(outcomeOf('recovery.run-finishes-after-any-interruption', failed)['after-a-death']).toBe('not exercised');
    expect(outcomeOf('approval.decision-survives-no-worker', failed)['kept-and-used']).toBe('not exercised');
    const skipped = lost().succeeds();
    expect(outcomeOf('effect.applied-once', skipped)['not-never']).toBe('not exercised');
    expect(outcomeOf('evidence.success-needs-its-proof', skipped)['the-world-gave-it']).toBe('kept');
  });
});
