import { describe, expect, it } from 'vitest';
import type { Program } from '../../../model/vocabulary.ts';
import { model, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const givenUp = (story: Story) => story.rests('finished').shows('rest', 'failed').end();

describe('limit.attempts-are-bounded', () => {
  const id = 'limit.attempts-are-bounded';
  const poisonous: Program = { ...programOf(model('poison')), limits: { attempts: 2 } };
  const dies = (times: number) => {
    const story = new Story(poisonous);
    for (let nth = 1; nth <= times; nth++) {
      story.works(`worker-${nth}`).calls(`worker-${nth}`, 'poison');
      story.poisoned(`worker-${nth}`, 'call.received', 'poison');
    }
    return story;
  };
  const failing = (times: number) =>
    programOf({
      op: 'tool',
      id: 'try',
      uses: [],
      answers: { fails: 503, times },
      retry: { attempts: 2, backoffMs: 10 },
    });
  const tries = (count: number, story = new Story(failing(9)).works('worker-1')) => {
    for (let nth = 0; nth < count; nth++) story.fails('worker-1', 'try');
    return story;
  };

  it('holds where the run is given up after the configured deaths, counted as attempts or as retries', () => {
    expect(outcomeOf(id, givenUp(dies(2)))).toEqual({ crashes: 'kept', 'polite-failures': 'not exercised' });
    expect(outcomeOf(id, givenUp(dies(3))).crashes).toBe('kept');
  });
  it('is broken where it goes on dying, or is given up too early', () => {
    expect(outcomeOf(id, dies(4).rests('livelock').end('stuck')).crashes).toBe(
      'poison was limited to 2 attempts, and it was begun 4 times',
    );
    expect(outcomeOf(id, givenUp(dies(1))).crashes).toContain('it was given up after 1');
  });
  it('holds where a step is given up after its tries, and is broken where it is not', () => {
    expect(outcomeOf(id, givenUp(tries(2)))['polite-failures']).toBe('kept');
    expect(outcomeOf(id, givenUp(tries(3)))['polite-failures']).toBe(
      'try was to be tried 2 times, and it was begun 3 times',
    );
  });
  it('leaves it to others that a run rests without an end, once its attempts are used up, and says nothing before', () => {
    expect(outcomeOf(id, dies(2).rests('stuck').end('stuck')).crashes).toBe('kept');
    expect(outcomeOf(id, tries(2).rests('stuck').end('stuck'))['polite-failures']).toBe('kept');
    expect(outcomeOf(id, dies(1).rests('stuck').end('stuck')).crashes).toBe('not exercised');
    expect(outcomeOf(id, tries(2).rests('livelock').end('stuck'))['polite-failures']).toBe('not exercised');
  });
  it('lets one try go uncounted that a crash cut off, and no more', () => {
    const cut = (more: number) => {
      const story = tries(1).killed('worker-1', 'backoff.waiting', 'try').works('worker-2');
      for (let nth = 0; nth < more; nth++) story.fails('worker-2', 'try');
      return outcomeOf(id, givenUp(story))['polite-failures'];
    };
    expect(cut(2)).toBe('kept');
    expect(cut(3)).toContain('it was begun 4 times');
  });
  it('says nothing where the world gave way in time, or nothing was poisoned', () => {
    const story = new Story(failing(1)).works('worker-1').fails('worker-1', 'try').performs('worker-1', 'try');
    expect(outcomeOf(id, story.succeeds())).toEqual({ crashes: 'not exercised', 'polite-failures': 'not exercised' });
  });
  it('leaves the checks of recovery silent: such a run cannot finish', () => {
    for (const history of [givenUp(dies(2)), dies(4).rests('livelock').end('stuck')]) {
      expect(outcomeOf('recovery.run-finishes-after-any-interruption', history)['after-a-death']).toBe('not exercised');
      expect(outcomeOf('recovery.survives-repeated-crashes', history)['during-recovery']).toBe('not exercised');
    }
  });
});

describe('limit.backoff-survives-restarts', () => {
  const id = 'limit.backoff-survives-restarts';
  const program = programOf({ op: 'tool', id: 'try', uses: [], retry: { attempts: 3, backoffMs: 500 } });
  const failed = () => new Story(program).works('worker-1').fails('worker-1', 'try');
  const lost = () => failed().killed('worker-1', 'backoff.waiting', 'try').after(100).works('worker-2');

  it('holds where the next try waits, in one life and across a restart', () => {
    expect(outcomeOf(id, failed().after(500).performs('worker-1', 'try').succeeds())).toEqual({
      'in-one-life': 'kept',
      'across-a-restart': 'not exercised',
    });
    const history = lost().after(400).performs('worker-2', 'try').succeeds();
    expect(outcomeOf(id, history)['across-a-restart']).toBe('kept');
  });
  it('is broken where it does not', () => {
    expect(outcomeOf(id, failed().after(100).performs('worker-1', 'try').end())['in-one-life']).toContain(
      'try failed and was to wait 500 ms, and worker-1 tried again after 10',
    );
    expect(outcomeOf(id, lost().performs('worker-2', 'try').end())['across-a-restart']).toContain(
      'worker-2 tried again',
    );
  });
  it('says nothing where the restart took longer than the backoff', () => {
    const slow = failed().killed('worker-1', 'backoff.waiting', 'try').after(600).works('worker-2');
    expect(outcomeOf(id, slow.performs('worker-2', 'try').succeeds())['across-a-restart']).toBe('not exercised');
  });
});
