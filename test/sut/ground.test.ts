import { describe, expect, it } from 'vitest';
import type { Program } from '../../model/vocabulary.ts';
import { evenly } from '../../sut/host.ts';
import { Keeper } from '../../sut/keeper.ts';
import { Left } from '../../sut/left.ts';
import { claims, takeUp } from '../../sut/worklist.ts';
import {
  accepted,
  freshFile,
  launch,
  oneEffect,
  openReader,
  openRuntime,
  openStore,
  review,
  settings,
} from './scene.ts';

const nothing = () => Promise.reject(new Error('nothing is performed here'));
const runtime = (file: string) =>
  openRuntime({ file, name: 'client-1', perform: nothing, settings: { ...settings, busyMs: 20 } });

describe('a store that is away or full', () => {
  it('is met as an error of SQLite, answered with a typed refusal, and leaves nothing behind', () => {
    for (const [deed, reason] of [
      ['lock', 'store-is-away'],
      ['fill', 'store-is-full'],
    ] as const) {
      const file = freshFile();
      const one = runtime(file);
      const keeper = new Keeper(file);
      keeper[deed]();
      expect(one.answer(launch(review))).toEqual({ status: 'refused', reason });
      expect(openReader(file).read('run-1').status).toBe('absent');
      keeper.release();
      accepted(one.answer(launch(review)));
      expect(openReader(file).read('run-1').status).toBe('running');
      keeper.close();
    }
  }, 30_000);

  it('takes back all that filled it', () => {
    const file = freshFile();
    const store = openStore(file);
    const before = store.extent();
    const keeper = new Keeper(file);
    keeper.fill();
    expect(store.extent().entities).toBeGreaterThan(before.entities);
    keeper.release();
    expect(store.extent()).toEqual(before);
    keeper.close();
  });
});

describe('the time of a process', () => {
  it('follows no step of the clock, forwards or back', () => {
    let [clock, passed] = [1_000, 50];
    const now = evenly({ ...quiet, now: () => clock, passed: () => passed });
    expect(now()).toBe(1_000);
    passed += 10;
    clock += 3_600_010;
    expect(now()).toBe(1_010);
    passed += 10;
    clock -= 7_200_000;
    expect(now()).toBe(1_020);
  });

  it('is that of the clock where nothing else is known', () => {
    let clock = 5;
    const now = evenly({ ...quiet, now: () => clock });
    clock = 9;
    expect(now()).toBe(9);
  });
});
const quiet = { every: () => () => undefined, complain: () => undefined, atCommit: () => undefined };

describe('a run that nobody at hand has the code of', () => {
  const launched = () => {
    const store = openStore(freshFile());
    accepted(store.apply(launch(oneEffect)));
    return store;
  };

  it('is shown as stranded once nobody has taken it for as long as a lease, and as running when somebody does', () => {
    const store = launched();
    let nowMs = 0;
    const left = new Left({ store, now: () => nowMs, leaseMs: 100 });
    left.leave('run-1');
    nowMs = 99;
    left.leave('run-1');
    expect(store.read('run-1').status).toBe('running');
    nowMs = 100;
    left.leave('run-1');
    expect(store.read('run-1').status).toBe('stranded');
    const [claim] = claims(store, 'worker-2');
    if (claim === undefined) throw new Error('expected the run to be there to be claimed');
    takeUp(store, claim);
    expect(store.read('run-1').status).toBe('running');
  });

  it('is looked at anew where somebody had taken it meanwhile', () => {
    const store = launched();
    let nowMs = 0;
    const left = new Left({ store, now: () => nowMs, leaseMs: 100 });
    left.leave('run-1');
    left.keep([]);
    nowMs = 100;
    left.leave('run-1');
    expect(store.read('run-1').status).toBe('running');
  });
});

describe('what a step is bound to', () => {
  it('is the agent and the attachments that the pinned binding names for it, and nothing where it names none', () => {
    const store = openStore(freshFile());
    const bound: Program = { ...oneEffect, id: 'bound' };
    const operator = (key: string) => ({ tenant: 'operator', actor: 'operator', key });
    const nodes = { publish: { agent: 'sender@1', attachments: ['prompt@1'] } };
    accepted(
      store.apply({ type: 'register', ...operator('a'), revision: { id: 'sender@1', of: 'agent', digest: 'a' } }),
    );
    const revision = { id: 'nodes@1', of: 'binding', digest: 'b', nodes } as const;
    accepted(store.apply({ type: 'register', ...operator('b'), revision }));
    accepted(store.apply({ type: 'accept', ...operator('c'), revision: 'nodes@1' }));
    const pins = { package: 'package@1', workflow: 'workflow@1', binding: 'nodes@1' };
    accepted(store.apply(launch(bound, { pins })));
    accepted(store.apply(launch(oneEffect, { run: 'run-2', slot: 'slot-2', startKey: 'other', specification: 's-2' })));
    const works = claims(store, 'worker-1').map((claim) => takeUp(store, claim)?.configuration('publish'));
    expect(works).toEqual([{ ...pins, ...nodes.publish }, undefined]);
  });
});
