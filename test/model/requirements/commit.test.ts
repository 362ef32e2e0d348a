import { describe, expect, it } from 'vitest';
import { committed, review, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const started = () => new Story(review).works('worker-1').performs('worker-1', 'extract');

describe('commit.output-durable-before-progress', () => {
  const id = 'commit.output-durable-before-progress';
  const atAnalyse = () =>
    started().calls('worker-1', 'analyse').killed('worker-1', 'call.received', 'analyse').works('worker-2');
  const atPublish = () =>
    started()
      .performs('worker-1', 'analyse')
      .performs('worker-1', 'approve')
      .calls('worker-1', 'publish')
      .killed('worker-1', 'effect.received', 'publish')
      .works('worker-2');

  it('holds where the successor goes on from the result', () => {
    expect(outcomeOf(id, atAnalyse().performs('worker-2', 'analyse').end())).toEqual({
      'before-the-next-call': 'kept',
      'before-an-effect': 'not exercised',
    });
    expect(outcomeOf(id, atPublish().performs('worker-2', 'publish').succeeds())['before-an-effect']).toBe('kept');
  });
  it('is broken where the successor has to do it again', () => {
    expect(outcomeOf(id, atAnalyse().performs('worker-2', 'extract').end())['before-the-next-call']).toBe(
      'analyse rested on extract, and after its worker was lost worker-2 ran extract again',
    );
    expect(outcomeOf(id, atPublish().performs('worker-2', 'analyse').end())['before-an-effect']).toContain(
      'ran analyse again',
    );
  });
  it('says nothing of a result that nothing rested on', () => {
    const history = started().killed('worker-1', 'call.done').works('worker-2').performs('worker-2', 'extract').end();
    expect(outcomeOf(id, history)['before-the-next-call']).toBe('not exercised');
  });
  it('says nothing where no successor came, or what was lost is a node', () => {
    expect(outcomeOf(id, atAnalyse().rests('stuck').end('stuck'))['before-the-next-call']).toBe('not exercised');
    const node = started().calls('worker-1', 'analyse').losesItsNode('worker-1', 'call.received', 'analyse');
    const history = node.works('worker-2').performs('worker-2', 'extract').end();
    expect(outcomeOf(id, history)['before-the-next-call']).toBe('not exercised');
  });
  it('takes no late call of a zombie for a repeat', () => {
    const story = started().calls('worker-1', 'analyse').stopped('worker-1', 'call.received', 'analyse');
    story.works('worker-2').performs('worker-2', 'analyse').continued('worker-1').calls('worker-1', 'extract');
    expect(outcomeOf(id, story.end())['before-the-next-call']).toBe('kept');
  });
});

describe('commit.survives-node-loss', () => {
  const id = 'commit.survives-node-loss';
  const steps = committed({ extract: 'extract 1' });
  const lost = () =>
    started()
      .calls('worker-1', 'analyse')
      .shows('held', 'running', { steps })
      .losesItsNode('worker-1', 'call.next', 'analyse')
      .works('worker-2');

  it('holds where another node goes on', () => {
    const history = lost().performs('worker-2', 'analyse').performs('worker-2', 'publish').succeeds(steps);
    expect(outcomeOf(id, history)).toEqual({ recovers: 'kept', 'nothing-only-there': 'kept' });
  });
  it('is broken where a committed step runs again, or the run stands still', () => {
    const again = lost().performs('worker-2', 'extract').performs('worker-2', 'analyse').succeeds(steps);
    expect(outcomeOf(id, again).recovers).toContain('worker-2 ran it again');
    expect(outcomeOf(id, lost().rests('stuck').end('stuck')).recovers).toContain('stood still');
  });
  it('is broken where what was shown is gone', () => {
    const history = lost().shows('held', 'running').performs('worker-2', 'extract').succeeds(steps);
    expect(outcomeOf(id, history)['nothing-only-there']).toContain('its node was lost it was not');
  });
  it('says nothing of a worker that was only killed, or a run that had committed nothing', () => {
    const killed = started().calls('worker-1', 'analyse').shows('held', 'running', { steps });
    const history = killed.killed('worker-1', 'call.next', 'analyse').works('worker-2').performs('worker-2', 'extract');
    expect(outcomeOf(id, history.succeeds(steps)).recovers).toBe('not exercised');
    const bare = new Story(review).works('worker-1').calls('worker-1', 'extract');
    const early = bare.losesItsNode('worker-1', 'call.received', 'extract').works('worker-2');
    expect(outcomeOf(id, early.performs('worker-2', 'extract').succeeds())).toEqual({
      recovers: 'not exercised',
      'nothing-only-there': 'not exercised',
    });
  });
});

describe('commit.one-result-per-step', () => {
  const id = 'commit.one-result-per-step';
  const twice = () =>
    started().killed('worker-1', 'call.received').works('worker-2').performs('worker-2', 'extract', { value: 'e2' });
  const [commit] = committed({ extract: 'e' }).extract?.commits ?? [];

  it('holds where one of two results is committed', () => {
    expect(outcomeOf(id, twice().succeeds(committed({ extract: 'e2' })))).toEqual({ 'one-commit': 'kept' });
  });
  it('is broken where both are, also where they are equal', () => {
    const commits = commit === undefined ? [] : [commit, { ...commit, at: '2' }];
    expect(outcomeOf(id, twice().succeeds({ extract: { commits } }))['one-commit']).toBe(
      'extract of run-1 shows 2 committed results',
    );
  });
  it('says nothing of a step that gave one result, or that shows no commit', () => {
    const once = started().succeeds(committed({ extract: 'e' }));
    expect(outcomeOf(id, once)['one-commit']).toBe('not exercised');
    expect(outcomeOf(id, twice().succeeds())['one-commit']).toBe('not exercised');
    const failed = new Story(review).works('worker-1').fails('worker-1', 'extract').performs('worker-1', 'extract');
    expect(outcomeOf(id, failed.succeeds(committed({ extract: 'e' })))['one-commit']).toBe('not exercised');
  });
});
