import { describe, expect, test } from 'vitest';
import type { ArtifactReference, Command, Json, Program } from '../../model/vocabulary.ts';
import { ArtifactLost, type Performance, type Read, type Told } from '../../sut/perform.ts';
import type { Store } from '../../sut/store.ts';
import { accepted, freshFile, launch, openRuntime, openStore, until } from './scene.ts';
import { SmallWorld } from './small-world.ts';

type Given = {
  readonly program: Program;
  readonly world?: SmallWorld;
  readonly ask?: () => Promise<Told>;
  readonly read?: Read;
  readonly perform?: (performance: Performance) => Promise<Json>;
};

/** A worker and a run of a program on one store. */
const begin = ({ program, world = new SmallWorld(), perform = world.perform, ...more }: Given) => {
  const file = freshFile();
  const store = openStore(file);
  accepted(store.apply(launch(program)));
  openRuntime({ file, perform, name: 'worker-1', ...more }).work();
  return { store, world, calls: () => world.calls.map(({ step }) => step) };
};
const rests = (store: Store, status: string): Promise<void> =>
  until(`run-1 to be ${status}`, () => store.read('run-1').status === status);
const programOf = (...steps: Program['steps']): Program => ({ id: 'program', title: 'Program', steps });
const tool = (id: string, uses: readonly string[] = []) => ({ op: 'tool' as const, id, uses });

let keys = 0;
const by = () => {
  keys += 1;
  return { tenant: 'tenant-1', actor: 'operator', key: `lifecycle-${keys}`, run: 'run-1' };
};
const says = (store: Store, command: Command): void => accepted(store.apply(command));

describe('the structure of a program', () => {
  test('is followed through a group, a choice, a timer and a child, each call once', async () => {
    const world = new SmallWorld({ b: 'right' });
    const { store, calls } = begin({
      world,
      program: programOf(
        { op: 'parallel', id: 'all', uses: [], members: [tool('a'), tool('b')] },
        { op: 'choose', id: 'way', uses: [], by: 'b', cases: { left: [tool('l')], right: [tool('r', ['a'])] } },
        { op: 'timer', id: 'pause', uses: [], ms: 30 },
        { op: 'child', id: 'sub', uses: ['a'], steps: [tool('x', ['a']), tool('y', ['x'])] },
        tool('end', ['all', 'way', 'sub']),
      ),
    });
    await rests(store, 'succeeded');
    expect(calls()).toEqual(['a', 'b', 'r', 'x', 'y', 'end']);
    const a = { text: 'a, sample 1' };
    const y = { text: 'y, sample 1' };
    expect(world.callsFor('x')[0]).toMatchObject({ run: 'run-1', given: { a } });
    expect(world.callsFor('end')[0]?.given).toEqual({ all: { a, b: 'right' }, way: 'right', sub: y });
    const { steps, attempts } = store.read('run-1');
    expect(Object.keys(steps)).toEqual(['all', 'a', 'b', 'way', 'l', 'r', 'pause', 'sub', 'x', 'y', 'end']);
    expect(steps.y?.commits).toMatchObject([{ by: 'slot-1/sub/1', provenance: { parent: 'run-1' } }]);
    expect(attempts?.map(({ outcome }) => outcome)).toEqual(['parked', 'parked', 'succeeded']);
  });

  test('goes on with the members of a group that have no result', async () => {
    const world = new SmallWorld();
    world.before = ({ step }) => {
      if (step.id === 'b' && world.callsFor('b').length === 1) throw new Error('it may pass');
    };
    const { store, calls } = begin({
      world,
      program: programOf({ op: 'parallel', id: 'all', uses: [], members: [tool('a'), tool('b'), tool('c')] }),
    });
    await rests(store, 'succeeded');
    expect(calls()).toEqual(['a', 'b', 'c', 'b']);
    expect(store.read('run-1').recoveries).toMatchObject([
      { attempt: 'slot-1/1', failure: 'Error: it may pass', decision: { operation: 'retry' }, outcome: 'succeeded' },
    ]);
  });
});

describe('an effect', () => {
  const program = (contract: 'lookup' | 'async' | 'guarded') =>
    programOf({ op: 'effect', id: 'act', uses: [], contract }, tool('after', ['act']));
  const diesOnce = (world: SmallWorld) => {
    world.before = ({ step }) => {
      if (step.id === 'act' && world.callsFor('act').length === 1) throw new Error('the answer is lost');
    };
    return world;
  };

  test('whose owner can be asked is asked before it is sent again', async () => {
    const told: Told[] = [
      { found: 'pending', receipt: null },
      { found: 'applied', receipt: 'seen' },
    ];
    const ask = async () => told.shift() ?? { found: 'unknown' as const, receipt: null };
    const { store, world, calls } = begin({ world: diesOnce(new SmallWorld()), program: program('lookup'), ask });
    await rests(store, 'succeeded');
    expect(calls()).toEqual(['act', 'after']);
    expect(world.callsFor('after')[0]?.given).toEqual({ act: 'seen' });
  });

  test('that its owner never got is sent once more, under its first key', async () => {
    const ask = async () => ({ found: 'unknown' as const, receipt: null });
    const { store, world, calls } = begin({ world: diesOnce(new SmallWorld()), program: program('lookup'), ask });
    await rests(store, 'succeeded');
    expect(calls()).toEqual(['act', 'act', 'after']);
    expect(new Set(world.callsFor('act').map(({ key }) => key)).size).toBe(1);
  });

  test('in doubt is looked up after a cancellation, and the run closes by what its owner says', async () => {
    const world = new SmallWorld();
    let hasAnswer = false;
    world.before = ({ step }) => {
      if (step.id !== 'act') return;
      says(openStore(file), { type: 'cancel', ...by() });
      throw new Error('the answer is lost');
    };
    const file = freshFile();
    const store = openStore(file);
    accepted(store.apply(launch(program('lookup'))));
    const ask = async () => {
      hasAnswer = true;
      return { found: 'applied' as const, receipt: null };
    };
    openRuntime({ file, perform: world.perform, name: 'worker-1', ask }).work();
    await rests(store, 'cancelled');
    expect([hasAnswer, store.read('run-1').steps.act?.effect, world.calls.length]).toEqual([true, 'applied', 1]);
  });

  test('of an owner that calls back holds no worker, and is done when it does', async () => {
    const { store, world } = begin({ program: program('async') });
    await rests(store, 'waiting');
    const actionKey = world.applied[0] ?? '';
    expect(store.read('run-1')).toMatchObject({
      steps: { act: { effect: 'dispatched', commits: [] } },
      attempts: [{ outcome: 'parked' }],
    });
    for (const _ of [1, 2]) says(store, { type: 'callback', ...by(), actionKey, outcome: 'applied', receipt: 'told' });
    await rests(store, 'succeeded');
    expect(world.callsFor('after')[0]?.given).toEqual({ act: 'told' });
  });

  test('on an owner that guards itself carries its principal and a token', async () => {
    const world = new SmallWorld();
    const seen: Json[] = [];
    const perform = (performance: Performance) => {
      if (performance.authority !== undefined) seen.push(performance.authority);
      return world.perform(performance);
    };
    const { store } = begin({ world, perform, program: program('guarded') });
    await rests(store, 'succeeded');
    expect(seen).toEqual([{ principal: 'tenant-1', token: 1 }]);
  });
});

describe('an artifact', () => {
  const program = programOf({ op: 'output', id: 'report', uses: [] }, tool('after', ['report']));
  const stored = () => {
    const versions: ArtifactReference[] = [];
    const world = new SmallWorld();
    const perform = async (performance: Performance): Promise<Json> => {
      if (performance.step.op !== 'output') return world.perform(performance);
      const version = `v${versions.length + 1}`;
      const reference = { name: 'report', version, digest: `sha256:${'0'.repeat(64)}`, bytes: 1 };
      versions.push(reference);
      return reference;
    };
    return { world, perform, versions };
  };

  test('that cannot be read stops the run; a retry that names its step makes it again', async () => {
    const { world, perform, versions } = stored();
    const read: Read = async ({ reference }) => {
      if (reference.version === 'v1') throw new ArtifactLost('v1 is gone');
    };
    const { store } = begin({ program, world, perform, read });
    await rests(store, 'blocked');
    expect([store.read('run-1').artifacts, world.calls]).toMatchObject([[{ version: 'v1', state: 'missing' }], []]);
    const asked = { slot: 'slot-1', reason: 'v1 is gone', step: 'report' };
    await until('the attempt to be over', () => store.read('run-1').slots?.[0]?.state === 'retry-wait');
    says(store, { type: 'retry', ...by(), ...asked });
    await rests(store, 'succeeded');
    expect(world.callsFor('after')[0]?.given).toMatchObject({ report: { version: 'v2' } });
    expect([versions.length, store.read('run-1').artifacts?.map(({ state }) => state)]).toEqual([
      2,
      ['orphaned', 'committed'],
    ]);
  });

  test('is listed as an orphan where its upload was never committed', async () => {
    const { world, perform } = stored();
    let isFirst = true;
    const { store } = begin({
      program,
      world,
      read: async () => undefined,
      perform: async (performance) => {
        const value = await perform(performance);
        if (performance.step.op !== 'output' || !isFirst) return value;
        isFirst = false;
        throw new Error('the answer is lost');
      },
    });
    await rests(store, 'succeeded');
    expect(store.read('run-1').artifacts).toMatchObject([
      { attempt: 'slot-1/1', state: 'orphaned' },
      { attempt: 'slot-1/2', version: 'v2', state: 'committed' },
    ]);
  });
});

describe('the limits of a run', () => {
  test('end it by their own sweep, whatever it waits for', async () => {
    const { store } = begin({
      program: { ...programOf({ op: 'timer', id: 'long', uses: [], ms: 60_000 }), limits: { deadlineMs: 60 } },
    });
    await rests(store, 'expired');
    const approval = begin({ program: programOf({ op: 'approval', id: 'approve', uses: [], deadlineMs: 40 }) });
    await rests(approval.store, 'failed');
    expect(approval.store.read('run-1').approvals).toMatchObject([{ status: 'expired' }]);
  });
});
