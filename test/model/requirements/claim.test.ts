import { describe, expect, it } from 'vitest';
import { attempt, claim, fresh, reassign, slot } from '../commands.ts';
import { outcomeOf } from './outcome.ts';
import { ok, refused, Script, type State } from './script.ts';

const ready: State = { slot: slot({ state: 'ready', prior: null, retryAtMs: null }), attempts: [] };
const claimed: State = {
  slot: slot({ state: 'claimed', prior: null, retryAtMs: null, pending: 'slot-1/1' }),
  attempts: [fresh(1)],
};
const due: State = { slot: slot({ retryAtMs: null }), attempts: [attempt(1)] };
const again: State = {
  slot: slot({ state: 'claimed', retryAtMs: null, pending: 'slot-1/2' }),
  attempts: [attempt(1), fresh(2)],
};

describe('claim.creates-one-attempt-worker-lease', () => {
  const id = 'claim.creates-one-attempt-worker-lease';

  it('holds where an accepted claim adds one attempt, and a refused one and other commands none', () => {
    const history = new Script()
      .says(claim(), ok, [ready, claimed])
      .says(claim(), refused('slot-not-claimable'), [claimed, claimed])
      .says(reassign(), ok, [due, due])
      .end();
    expect(outcomeOf(id, history)).toEqual({
      'one-when-accepted': 'kept',
      'none-when-refused': 'kept',
      'none-by-others': 'kept',
    });
  });
  it('is broken by a claim that creates two, or none', () => {
    const two = { ...claimed, attempts: [fresh(1), fresh(2)] };
    expect(outcomeOf(id, new Script().says(claim(), ok, [ready, two]).end())['one-when-accepted']).toContain(
      '2 attempts were created',
    );
    expect(outcomeOf(id, new Script().says(claim(), ok, [ready, ready]).end())['one-when-accepted']).toContain(
      '0 attempts were created',
    );
  });
  it('is broken by a claim whose attempt has no live lease', () => {
    const dead = { ...claimed, attempts: [attempt(1)] };
    expect(outcomeOf(id, new Script().says(claim(), ok, [ready, dead]).end())['one-when-accepted']).toContain(
      'a expired lease',
    );
  });
  it('is broken by a refused claim that leaves an attempt behind', () => {
    const history = new Script().says(claim(), refused('worker-class-does-not-fit'), [ready, claimed]).end();
    expect(outcomeOf(id, history)['none-when-refused']).toContain('1 attempts were created');
  });
  it('is broken by a reassignment that creates an attempt', () => {
    expect(outcomeOf(id, new Script().says(reassign(), ok, [due, again]).end())['none-by-others']).toContain(
      '1 attempts',
    );
  });
  it('judges a race by how many of its claims were accepted', () => {
    const race = (second: typeof ok) =>
      new Script()
        .race(
          [
            [claim(), ok],
            [claim(), second],
          ],
          [ready, claimed],
        )
        .end();
    expect(outcomeOf(id, race(refused('slot-not-claimable')))['one-when-accepted']).toBe('kept');
    expect(outcomeOf(id, race(ok))['one-when-accepted']).toContain('1 attempts were created');
  });
  it('says nothing about a claim without an answer', () => {
    const history = new Script().says(claim(), { status: 'unknown', cause: 'it died' }, [ready, ready]).end();
    expect(outcomeOf(id, history)['one-when-accepted']).toBe('not exercised');
  });
});

describe('claim.accepts-the-due', () => {
  const id = 'claim.accepts-the-due';

  it('holds where a ready slot and a due one are claimed', () => {
    const history = new Script().says(claim(), ok, [ready, claimed]).says(claim(), ok, [due, again]).end();
    expect(outcomeOf(id, history)).toEqual({ ready: 'kept', 'retry-wait': 'kept' });
  });
  it('is broken by a refusal that nothing gives reason for', () => {
    expect(outcomeOf(id, new Script().says(claim(), refused('no'), [due, due]).end())['retry-wait']).toContain(
      'was refused: no',
    );
    expect(outcomeOf(id, new Script().says(claim(), refused('no'), [ready, ready]).end()).ready).toContain(
      'was refused: no',
    );
  });
  it.each([
    ['for a class that does not fit', claim({ workerClass: 'large' }), due],
    ['before the retry time', claim(), { ...due, slot: slot({ retryAtMs: 5 }) }],
    ['while the prior lease lives', claim(), { ...due, attempts: [attempt(1, { lease: 'live' })] }],
    ['in another tenant', claim({ tenant: 'tenant-2' }), due],
    ['of a slot that is held', claim(), { ...due, slot: slot({ state: 'held', retryAtMs: null }) }],
  ])('lets a claim be refused %s', (_, command, state) => {
    const history = new Script().says(command, refused('no'), [state, state]).end();
    expect(outcomeOf(id, history)).toEqual({ ready: 'not exercised', 'retry-wait': 'not exercised' });
  });
});
