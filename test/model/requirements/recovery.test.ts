import { describe, expect, it } from 'vitest';
import { hold, release } from '../commands.ts';
import {
  committed,
  effect,
  extractAndPublish,
  model,
  programOf,
  review,
  Story,
  scripted,
  under,
} from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const story = () => new Story(extractAndPublish).works('worker-1');
const killedAtPublish = () =>
  story()
    .performs('worker-1', 'extract')
    .calls('worker-1', 'publish')
    .killed('worker-1', 'effect.received', 'publish')
    .works('worker-2');
const proven = committed({ extract: 'extract 1', publish: 'publish 1' });

describe('recovery.run-finishes-after-any-interruption', () => {
  const id = 'recovery.run-finishes-after-any-interruption';

  it('holds where a run finishes after its worker was killed', () => {
    expect(outcomeOf(id, killedAtPublish().performs('worker-2', 'publish').succeeds(proven))).toEqual({
      'after-a-death': 'kept',
      'after-a-standstill': 'not exercised',
    });
  });
  it('is broken by a run that stands still', () => {
    const history = killedAtPublish().rests('stuck').shows('rest', 'running').end('stuck');
    expect(outcomeOf(id, history)['after-a-death']).toBe('run-1 stood still, unfinished after worker-1 was killed');
  });
  it('is broken by a run that fails', () => {
    const history = killedAtPublish().rests('finished').shows('rest', 'failed').end();
    expect(outcomeOf(id, history)['after-a-death']).toContain('ended as failed');
  });
  it('is broken by a run that waits for a decision that it had accepted', () => {
    const told = new Story(review).works('worker-1').performs('worker-1', 'extract').performs('worker-1', 'analyse');
    told.replies(told.sends('client-1', decide));
    const history = told
      .killed('worker-1', 'call.received')
      .works('worker-2')
      .rests('waiting')
      .shows('rest', 'waiting')
      .end();
    expect(outcomeOf(id, history)['after-a-death']).toContain('waits for a decision that it had accepted');
  });
  it('is broken by a run that stops for review of an effect that may be sent again, and by no other review', () => {
    const history = killedAtPublish().rests('finished').shows('rest', 'review').end();
    expect(outcomeOf(id, history)['after-a-death']).toContain('stopped for review, where every owner deduplicates');
    const opaque = new Story(programOf({ op: 'effect', id: 'publish', uses: [], contract: 'opaque' })).works(
      'worker-1',
    );
    opaque.calls('worker-1', 'publish').killed('worker-1', 'effect.received', 'publish').works('worker-2');
    expect(outcomeOf(id, opaque.rests('finished').shows('rest', 'review').end())['after-a-death']).toBe(
      'not exercised',
    );
  });
  it('is broken by a run that calls itself waiting where nothing can be waited for', () => {
    const history = killedAtPublish().rests('waiting').shows('rest', 'waiting').end();
    expect(outcomeOf(id, history)['after-a-death']).toBe('run-1 waits for nothing after worker-1 was killed');
  });
  it('says nothing of a run that an operator holds, until it is let go', () => {
    const ends = (held: Story) => outcomeOf(id, held.rests('waiting').shows('rest', 'running').end())['after-a-death'];
    expect(ends(killedAtPublish().asks(hold()))).toBe('not exercised');
    expect(ends(killedAtPublish().asks(hold()).asks(release()))).toContain('waits for nothing');
    const refused = { status: 'refused', reason: 'slot-not-holdable' } as const;
    expect(ends(killedAtPublish().asks(hold(), refused))).toContain('waits for nothing');
  });
  it('says nothing of a run that waits for a decision that nobody gave, since an unanswered command binds nobody', () => {
    const told = new Story(review).works('worker-1').performs('worker-1', 'extract').performs('worker-1', 'analyse');
    told.sends('worker-1', decide);
    const history = told
      .killed('worker-1', 'call.received')
      .works('worker-2')
      .rests('waiting')
      .shows('rest', 'waiting')
      .end();
    expect(outcomeOf(id, history)['after-a-death']).toBe('not exercised');
  });
  it('says nothing where nothing was interrupted', () => {
    const history = story().performs('worker-1', 'extract').performs('worker-1', 'publish').succeeds(proven);
    expect(outcomeOf(id, history)['after-a-death']).toBe('not exercised');
  });
  it('is broken where nobody takes over from a stopped worker, although the plan got no further', () => {
    const history = story()
      .calls('worker-1', 'extract')
      .stopped('worker-1', 'call.received', 'extract')
      .works('worker-2')
      .rests('stuck')
      .end('stuck');
    expect(outcomeOf(id, history)['after-a-standstill']).toContain('after worker-1 stood still');
  });
});

const decide = {
  type: 'decide',
  tenant: 'tenant-1',
  actor: 'reviewer',
  key: 'k',
  run: 'run-1',
  approval: 'approve',
  decision: 'approve',
  revision: '1',
} as const;

describe('recovery.committed-step-runs-once', () => {
  const id = 'recovery.committed-step-runs-once';

  it('holds where a successor goes on behind the commit', () => {
    expect(outcomeOf(id, killedAtPublish().performs('worker-2', 'publish').succeeds(proven))).toEqual({
      'not-again': 'kept',
    });
  });
  it('is broken by a successor that repeats what an effect rested on', () => {
    const history = killedAtPublish().performs('worker-2', 'extract').performs('worker-2', 'publish').succeeds(proven);
    expect(outcomeOf(id, history)['not-again']).toBe('extract of run-1 was committed, and worker-2 ran it again');
  });
  it('does not hold it against a worker that its owner spoke while it was about to ask', () => {
    const program = programOf(under('async', 'publish'), model('close', 'publish'));
    const begun = () =>
      new Story(program)
        .works('worker-1')
        .performs('worker-1', 'publish', { value: 'accepted' })
        .killed('worker-1', 'effect.received', 'publish')
        .works('worker-2')
        .callsBack('worker-1', 'publish', 'p')
        .shows('change', 'running', { steps: committed({ publish: 'p' }) })
        .shows('change', 'running', { steps: committed({ publish: 'p' }) });
    const crossed = begun().performs('worker-2', 'publish', { value: 'accepted' });
    expect(outcomeOf(id, crossed.performs('worker-2', 'close').succeeds())['not-again']).not.toContain('ran it again');
    const known = begun().performs('worker-2', 'close').performs('worker-2', 'publish', { value: 'accepted' });
    expect(outcomeOf(id, known.succeeds())['not-again']).toContain('ran it again');
  });
  it('is broken where only the store had shown the commit', () => {
    const history = story()
      .performs('worker-1', 'extract')
      .shows('held', 'running', { steps: committed({ extract: 'extract 1' }) })
      .killed('worker-1', 'step.committed', 'extract')
      .works('worker-2')
      .performs('worker-2', 'extract')
      .performs('worker-2', 'publish')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-again']).toContain('ran it again');
  });
  it('takes the repeat of an uncommitted step for cost, not for a fault', () => {
    const history = story()
      .performs('worker-1', 'extract')
      .killed('worker-1', 'call.next')
      .works('worker-2')
      .performs('worker-2', 'extract')
      .performs('worker-2', 'publish')
      .succeeds();
    expect(outcomeOf(id, history)['not-again']).toBe('not exercised');
  });
  it('does not take a later model call for a commit where the documentation writes behind', () => {
    const steps = programOf(model('extract'), model('analyse', 'extract'), effect('publish', 'analyse'));
    const tell = (claim: 'promised' | 'silent') =>
      new Story(steps, {
        subject: { capabilities: [{ name: 'commit.output-durable-before-progress', claim, link: '' }] },
      })
        .works('worker-1')
        .performs('worker-1', 'extract')
        .calls('worker-1', 'analyse')
        .killed('worker-1', 'call.next', 'extract')
        .works('worker-2')
        .performs('worker-2', 'extract')
        .performs('worker-2', 'analyse')
        .performs('worker-2', 'publish')
        .succeeds();
    expect(outcomeOf(id, tell('silent'))['not-again']).toBe('not exercised');
    expect(outcomeOf(id, tell('promised'))['not-again']).toContain('ran it again');
  });
  it('takes an effect for no commit where the documentation disclaims it, and what the store showed for one all the same', () => {
    const tell = (claim: 'silent' | 'disclaimed', steps = {}) =>
      new Story(extractAndPublish, {
        subject: { capabilities: [{ name: 'commit.output-durable-before-progress', claim, link: '' }] },
      })
        .works('worker-1')
        .performs('worker-1', 'extract')
        .calls('worker-1', 'publish')
        .shows('held', 'running', { steps })
        .killed('worker-1', 'effect.received', 'publish')
        .works('worker-2')
        .performs('worker-2', 'extract')
        .performs('worker-2', 'publish')
        .succeeds();
    expect(outcomeOf(id, tell('silent'))['not-again']).toContain('ran it again');
    expect(outcomeOf(id, tell('disclaimed'))['not-again']).toBe('not exercised');
    expect(outcomeOf(id, tell('disclaimed', committed({ extract: 'extract 1' })))['not-again']).toContain(
      'ran it again',
    );
  });
  it('does not take the first call of a step for a repeat, where its result was shown too early', () => {
    const history = story()
      .performs('worker-1', 'extract')
      .shows('held', 'running', { steps: proven })
      .calls('worker-1', 'publish')
      .killed('worker-1', 'effect.received', 'publish')
      .works('worker-2')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-again']).toBe('kept');
  });
  it('takes a resend of the transport for no repeat', () => {
    const history = killedAtPublish()
      .calls('worker-2', 'extract', { nonce: 'n1' })
      .performs('worker-2', 'publish')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-again']).toBe('kept');
  });
  it('does not believe a commit that was seen once, between two writes', () => {
    const history = story()
      .performs('worker-1', 'extract')
      .shows('change', 'running', { steps: committed({ extract: 'extract 1' }) })
      .killed('worker-1', 'call.next')
      .works('worker-2')
      .performs('worker-2', 'extract')
      .performs('worker-2', 'publish')
      .succeeds();
    expect(outcomeOf(id, history)['not-again']).toBe('not exercised');
  });
  it('lets an approval be shown again', () => {
    const history = new Story(review)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .performs('worker-1', 'analyse')
      .calls('worker-1', 'approve')
      .calls('worker-1', 'publish')
      .killed('worker-1', 'effect.received')
      .works('worker-2')
      .calls('worker-2', 'approve')
      .performs('worker-2', 'publish')
      .succeeds();
    expect(outcomeOf(id, history)['not-again']).toBe('kept');
  });
  it('keeps the steps of two runs apart', () => {
    const history = killedAtPublish()
      .performs('worker-2', 'extract', { value: 'other', run: 'run-2' })
      .performs('worker-2', 'publish')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-again']).toBe('kept');
  });
});

describe('recovery.later-steps-see-the-committed-output', () => {
  const id = 'recovery.later-steps-see-the-committed-output';

  it('holds where a successor is handed the committed value', () => {
    expect(outcomeOf(id, killedAtPublish().performs('worker-2', 'publish').succeeds(proven))).toEqual({
      'same-value': 'kept',
    });
  });
  it('is broken by a value that was sampled again', () => {
    const history = killedAtPublish()
      .performs('worker-2', 'extract', { value: 'extract 2' })
      .performs('worker-2', 'publish')
      .succeeds(proven);
    expect(outcomeOf(id, history)['same-value']).toBe(
      'extract was committed as "extract 1", and worker-2 gave publish "extract 2"',
    );
  });
  it('is broken by a value that is missing', () => {
    const history = killedAtPublish()
      .performs('worker-2', 'publish', { value: 'r', inputs: { extract: { $missing: true } } })
      .succeeds(proven);
    expect(outcomeOf(id, history)['same-value']).toContain('{"$missing":true}');
  });
  it('is broken where the store alone had shown the value', () => {
    const history = story()
      .performs('worker-1', 'extract')
      .shows('held', 'running', { steps: committed({ extract: 'extract 1' }) })
      .killed('worker-1', 'step.committed', 'extract')
      .works('worker-2')
      .performs('worker-2', 'extract', { value: 'extract 2' })
      .performs('worker-2', 'publish')
      .succeeds(proven);
    expect(outcomeOf(id, history)['same-value']).toContain('"extract 2"');
  });
  it('says nothing of a worker that hands on what it heard itself', () => {
    const history = story().performs('worker-1', 'extract').performs('worker-1', 'publish').succeeds(proven);
    expect(outcomeOf(id, history)['same-value']).toBe('not exercised');
  });
});

describe('recovery.attempts-may-differ', () => {
  const id = 'recovery.attempts-may-differ';
  const differing = (first: string) =>
    story()
      .calls('worker-1', 'extract')
      .done('worker-1', 'extract', first)
      .killed('worker-1', 'call.done', 'extract')
      .works('worker-2')
      .performs('worker-2', 'extract', { value: 'extract 2' });

  it('holds where the run goes on from the other output', () => {
    expect(outcomeOf(id, differing('extract 1').performs('worker-2', 'publish').succeeds())).toEqual({
      'goes-on': 'kept',
    });
  });
  it('is broken by a run that fails over the difference', () => {
    const history = differing('extract 1').rests('finished').shows('rest', 'failed').end();
    expect(outcomeOf(id, history)['goes-on']).toContain('came out differently');
  });
  it('says nothing where both tries came out the same', () => {
    expect(outcomeOf(id, differing('extract 2').performs('worker-2', 'publish').succeeds())['goes-on']).toBe(
      'not exercised',
    );
  });
});

describe('recovery.survives-repeated-crashes', () => {
  const id = 'recovery.survives-repeated-crashes';
  const twice = (second: 'call.received' | 'call.done') =>
    story()
      .calls('worker-1', 'extract')
      .killed('worker-1', 'call.received', 'extract')
      .works('worker-2')
      .calls('worker-2', 'extract')
      .killed('worker-2', second, 'extract')
      .works('worker-3');

  it('holds where a third worker finishes', () => {
    const history = twice('call.received').performs('worker-3', 'extract').performs('worker-3', 'publish').succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'during-recovery': 'kept', 'at-the-same-point': 'kept' });
  });
  it('tells the same point from another one', () => {
    const history = twice('call.done').performs('worker-3', 'extract').performs('worker-3', 'publish').succeeds();
    expect(outcomeOf(id, history)).toEqual({ 'during-recovery': 'kept', 'at-the-same-point': 'not exercised' });
  });
  it('is broken by a run that the second crash ends', () => {
    const history = twice('call.received').rests('stuck').end('stuck');
    expect(outcomeOf(id, history)['during-recovery']).toContain('after 2 of its workers had been killed');
  });
  it('says nothing after one crash', () => {
    expect(outcomeOf(id, killedAtPublish().rests('stuck').end('stuck'))['during-recovery']).toBe('not exercised');
  });
});

describe('recovery.replays-every-value', () => {
  const id = 'recovery.replays-every-value';
  const values = programOf(scripted('nothing', null), effect('store', 'nothing'));
  const killed = () =>
    new Story(values)
      .works('worker-1')
      .performs('worker-1', 'nothing', { value: null })
      .calls('worker-1', 'store', { inputs: { nothing: null } })
      .killed('worker-1', 'effect.received', 'store')
      .works('worker-2');

  it('holds where a successor hands on null as null', () => {
    const history = killed()
      .performs('worker-2', 'store', { value: 'r', inputs: { nothing: null } })
      .succeeds();
    expect(outcomeOf(id, history)).toEqual({
      null: 'kept',
      empty: 'not exercised',
      unicode: 'not exercised',
      nested: 'not exercised',
      large: 'not exercised',
    });
  });
  it('is broken by a successor that has lost the value', () => {
    const history = killed()
      .performs('worker-2', 'store', { value: 'r', inputs: { nothing: { $missing: true } } })
      .succeeds();
    expect(outcomeOf(id, history).null).toBe('nothing answered null, and worker-2 gave store {"$missing":true}');
  });
  it('is broken by a successor that takes null for no result', () => {
    const history = killed()
      .performs('worker-2', 'nothing', { value: null })
      .performs('worker-2', 'store', { value: 'r', inputs: { nothing: null } })
      .succeeds();
    expect(outcomeOf(id, history).null).toContain('was run again');
  });
  it('accepts that a value is refused loudly, before it is committed', () => {
    const history = new Story(values)
      .works('worker-1')
      .performs('worker-1', 'nothing', { value: null })
      .rests('finished')
      .shows('rest', 'failed')
      .end();
    expect(outcomeOf(id, history).null).toBe('kept');
  });
  it('says nothing of a worker that replays nothing', () => {
    const history = new Story(values)
      .works('worker-1')
      .performs('worker-1', 'nothing', { value: null })
      .performs('worker-1', 'store', { value: 'r', inputs: { nothing: null } })
      .succeeds();
    expect(outcomeOf(id, history).null).toBe('not exercised');
  });
  it('sorts values by what makes them hard', () => {
    const value = { list: [[]], text: 'ż' };
    const program = programOf(scripted('hard', value), effect('store', 'hard'));
    const history = new Story(program)
      .works('worker-1')
      .performs('worker-1', 'hard', { value: value })
      .calls('worker-1', 'store')
      .killed('worker-1', 'effect.received')
      .works('worker-2')
      .performs('worker-2', 'store')
      .succeeds();
    expect(outcomeOf(id, history)).toMatchObject({ unicode: 'kept', nested: 'kept', empty: 'not exercised' });
  });
});
