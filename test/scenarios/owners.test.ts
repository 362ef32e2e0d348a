import { describe, expect, it } from 'vitest';
import type { Contract, Json, Program } from '../../model/vocabulary.ts';
import type { WorldCall } from '../../scenarios/world/decision.ts';
import { answer } from '../../scenarios/world/handlers.ts';
import { emptyLedger, type Ledger } from '../../scenarios/world/ledger.ts';
import { carryOut, type EffectStep, lookUp } from '../../scenarios/world/owners.ts';
import { callIn, questionIn } from '../../scenarios/world/request.ts';

const stepUnder = (contract: Contract, more: Partial<EffectStep> = {}): EffectStep => ({
  ...{ op: 'effect', id: 'pay', uses: [], contract },
  ...more,
});
const programOf = (step: EffectStep): Program => ({ id: 'p', title: 'p', steps: [step] });
const call = (key: string | undefined, inputs: Record<string, Json> = {}): WorldCall => ({
  ...{ run: 'run-1', step: 'pay', inputs, key },
});
const ask = (step: EffectStep, asked: WorldCall, ledger: Ledger = emptyLedger) =>
  answer(programOf(step), asked, ledger);

describe('an owner that can be asked', () => {
  const step = stepUnder('lookup');
  it('does not look at keys, and says what became of each', () => {
    const first = ask(step, call('k'));
    const again = ask(step, call('k'), first.ledger);
    expect([first.did, again.did]).toEqual(['applied', 'applied']);
    expect(lookUp('k', false, first.ledger)).toEqual({ found: 'applied', receipt: first.value });
  });
  it('tells a request on its table from one that it never got', () => {
    expect(lookUp('k', true, emptyLedger)).toEqual({ found: 'pending', receipt: null });
    expect(lookUp('k', false, emptyLedger)).toEqual({ found: 'unknown', receipt: null });
  });
  it('takes nothing without a key, by which it could be asked', () =>
    expect(ask(step, call(undefined))).toMatchObject({ status: 400, did: 'nothing' }));
});

describe('an owner that calls back', () => {
  const step = stepUnder('async');
  it('takes an action, carries it out later, and once', () => {
    const taken = ask(step, call('k'));
    expect(taken).toMatchObject({ status: 202, did: 'accepted' });
    expect(lookUp('k', false, taken.ledger).found).toBe('unknown');
    const done = carryOut(step, call('k'), taken.ledger);
    expect(done.did).toBe('applied');
    expect(carryOut(step, call('k'), done.ledger)).toMatchObject({ did: 'deduplicated', value: done.value });
  });
  it('takes the same action again, before and after, and no other under its key', () => {
    const taken = ask(step, call('k'));
    expect(ask(step, call('k'), taken.ledger).status).toBe(202);
    expect(ask(step, call('k', { a: 1 }), taken.ledger)).toMatchObject({ status: 422, did: 'nothing' });
    const done = carryOut(step, call('k'), taken.ledger);
    expect(ask(step, call('k'), done.ledger)).toMatchObject({ status: 202, did: 'deduplicated' });
  });
});

describe('an owner that guards itself', () => {
  const step = stepUnder('guarded');
  const as = (token: number | string): Record<string, Json> => ({ $authority: { principal: 'ann', token } });
  it('asks who it is, and under which token', () => {
    expect(ask(step, call('k'))).toMatchObject({ status: 401, did: 'nothing' });
    expect(ask(step, call('k', { $authority: { principal: 'ann' } })).status).toBe(401);
    expect(ask(step, call('k', as(1))).did).toBe('applied');
  });
  it('knows a key again under another token, since the action is the same', () => {
    const first = ask(step, call('k', as(1)));
    expect(ask(step, call('k', as(2)), first.ledger)).toMatchObject({ did: 'deduplicated', value: first.value });
  });
  it.each([
    [1, 2],
    ['one', 'two'],
  ])('turns the token %s away once %s has come', (older, newer) => {
    const first = ask(step, call('k', as(older)));
    const second = ask(step, call('k', as(newer)), first.ledger);
    expect(ask(step, call('k', as(older)), second.ledger)).toMatchObject({ status: 403, did: 'nothing' });
    expect(ask(step, call('k', as(newer)), second.ledger).status).toBe(200);
  });
  it('lets nobody act once its rule has changed', () =>
    expect(ask(step, call('k', as(1)), { ...emptyLedger, isBarred: true })).toMatchObject({
      status: 403,
      did: 'nothing',
    }));
});

describe('an owner that says of a repeat that it exists', () => {
  const step = stepUnder('idempotent', { repeats: 'conflict' });
  it('says so with the key under which it was made, and applies nothing', () => {
    const first = ask(step, call('k'));
    expect(ask(step, call('k'), first.ledger)).toMatchObject({
      status: 409,
      did: 'deduplicated',
      value: { exists: { key: 'k', receipt: first.value } },
    });
  });
});

describe('a look-up', () => {
  const asked = (method: string, path: string) => ({ method, path, header: () => undefined });
  it('is a GET of an effect by its key, in a run', () => {
    expect(questionIn(asked('GET', 'effects/a%20key?run=run-1'))).toEqual({ run: 'run-1', key: 'a key' });
    expect(questionIn(asked('GET', 'effects/k'))).toBeUndefined();
    expect(questionIn(asked('POST', 'effects/k?run=run-1'))).toBeUndefined();
    expect(callIn(asked('GET', 'effects/k?run=run-1'), new Uint8Array())).toBeUndefined();
  });
});
