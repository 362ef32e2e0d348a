import { describe, expect, it } from 'vitest';
import { decide, launch } from '../commands.ts';
import { extractAndPublish, model, programOf, review, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

describe('claim.one-of-many-wins', () => {
  const id = 'claim.one-of-many-wins';
  const contested = () => {
    const story = new Story(extractAndPublish);
    story
      .replies(story.sends('client-1', launch(extractAndPublish)))
      .works('worker-1')
      .works('worker-2');
    return story.planned('start-worker', 'run.ready').planned('start-worker', 'run.ready');
  };

  it('holds where one of them does it', () => {
    const history = contested().performs('worker-2', 'extract').performs('worker-2', 'publish').succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'not-twice': 'kept', 'not-never': 'kept' });
  });
  it('holds where they share the steps among them', () => {
    const history = contested().performs('worker-2', 'extract').performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, history)['not-twice']).toBe('kept');
  });
  it('is broken where both do a step, at once or one after the other', () => {
    const words = 'worker-1 and worker-2 both did extract of run-1';
    const both = contested().calls('worker-1', 'extract').calls('worker-2', 'extract').rests('finished').end();
    expect(outcomeOf(id, both)['not-twice']).toBe(words);
    const twice = contested().performs('worker-1', 'extract').performs('worker-2', 'extract').succeeds();
    expect(outcomeOf(id, twice)['not-twice']).toBe(words);
  });
  it('is broken where they keep each other from it', () => {
    expect(outcomeOf(id, contested().rests('stuck').end('stuck'))['not-never']).toContain('stood still');
  });
  it('says nothing of a step that is tried again after an error', () => {
    const story = contested().fails('worker-1', 'extract').performs('worker-2', 'extract');
    expect(outcomeOf(id, story.performs('worker-2', 'publish').succeeds())['not-twice']).toBe('kept');
  });
  it('says nothing where one came late, or was lost', () => {
    const late = new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract').works('worker-2');
    expect(outcomeOf(id, late.performs('worker-2', 'publish').succeeds())['not-twice']).toBe('not exercised');
    const lost = contested().calls('worker-1', 'extract').killed('worker-1', 'call.received', 'extract');
    const history = lost.performs('worker-2', 'extract').performs('worker-2', 'publish').succeeds();
    expect(outcomeOf(id, history)['not-twice']).toBe('not exercised');
  });
});

describe('lease.live-holder-keeps-it', () => {
  const id = 'lease.live-holder-keeps-it';
  const slow = () =>
    new Story(extractAndPublish)
      .works('worker-1')
      .calls('worker-1', 'extract')
      .held('worker-1', 'call.received', 'extract')
      .after(200)
      .planned('delay', 'call.received', 'extract');
  const answered = () => slow().answered('worker-1', 'extract', 'e');

  it('holds where the slow worker goes on from its late answer', () => {
    expect(outcomeOf(id, answered().performs('worker-1', 'publish').succeeds())).toEqual({
      'left-alone': 'kept',
      'result-counts': 'kept',
    });
  });
  it('is broken where another worker begins the step meanwhile', () => {
    const history = slow().works('worker-2').performs('worker-2', 'extract').answered('worker-1', 'extract', 'e').end();
    expect(outcomeOf(id, history)['left-alone']).toBe(
      'worker-1 was at work on extract, and worker-2 began extract again',
    );
  });
  it('is broken where the run is begun anew meanwhile', () => {
    const story = new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract');
    story.calls('worker-1', 'publish').held('worker-1', 'effect.received', 'publish');
    story.planned('delay', 'effect.received', 'publish').works('worker-2').performs('worker-2', 'extract');
    expect(outcomeOf(id, story.answered('worker-1', 'publish', 'p').end())['left-alone']).toContain(
      'began extract again',
    );
  });
  it('is broken where it is made to give up and the step is done again', () => {
    const history = slow().lost('worker-1', 'extract').performs('worker-1', 'extract').succeeds();
    expect(outcomeOf(id, history)['left-alone']).toContain('was made to give up');
  });
  it('is broken where its answer counts for nothing', () => {
    const again = answered().performs('worker-2', 'extract').performs('worker-2', 'publish').succeeds();
    expect(outcomeOf(id, again)['result-counts']).toContain('worker-2 did extract again');
    const failed = answered().rests('finished').shows('rest', 'failed').end();
    expect(outcomeOf(id, failed)['result-counts']).toContain('ended as failed');
  });
  it('says nothing where the call was over before its lease, or its worker was lost', () => {
    const quick = new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract');
    quick.held('worker-1', 'call.received', 'extract').planned('delay', 'call.received', 'extract');
    const history = quick.answered('worker-1', 'extract', 'e').performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, history)['left-alone']).toBe('not exercised');
    const lost = slow()
      .killed('worker-1', 'call.received', 'extract')
      .works('worker-2')
      .performs('worker-2', 'extract');
    expect(outcomeOf(id, lost.end())).toEqual({ 'left-alone': 'not exercised', 'result-counts': 'not exercised' });
  });
});

describe('attempt.no-second-while-one-lives', () => {
  const id = 'attempt.no-second-while-one-lives';
  const busy = () => new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract');
  const joined = () => busy().works('worker-2').planned('start-worker', 'call.received', 'extract');

  it('holds where a new worker leaves the step alone', () => {
    const history = joined().answered('worker-1', 'extract', 'e').performs('worker-2', 'publish').succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'new-worker': 'kept', command: 'not exercised' });
  });
  it('is broken where a new worker begins the step as well', () => {
    expect(outcomeOf(id, joined().calls('worker-2', 'extract').end())['new-worker']).toBe(
      'worker-1 was at work on extract when worker-2 started, and worker-2 began extract again',
    );
  });
  it('is broken where a new worker begins the run anew', () => {
    const story = new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract');
    const history = story.calls('worker-1', 'publish').works('worker-2').calls('worker-2', 'extract').end();
    expect(outcomeOf(id, history)['new-worker']).toContain('worker-2 began extract again');
  });
  it('holds where a command changes nothing, and is broken where it begins the step again', () => {
    const told = () => {
      const story = new Story(review).works('worker-1').calls('worker-1', 'extract');
      return story.replies(story.sends('client-1', decide()));
    };
    expect(outcomeOf(id, told().answered('worker-1', 'extract', 'e').end()).command).toBe('kept');
    expect(outcomeOf(id, told().calls('client-1', 'extract').end()).command).toContain('when a decide came');
  });
  it('says nothing of a worker that was lost, or stands still', () => {
    const lost = busy().killed('worker-1', 'call.received', 'extract').works('worker-2').calls('worker-2', 'extract');
    expect(outcomeOf(id, lost.end())['new-worker']).toBe('not exercised');
    const still = busy().stopped('worker-1', 'call.received', 'extract').works('worker-2').calls('worker-2', 'extract');
    expect(outcomeOf(id, still.end())['new-worker']).toBe('not exercised');
  });
  it('says nothing of another member of one group, of a step after an error, or of a transport that sends again', () => {
    const program = programOf({ op: 'parallel', id: 'both', uses: [], members: [member('a'), member('b')] });
    const group = () => new Story(program).works('worker-1').calls('worker-1', 'a', { nonce: 'x' }).works('worker-2');
    const outcome = (story: Story) => outcomeOf(id, story.answered('worker-1', 'a', 'a').end())['new-worker'];
    expect(outcome(group().calls('worker-2', 'b'))).toBe('kept');
    expect(outcome(group().fails('worker-1', 'b').calls('worker-2', 'b'))).toBe('kept');
    expect(outcome(group().lost('worker-1', 'a').calls('worker-1', 'a', { nonce: 'x' }))).toBe('not exercised');
  });
  it('says nothing where the attempt was over before the newcomer could look, or was beyond its lease', () => {
    expect(outcomeOf(id, joined().end())['new-worker']).toBe('not exercised');
    const late = joined().after(200).calls('worker-2', 'extract').answered('worker-1', 'extract', 'e').end();
    expect(outcomeOf(id, late)['new-worker']).toBe('kept');
  });
});

const member = (id: string) => {
  const step = model(id);
  if (step.op !== 'model') throw new Error('expected a model step');
  return step;
};

describe('readings around a command', () => {
  it('are no moment of rest while workers work: a run that shows success in passing is not held against it', () => {
    const story = new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract');
    story.calls('worker-1', 'publish').killed('worker-1', 'effect.received', 'publish').works('worker-2');
    story.shows('before-command', 'succeeded').performs('worker-2', 'publish').shows('after-command', 'succeeded');
    expect(outcomeOf('evidence.success-needs-its-proof', story.end())['the-world-gave-it']).toBe('not exercised');
    expect(outcomeOf('claim.creates-one-attempt-worker-lease', story.end())).not.toContain('created');
  });
});
