import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perform } from '../../adapters/process/index.ts';
import { callSteps, type Json, type Program } from '../../model/vocabulary.ts';
import { find } from '../../scenarios/world/artifacts.ts';
import { answer, keyOf } from '../../scenarios/world/handlers.ts';
import { interceptors } from '../../scenarios/world/intercept.ts';
import { emptyLedger } from '../../scenarios/world/ledger.ts';
import { WorldServer } from '../../scenarios/world/server.ts';

const program: Program = {
  id: 'p',
  title: 'every kind of step',
  steps: [
    { op: 'model', id: 'draft', uses: [] },
    { op: 'tool', id: 'nothing', uses: [], answers: { value: null } },
    { op: 'tool', id: 'large', uses: [], answers: { text: 'é', bytes: 10 } },
    { op: 'effect', id: 'once', uses: ['draft'], contract: 'idempotent' },
    { op: 'effect', id: 'blind', uses: [], contract: 'opaque' },
    { op: 'approval', id: 'ask', uses: [] },
  ],
};
const call = (step: string, more: { key?: string; inputs?: Record<string, Json> } = {}) => ({
  run: 'run-1',
  step,
  inputs: more.inputs ?? {},
  key: more.key,
});

describe('the world', () => {
  it('gives another sample each time that a model is asked', () => {
    const first = answer(program, call('draft'), emptyLedger);
    const second = answer(program, call('draft'), first.ledger);
    expect(second.value).not.toEqual(first.value);
  });

  it('answers what a program scripts, null included', () => {
    expect(answer(program, call('nothing'), emptyLedger)).toMatchObject({ status: 200, value: null });
  });

  it('applies an action once for a key, and gives the first outcome again', () => {
    const first = answer(program, call('once', { key: 'k', inputs: { draft: { a: 1, b: 2 } } }), emptyLedger);
    const again = answer(program, call('once', { key: 'k', inputs: { draft: { b: 2, a: 1 } } }), first.ledger);
    expect([first.did, again.did]).toEqual(['applied', 'deduplicated']);
    expect(again.value).toEqual(first.value);
  });

  it('refuses a known key with other arguments, and an effect without a key', () => {
    const first = answer(program, call('once', { key: 'k', inputs: { draft: 1 } }), emptyLedger);
    expect(answer(program, call('once', { key: 'k', inputs: { draft: 2 } }), first.ledger)).toMatchObject({
      status: 422,
      did: 'nothing',
    });
    expect(answer(program, call('once'), emptyLedger)).toMatchObject({ status: 400, did: 'nothing' });
  });

  it('applies twice what an opaque owner is asked twice', () => {
    const first = answer(program, call('blind'), emptyLedger);
    expect(answer(program, call('blind'), first.ledger)).toMatchObject({ did: 'applied' });
  });

  it('reads a key bare or quoted', () => {
    expect([keyOf('"k"'), keyOf('k'), keyOf(undefined)]).toEqual(['k', 'k', undefined]);
  });
});

describe('the carriers of the world', () => {
  const base = 'http://world.test/secret/worker-1';
  const intercepted = setupServer(...interceptors(base, program));
  beforeAll(() => intercepted.listen({ onUnhandledRequest: 'bypass' }));
  afterAll(() => intercepted.close());

  it('answer alike in this process, by msw, and over HTTP', async () => {
    const server = new WorldServer();
    await server.listen();
    let ledger = emptyLedger;
    const strange: string[] = [];
    const address = server.address('worker-1', {
      serve: async ({ step, envelope, key, upload, reply }) => {
        const decision = answer(program, { run: envelope.run, step, inputs: envelope.inputs, key, upload }, ledger);
        ledger = decision.ledger;
        await reply(decision.status, { value: decision.value });
      },
      lookUp: async () => undefined,
      find: (wanted) => find(wanted, ledger),
      stranger: (path) => void strange.push(path),
    });
    for (const step of callSteps(program)) {
      const given = { run: 'run-1', step, results: { draft: 'x' }, ...(step.op === 'effect' ? { key: 'k' } : {}) };
      expect(await perform(address, given)).toEqual(await perform(base, given));
    }
    expect((await fetch(`${address}/model`, { method: 'POST', body: '{}' })).status).toBe(400);
    expect(strange).toHaveLength(1);
    await server.close();
  });

  it('do not answer who does not know the address, or names another host', async () => {
    const server = new WorldServer();
    await server.listen();
    const address = server.address('worker-1', {
      serve: async () => undefined,
      lookUp: async () => undefined,
      find: () => undefined,
      stranger: () => undefined,
    });
    const origin = new URL(address).origin;
    expect((await fetch(`${origin}/0000/worker-1/model/draft`, { method: 'POST' })).status).toBe(404);
    await server.close();
  });
});
