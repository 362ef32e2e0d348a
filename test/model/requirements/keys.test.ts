import { describe, expect, it } from 'vitest';
import { effect, model, opaque, programOf, Story } from '../history-builder.ts';
import { outcomeOf } from './outcome.ts';

const program = programOf(model('extract'), effect('publish', 'extract'), effect('notify'));
const sent = (key = 'k1') =>
  new Story(program)
    .works('worker-1')
    .performs('worker-1', 'extract')
    .calls('worker-1', 'publish', { key })
    .killed('worker-1', 'effect.received', 'publish')
    .works('worker-2');

describe('effect.same-action-same-key', () => {
  const id = 'effect.same-action-same-key';

  it('holds where the second request is like the first', () => {
    expect(outcomeOf(id, sent().performs('worker-2', 'publish', { key: 'k1' }).end())).toEqual({
      'same-key': 'kept',
      'same-arguments': 'kept',
    });
  });
  it('is broken by another key, and by other arguments', () => {
    const key = sent().performs('worker-2', 'publish', { key: 'k2' }).end();
    expect(outcomeOf(id, key)['same-key']).toBe('publish was sent under "k1", and again under "k2"');
    const other = sent()
      .performs('worker-2', 'publish', { key: 'k1', inputs: { extract: 'x' } })
      .end();
    expect(outcomeOf(id, other)['same-arguments']).toContain('and again with "x"');
  });
  it('says nothing of an action that was sent once, sent again by its transport, or has an owner without keys', () => {
    expect(outcomeOf(id, sent().end())['same-key']).toBe('not exercised');
    const resent = new Story(program).works('worker-1').calls('worker-1', 'publish', { nonce: 'x', key: 'a' });
    resent.lost('worker-1', 'publish').calls('worker-1', 'publish', { nonce: 'x', key: 'b' });
    expect(outcomeOf(id, resent.end())['same-key']).toBe('not exercised');
    const bare = new Story(programOf(opaque('publish'))).works('worker-1').calls('worker-1', 'publish', { key: 'a' });
    bare.killed('worker-1', 'effect.received', 'publish').works('worker-2').calls('worker-2', 'publish', { key: 'b' });
    expect(outcomeOf(id, bare.end())['same-key']).toBe('not exercised');
  });
});

describe('effect.key-names-one-action', () => {
  const id = 'effect.key-names-one-action';

  it('holds where two lives send two actions under two keys, and one of them twice alike', () => {
    const history = sent().performs('worker-2', 'publish', { key: 'k1' }).performs('worker-2', 'notify', { key: 'k2' });
    expect(outcomeOf(id, history.end())).toEqual({ 'one-action': 'kept', 'one-body': 'kept' });
  });
  it('is broken where a key stands for two actions, or comes with other arguments', () => {
    expect(outcomeOf(id, sent().performs('worker-2', 'notify', { key: 'k1' }).end())['one-action']).toBe(
      'the key k1 was presented for publish of run-1 and for notify of run-1',
    );
    const other = sent()
      .performs('worker-2', 'publish', { key: 'k1', inputs: { extract: 'x' } })
      .end();
    expect(outcomeOf(id, other)['one-body']).toContain('with other arguments');
  });
  it('says nothing where one life sent all of them', () => {
    const story = new Story(program).works('worker-1').performs('worker-1', 'publish').performs('worker-1', 'notify');
    expect(outcomeOf(id, story.end())).toEqual({ 'one-action': 'not exercised', 'one-body': 'not exercised' });
  });
});
