import { describe, expect, it } from 'vitest';
import { resolve } from '../commands.ts';
import { committed, extractAndPublish, model, opaque, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const sent = () =>
  new Story(extractAndPublish).works('worker-1').performs('worker-1', 'extract').calls('worker-1', 'publish');
const killedAfterApplying = () =>
  sent()
    .applied('worker-1', 'publish')
    .killed('worker-1', 'effect.applied', 'publish')
    .works('worker-2')
    .calls('worker-2', 'publish');
const uncertain = programOf(model('extract'), opaque('publish', 'extract'));
const proven = committed({ extract: 'extract 1', publish: 'publish 1' });

describe('effect.applied-once', () => {
  const id = 'effect.applied-once';

  it('holds where the owner knew the repeated key', () => {
    const history = killedAfterApplying().answered('worker-2', 'publish', 'receipt').succeeds(proven);
    expect(outcomeOf(id, history)).toEqual({ 'not-twice': 'kept', 'not-never': 'kept' });
  });
  it('is broken by a second application', () => {
    const history = killedAfterApplying()
      .applied('worker-2', 'publish')
      .answered('worker-2', 'publish', 'receipt')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-twice']).toBe('publish of run-1 was applied 2 times');
  });
  it('is broken by a success without an application', () => {
    const history = sent()
      .lost('worker-1', 'publish')
      .killed('worker-1', 'effect.received')
      .works('worker-2')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-never']).toBe('run-1 succeeded and publish was never applied');
  });
  it('says nothing of an action that was sent once', () => {
    const history = sent().applied('worker-1', 'publish').answered('worker-1', 'publish', 'r').succeeds(proven);
    expect(outcomeOf(id, history)).toEqual({ 'not-twice': 'not exercised', 'not-never': 'not exercised' });
  });
  it('takes a resend of the transport for no second sending', () => {
    const history = sent()
      .applied('worker-1', 'publish')
      .calls('worker-1', 'publish', { nonce: 'n2' })
      .answered('worker-1', 'publish', 'r')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-twice']).toBe('not exercised');
  });
  it('blames nobody for a repeat after a crash under an owner that can do nothing about it', () => {
    const history = new Story(uncertain)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .calls('worker-1', 'publish')
      .applied('worker-1', 'publish')
      .killed('worker-1', 'effect.applied')
      .works('worker-2')
      .performs('worker-2', 'publish')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-twice']).toBe('not exercised');
  });
  it('sees a second request under such an owner where nothing was interrupted', () => {
    const history = new Story(uncertain)
      .works('worker-1')
      .performs('worker-1', 'extract')
      .performs('worker-1', 'publish')
      .performs('worker-1', 'publish')
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-twice']).toBe('publish of run-1 was applied 2 times');
  });
  it('does not charge the success of one run with the missing effect of another', () => {
    const history = killedAfterApplying()
      .answered('worker-2', 'publish', 'r')
      .calls('worker-2', 'extract', { run: 'run-2' })
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-never']).toBe('kept');
  });
  it('keeps the actions of two runs apart', () => {
    const history = killedAfterApplying()
      .answered('worker-2', 'publish', 'r')
      .performs('worker-2', 'publish', { run: 'run-2' })
      .succeeds(proven);
    expect(outcomeOf(id, history)['not-twice']).toBe('kept');
  });
});

describe('effect.belief-never-ahead-of-owner', () => {
  const id = 'effect.belief-never-ahead-of-owner';
  const onlyExtracted = { steps: committed({ extract: 'extract 1' }) };
  const ended = (story: Story) =>
    story.applied('worker-1', 'publish').answered('worker-1', 'publish', 'r').succeeds(proven);

  it('holds where the effect stands as open while its owner has not applied it', () => {
    expect(outcomeOf(id, ended(sent().shows('held', 'running', onlyExtracted)))).toEqual({ 'not-ahead': 'kept' });
  });
  it('is broken by a committed result that no owner gave', () => {
    expect(outcomeOf(id, ended(sent().shows('held', 'running', { steps: proven })))['not-ahead']).toContain(
      'a committed result of publish',
    );
  });
  it('is broken by an effect that is shown as applied', () => {
    const steps = { publish: { commits: [], effect: 'applied' as const } };
    expect(outcomeOf(id, ended(sent().shows('held', 'running', { steps })))['not-ahead']).toContain(
      'publish as applied',
    );
  });
  it('is broken by a run that stands as succeeded, once that was read twice', () => {
    const story = sent().shows('held', 'succeeded', onlyExtracted).shows('change', 'succeeded', onlyExtracted);
    expect(outcomeOf(id, ended(story))['not-ahead']).toContain('itself as succeeded');
  });
  it('does not believe a status that was read once, between two writes', () => {
    expect(outcomeOf(id, ended(sent().shows('held', 'succeeded', onlyExtracted)))['not-ahead']).toBe('kept');
    expect(outcomeOf(id, ended(sent().shows('change', 'succeeded', onlyExtracted)))['not-ahead']).toBe('not exercised');
  });
  it('says nothing where the store was read only at the end', () => {
    expect(outcomeOf(id, ended(sent()))['not-ahead']).toBe('not exercised');
  });
});

describe('evidence.success-needs-its-proof', () => {
  const id = 'evidence.success-needs-its-proof';

  it('holds where every step has a committed answer of the world', () => {
    const history = killedAfterApplying().answered('worker-2', 'publish', 'r').succeeds(proven);
    expect(outcomeOf(id, history)).toEqual({ 'the-world-gave-it': 'kept', 'it-is-committed': 'kept' });
  });
  it('is broken by a success whose effect was never applied', () => {
    const history = sent()
      .lost('worker-1', 'publish')
      .killed('worker-1', 'effect.received')
      .works('worker-2')
      .succeeds(proven);
    expect(outcomeOf(id, history)['the-world-gave-it']).toBe('run-1 showed success, and publish had not been applied');
  });
  it('is broken by a success whose receipt never reached anybody', () => {
    const history = sent()
      .applied('worker-1', 'publish')
      .killed('worker-1', 'effect.applied')
      .works('worker-2')
      .succeeds(proven);
    expect(outcomeOf(id, history)['the-world-gave-it']).toContain('the world had given no result of publish');
  });
  it('holds where a person found out that an effect was applied whose receipt was lost, and it was', () => {
    const lost = () => sent().applied('worker-1', 'publish').killed('worker-1', 'effect.applied').works('worker-2');
    const said = (story: Story) => outcomeOf(id, story.succeeds(proven))['the-world-gave-it'];
    expect(said(lost().asks(resolve()))).toBe('kept');
    const refused = { status: 'refused', reason: 'effect-not-in-review' } as const;
    expect(said(lost().asks(resolve(), refused))).toContain('the world had given no result of publish');
    const never = sent().lost('worker-1', 'publish').killed('worker-1', 'effect.received').works('worker-2');
    expect(said(never.asks(resolve()))).toContain('publish had not been applied');
  });
  it('is broken by a success beside which no result stands', () => {
    const history = killedAfterApplying()
      .answered('worker-2', 'publish', 'r')
      .succeeds(committed({ extract: 'extract 1' }));
    expect(outcomeOf(id, history)['it-is-committed']).toContain('no committed result of publish stood beside it');
  });
  it('asks no commits of a runtime that shows none', () => {
    const history = killedAfterApplying().answered('worker-2', 'publish', 'r').succeeds();
    expect(outcomeOf(id, history)['it-is-committed']).toBe('not exercised');
  });
  it('does not believe a success that was read once, between two writes', () => {
    const history = sent()
      .shows('change', 'succeeded')
      .lost('worker-1', 'publish')
      .killed('worker-1', 'effect.received')
      .works('worker-2')
      .performs('worker-2', 'publish')
      .succeeds(proven);
    expect(outcomeOf(id, history)['the-world-gave-it']).toBe('kept');
  });
  it('counts no success that nothing had put in doubt', () => {
    const history = sent().applied('worker-1', 'publish').answered('worker-1', 'publish', 'r').succeeds(proven);
    expect(outcomeOf(id, history)['the-world-gave-it']).toBe('not exercised');
  });
});
