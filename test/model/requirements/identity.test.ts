import { describe, expect, it } from 'vitest';
import { launch } from '../commands.ts';
import { committed, extractAndPublish, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const refused = { status: 'refused', reason: 'already-running' } as const;
const first = launch(extractAndPublish);
const again = launch(extractAndPublish, { key: 'again' });

describe('identity.one-run-per-start-key', () => {
  const id = 'identity.one-run-per-start-key';
  const open = () => {
    const story = new Story(extractAndPublish).works('worker-1');
    return story.replies(story.sends('client-1', first)).calls('worker-1', 'extract');
  };
  const askedAgain = () => {
    const story = open();
    return story.replies(story.sends('client-2', again));
  };
  const raced = () => {
    const story = new Story(extractAndPublish).works('worker-1');
    const [one, other] = [story.sends('client-1', first), story.sends('client-2', again)];
    return story.calls('worker-1', 'extract').replies(one).replies(other);
  };

  it('holds where the second launch starts nothing', () => {
    const history = askedAgain().answered('worker-1', 'extract', 'e').performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'asked-again': 'kept', 'at-once': 'not exercised' });
  });
  it('holds where two launches race and one run comes of it', () => {
    const history = raced().answered('worker-1', 'extract', 'e').performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'asked-again': 'not exercised', 'at-once': 'kept' });
  });
  it('is broken where the steps are begun again', () => {
    const history = askedAgain().calls('worker-1', 'extract').end();
    expect(outcomeOf(id, history)['asked-again']).toBe('start-run-1 was launched twice, and extract ran a second time');
  });
  it('does not hold it against a worker that stood still for longer than its lease', () => {
    const stopped = (ms: number) => {
      const story = new Story(extractAndPublish).works('worker-1');
      story.replies(story.sends('client-1', first)).stopped('worker-1', 'attempt.claimed');
      story.replies(story.sends('client-2', again)).after(ms).continued('worker-1');
      return story.performs('worker-1', 'extract').performs('worker-1', 'extract').performs('worker-1', 'publish');
    };
    expect(outcomeOf(id, stopped(200).succeeds())['asked-again']).toBe('kept');
    expect(outcomeOf(id, stopped(0).succeeds())['asked-again']).toContain('extract ran a second time');
  });
  it('is broken where two launches race and both run', () => {
    const history = raced().calls('worker-2', 'extract').end();
    expect(outcomeOf(id, history)['at-once']).toContain('extract ran a second time');
  });
  it('is broken by a run of another name', () => {
    const history = askedAgain().calls('worker-1', 'extract', { run: 'run-2' }).end();
    expect(outcomeOf(id, history)['asked-again']).toContain('run-2 began beside run-1');
  });
  it('is broken where the runtime itself counts two', () => {
    const history = askedAgain().shows('rest', 'running', { runs: 2 }).end();
    expect(outcomeOf(id, history)['asked-again']).toContain('2 runs stand under it');
  });
  it('holds where the second launch is refused loudly', () => {
    const story = open();
    story.replies(story.sends('client-2', again), refused).answered('worker-1', 'extract', 'e');
    expect(outcomeOf(id, story.performs('worker-1', 'publish').succeeds())['asked-again']).toBe('kept');
  });
  it('says nothing of a launch after the end, when the key is free again', () => {
    const story = open().answered('worker-1', 'extract', 'e').performs('worker-1', 'publish').rests('finished');
    story.shows('rest', 'succeeded').replies(story.sends('client-2', again)).calls('worker-1', 'extract');
    expect(outcomeOf(id, story.end())['asked-again']).toBe('not exercised');
  });
  it('says nothing where the run may have ended while the launch was under way', () => {
    const story = open();
    const second = story.sends('client-2', again);
    story.answered('worker-1', 'extract', 'e').performs('worker-1', 'publish').replies(second);
    expect(outcomeOf(id, story.calls('worker-1', 'extract').end())['asked-again']).toBe('not exercised');
  });
  it('says nothing of a launch that nobody answered and that started nothing', () => {
    const story = open();
    story.sends('client-2', again);
    const history = story.answered('worker-1', 'extract', 'e').performs('worker-1', 'publish').succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'asked-again': 'not exercised', 'at-once': 'not exercised' });
  });
  it('does not take the work of a lost worker, done again, for a second run', () => {
    const history = askedAgain()
      .killed('worker-1', 'call.received', 'extract')
      .works('worker-2')
      .performs('worker-2', 'extract')
      .performs('worker-2', 'publish')
      .succeeds();
    expect(outcomeOf(id, history)['asked-again']).toBe('kept');
  });
});

describe('identity.state-outlives-workers', () => {
  const id = 'identity.state-outlives-workers';
  const shown = committed({ extract: 'e' });
  const alone = () =>
    new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'publish')
      .shows('held', 'running', { steps: shown })
      .killed('worker-1', 'effect.received', 'publish');

  it('holds where everything is shown that was shown before', () => {
    expect(outcomeOf(id, alone().shows('held', 'running', { steps: shown }).works('worker-2').end())).toEqual({
      'no-worker': 'kept',
      'engine-restart': 'not exercised',
    });
  });
  it('is broken where a result is no longer shown', () => {
    const history = alone().shows('held', 'running').works('worker-2').end();
    expect(outcomeOf(id, history)['no-worker']).toBe('no worker lived, and the result of extract was no longer shown');
  });
  it('is broken where the run is not there', () => {
    expect(outcomeOf(id, alone().shows('held', 'absent').end())['no-worker']).toContain('run-1 was shown as absent');
  });
  const restarted = () =>
    new Story(extractAndPublish)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .shows('held', 'running', { steps: shown })
      .planned('kill-engine', 'call.next', 'extract')
      .rests('finished');
  it('holds after the engine restarted where all is shown that was shown before', () => {
    const clause = (story: Story) => outcomeOf(id, story.end())['engine-restart'];
    expect(clause(restarted().shows('rest', 'running', { steps: shown }))).toBe('kept');
    expect(clause(restarted().shows('rest', 'running'))).toBe(
      'the engine restarted, and the result of extract was no longer shown',
    );
    expect(clause(restarted().shows('rest', 'absent'))).toContain('run-1 was shown as absent');
    expect(clause(restarted().unreadable())).toBe('not exercised');
  });
  it('is broken where a launched run is absent until a worker comes', () => {
    const story = new Story(extractAndPublish);
    story.replies(story.sends('client-1', first)).shows('held', 'absent').works('worker-1');
    expect(outcomeOf(id, story.end())['no-worker']).toContain('run-1 was shown as absent');
  });
  it('says nothing of a run whose launch nobody answered and that no store ever showed', () => {
    const story = new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract');
    const history = story
      .killed('worker-1', 'call.received', 'extract')
      .shows('held', 'absent')
      .works('worker-2')
      .end();
    expect(outcomeOf(id, history)['no-worker']).toBe('not exercised');
  });
  it('says nothing where it was not read, was read once in passing, or was read when the next worker worked', () => {
    const lost = (story: Story) => outcomeOf(id, story.end())['no-worker'];
    expect(lost(alone().works('worker-2').shows('held', 'absent'))).toBe('not exercised');
    expect(lost(alone().shows('change', 'absent').works('worker-2'))).toBe('not exercised');
  });
  it('is broken where it cannot be read, if it could before', () => {
    const unread = (story: Story) => outcomeOf(id, story.unreadable().works('worker-2').end())['no-worker'];
    expect(unread(alone())).toContain('could not be read');
    const never = new Story(extractAndPublish).works('worker-1').calls('worker-1', 'extract');
    expect(unread(never.killed('worker-1', 'call.received', 'extract'))).toBe('not exercised');
  });
  it('says nothing while another worker lives, or stands still', () => {
    const story = new Story(extractAndPublish).works('worker-1').works('worker-2').calls('worker-1', 'extract');
    story.stopped('worker-2', 'call.received').killed('worker-1', 'call.received', 'extract');
    expect(outcomeOf(id, story.shows('held', 'absent').end())['no-worker']).toBe('not exercised');
  });
});
