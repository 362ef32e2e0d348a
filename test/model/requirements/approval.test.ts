import { describe, expect, it } from 'vitest';
import { decide } from '../commands.ts';
import { approval, effect, model, opaque, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const gated = programOf(model('extract'), approval('approve', 'extract'), opaque('publish', 'approve'));

describe('approval.decision-survives-no-worker', () => {
  const id = 'approval.decision-survives-no-worker';
  const waiting = () =>
    new Story(gated)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'approve')
      .shows('change', 'waiting');
  const decidedAlone = () => {
    const story = waiting().killed('worker-1', 'approval.decided', 'approve');
    return story.replies(story.sends('client-1', decide()));
  };

  it('holds where the next worker goes on', () => {
    expect(outcomeOf(id, decidedAlone().works('worker-2').performs('worker-2', 'publish').succeeds())).toEqual({
      'kept-and-used': 'kept',
    });
  });
  it('is broken by a run that still waits', () => {
    const history = decidedAlone().works('worker-2').rests('waiting').shows('rest', 'waiting').end();
    expect(outcomeOf(id, history)['kept-and-used']).toContain('was accepted while no worker lived');
  });
  it('is broken by a run that stands still', () => {
    expect(outcomeOf(id, decidedAlone().works('worker-2').rests('stuck').end('stuck'))['kept-and-used']).toContain(
      'stood still',
    );
  });
  it('says nothing of a decision that nobody answered', () => {
    const story = waiting().killed('worker-1', 'approval.decided', 'approve');
    story.sends('client-1', decide());
    expect(outcomeOf(id, story.works('worker-2').rests('stuck').end('stuck'))['kept-and-used']).toBe('not exercised');
  });
  it('says nothing of a decision that a living worker may have kept in its memory', () => {
    const story = waiting();
    story.replies(story.sends('client-1', decide())).killed('worker-1', 'call.received').works('worker-2');
    expect(outcomeOf(id, story.rests('stuck').end('stuck'))['kept-and-used']).toBe('not exercised');
  });
  it('says nothing where a second decision would hide that the first was lost', () => {
    const story = decidedAlone().works('worker-2');
    const history = story.replies(story.sends('client-1', decide())).performs('worker-2', 'publish').succeeds();
    expect(outcomeOf(id, history)['kept-and-used']).toBe('not exercised');
  });
  it('says nothing before a worker came that could have lost it', () => {
    expect(outcomeOf(id, decidedAlone().rests('stuck').end('stuck'))['kept-and-used']).toBe('not exercised');
  });
});

describe('approval.concurrent-resumes-act-once', () => {
  const id = 'approval.concurrent-resumes-act-once';
  const parked = (program = gated) =>
    new Story(program).works('worker-1').performs('worker-1', 'extract').calls('worker-1', 'approve');
  const met = (program = gated) => {
    const story = parked(program);
    const [one, other] = [story.sends('client-1', decide()), story.sends('client-2', decide())];
    return { story, one, other };
  };

  it('holds where two decisions cause one effect', () => {
    const { story, one, other } = met();
    story.performs('worker-1', 'publish').replies(one).replies(other, { status: 'refused', reason: 'already-decided' });
    expect(outcomeOf(id, story.succeeds())).toEqual({ 'not-twice': 'kept', 'not-never': 'kept' });
  });
  it('is broken where each causes its own', () => {
    const { story, one, other } = met();
    story.performs('client-1', 'publish').performs('client-2', 'publish').replies(one).replies(other);
    expect(outcomeOf(id, story.succeeds())['not-twice']).toBe(
      'two decisions from client-1 and client-2 caused publish 2 times',
    );
  });
  it('is broken where one was accepted and the effect never happened', () => {
    const { story, one, other } = met();
    story.replies(one).replies(other).rests('stuck');
    expect(outcomeOf(id, story.end('stuck'))['not-never']).toContain('never happened');
  });
  it('says nothing under an owner that hides the second request', () => {
    const { story, one, other } = met(
      programOf(model('extract'), approval('approve', 'extract'), effect('publish', 'approve')),
    );
    story.performs('client-1', 'publish').performs('client-2', 'publish').replies(one).replies(other);
    expect(outcomeOf(id, story.succeeds())['not-twice']).toBe('not exercised');
  });
  it('says nothing of two decisions from one process', () => {
    const story = parked();
    const [one, other] = [story.sends('client-1', decide()), story.sends('client-1', decide())];
    story.performs('worker-1', 'publish').replies(one).replies(other);
    expect(outcomeOf(id, story.succeeds())['not-twice']).toBe('not exercised');
  });
  it('says nothing of a decision that came when the effect had happened', () => {
    const story = parked();
    story.replies(story.sends('client-1', decide())).performs('worker-1', 'publish');
    story.replies(story.sends('client-2', decide()));
    expect(outcomeOf(id, story.succeeds())['not-twice']).toBe('not exercised');
  });
});
