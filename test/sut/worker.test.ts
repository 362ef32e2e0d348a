import { describe, expect, test } from 'vitest';
import type { Json, Program } from '../../model/vocabulary.ts';
import { DefiniteRefusal } from '../../sut/perform.ts';
import type { Store } from '../../sut/store.ts';
import {
  accepted,
  decision,
  freshFile,
  launch,
  oneEffect,
  openRuntime,
  openStore,
  review,
  settings,
  until,
} from './scene.ts';
import { SmallWorld } from './small-world.ts';

const rests = (store: Store, status: string): Promise<void> =>
  until(`run-1 to be ${status}`, () => store.read('run-1').status === status);

/** A worker that hangs in its first call for a step, for good, as one that was stopped; its heart may beat on or not. */
const hangsIn = (world: SmallWorld, step: string): { reached: () => boolean; goOn: () => void } => {
  let goOn: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isReached = false;
  world.before = async (performance) => {
    if (performance.step.id !== step || isReached) return;
    isReached = true;
    await gate;
  };
  return { reached: () => isReached, goOn };
};

describe('the worker', () => {
  test('carries a run through its wait to its end, with one call a step', async () => {
    const file = freshFile();
    const world = new SmallWorld();
    const runtime = openRuntime({ file, perform: world.perform, name: 'worker-1' });
    const store = openStore(file);
    runtime.work();
    accepted(store.apply(launch(review)));
    await rests(store, 'waiting');
    accepted(store.apply(decision(store.read('run-1'))));
    await rests(store, 'succeeded');
    expect(world.calls.map(({ step }) => step)).toEqual(['extract', 'analyse', 'approve', 'publish']);
    const { revision } = store.read('run-1').approvals?.[0] ?? {};
    expect(world.callsFor('publish')[0]?.given).toEqual({
      analyse: { text: 'analyse, sample 1' },
      approve: { decision: 'approve', revision },
    });
    expect(world.applied).toHaveLength(1);
    expect(store.read('run-1').steps.publish).toMatchObject({ effect: 'applied', inForce: { receipt: 1 } });
  });

  test('takes several runs of several tenants at once', async () => {
    const file = freshFile();
    const world = new SmallWorld();
    const first = hangsIn(world, 'publish');
    const runtime = openRuntime({ file, perform: world.perform, name: 'worker-1' });
    const store = openStore(file);
    accepted(store.apply(launch(oneEffect)));
    runtime.work();
    await until('a call', first.reached);
    const other = {
      tenant: 'tenant-2',
      run: 'run-2',
      slot: 'slot-2',
      startKey: 'start-2',
      specification: 'specification-2',
    };
    accepted(store.apply(launch(oneEffect, other)));
    await until('the other run to succeed', () => store.read('run-2').status === 'succeeded');
    expect(store.read('run-1').status).toBe('running');
    first.goOn();
    await rests(store, 'succeeded');
  });

  test('keeps its lease as long as it lives, however slow the world is', async () => {
    const file = freshFile();
    const world = new SmallWorld();
    const slow = hangsIn(world, 'publish');
    openRuntime({ file, perform: world.perform, name: 'worker-1' }).work();
    openRuntime({ file, perform: world.perform, name: 'worker-2' }).work();
    const store = openStore(file);
    const since = performance.now();
    accepted(store.apply(launch(oneEffect)));
    await until('three leases to pass', () => performance.now() - since > 3 * settings.leaseMs);
    expect(slow.reached()).toBe(true);
    expect(store.read('run-1').attempts).toHaveLength(1);
    slow.goOn();
    await rests(store, 'succeeded');
  });

  test('after a broken connection tries the step again, under the key and arguments of its first intent', async () => {
    const file = freshFile();
    const world = new SmallWorld();
    let failures = 2;
    world.before = ({ step }) => {
      if (step.id !== 'publish' || failures === 0) return;
      failures -= 1;
      throw new Error('the connection broke');
    };
    openRuntime({ file, perform: world.perform, name: 'worker-1' }).work();
    const store = openStore(file);
    const program: Program = { ...review, steps: review.steps.filter(({ op }) => op !== 'approval') };
    accepted(store.apply(launch(program)));
    await rests(store, 'succeeded');
    expect(world.calls.map(({ step }) => step)).toEqual(['extract', 'analyse', 'publish', 'publish', 'publish']);
    expect(new Set(world.callsFor('publish').map((call) => JSON.stringify([call.key, call.given]))).size).toBe(1);
    expect(store.read('run-1').attempts?.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'succeeded']);
  });

  test('takes a definite refusal for the end', async () => {
    const file = freshFile();
    const world = new SmallWorld();
    world.before = () => {
      throw new DefiniteRefusal('422', 'no');
    };
    openRuntime({ file, perform: world.perform, name: 'worker-1' }).work();
    const store = openStore(file);
    accepted(store.apply(launch(oneEffect)));
    await rests(store, 'failed');
    expect(store.read('run-1').steps.publish).toEqual({ commits: [], effect: 'refused' });
    expect(world.calls).toHaveLength(1);
  });

  test('ends quietly when its lease was lost meanwhile, and its late result changes nothing', async () => {
    const file = freshFile();
    const world = new SmallWorld();
    const zombie = hangsIn(world, 'extract');
    const runtime = openRuntime({ file, perform: world.perform, name: 'worker-1' });
    const store = openStore(file);
    accepted(store.apply(launch(review)));
    runtime.work();
    await until('a call', zombie.reached);
    accepted(
      store.apply({ type: 'revoke', tenant: 'tenant-1', actor: 'operator', key: 'revoke', attempt: 'slot-1/1' }),
    );
    await rests(store, 'waiting');
    const before = store.read('run-1');
    zombie.goOn();
    await runtime.close();
    expect(store.read('run-1')).toEqual(before);
    expect(world.callsFor('analyse')).toHaveLength(1);
  });

  const values: Readonly<Record<string, Json>> = {
    null: null,
    false: false,
    'an empty string': '',
    'an empty list': [],
    'an empty object': {},
    'a fraction': 0.1,
    'unusual Unicode': 'a\u0000b\u2028c\u2029d\ud83d\udc69\u200d\ud83d\udcbb\ufeff\u202e\ufffd\u00e9 e\u0301 "\\',
    'unusual names': JSON.parse('{"__proto__":{"a":1},"":2,"constructor":3,"\\u0000":4,"toString":null}'),
    'deep nesting': JSON.parse(`${'[{"a":'.repeat(800)}null${'}]'.repeat(800)}`),
    '256 KiB': 'ü\n'.repeat(64 * 1024) + '"'.repeat(64 * 1024),
  };
  test.each(Object.entries(values))('hands on after a loss exactly what was committed: %s', async (_, value) => {
    const file = freshFile();
    const world = new SmallWorld({ extract: value });
    let isLost = false;
    world.before = ({ step }) => {
      if (step.id !== 'analyse' || isLost) return;
      isLost = true;
      throw new Error('the connection broke');
    };
    openRuntime({ file, perform: world.perform, name: 'worker-1' }).work();
    const store = openStore(file);
    accepted(store.apply(launch(review)));
    await rests(store, 'waiting');
    expect(world.callsFor('extract')).toHaveLength(1);
    const handedOn = world.callsFor('analyse').map(({ given }) => JSON.stringify(given));
    expect(handedOn).toHaveLength(2);
    for (const given of handedOn) expect(given === JSON.stringify({ extract: value })).toBe(true);
    expect(JSON.stringify(store.read('run-1').steps.extract?.inForce) === JSON.stringify(value)).toBe(true);
  });
});
