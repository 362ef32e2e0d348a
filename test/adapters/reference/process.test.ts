import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReference } from '../../../adapters/reference/adapter.ts';
import { type RunView, runViewSchema, type Session, subjectSchema } from '../../../model/vocabulary.ts';
import { decision, launch, review, until } from '../../sut/scene.ts';
import { DrivenProcess } from './driven-process.ts';
import { GatedWorld } from './gated-world.ts';

const setting = { name: 'case-1', settings: {}, program: review, servers: {} };

let folder: string;
let session: Session;
let world: GatedWorld;
const processes: DrivenProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'killpoint-reference-'));
  // Long enough for a worker on a busy machine to keep its lease: these tests say which calls are made, and by whom.
  session = await createReference().open({ ...setting, folder, settings: { leaseMs: 3_000 } });
  world = await GatedWorld.open();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.kill()));
  await session.close();
  world.close();
  rmSync(folder, { recursive: true });
});

const enter = async (name: string): Promise<DrivenProcess> => {
  const entered = new DrivenProcess(session.process('worker'));
  processes.push(entered);
  await entered.ready;
  const program = review;
  expect(await entered.ask({ do: 'open', store: session.store, world: world.address(name), program, name })).toEqual({
    id: 1,
    ok: null,
  });
  return entered;
};
const work = async (name: string): Promise<DrivenProcess> => {
  const worker = await enter(name);
  await worker.ask({ do: 'work' });
  return worker;
};
const rest = async (status: string): Promise<RunView> => {
  let view: RunView | undefined;
  const look = async () => {
    view = await session.inspect('run-1');
  };
  await until(`run-1 to be ${status}`, () => {
    void look();
    return view?.status === status;
  });
  return session.inspect('run-1');
};

/** The configuration that the adapter registers for this program. */
const pins = { package: 'package@1', workflow: 'review@1', binding: 'binding@1' };

describe('a process of the reference', () => {
  test('is killed in the middle, and its successor finishes the run', async () => {
    const client = await enter('client');
    const first = await work('worker-1');
    world.shut('/worker-1/model/analyse');
    const answer = await client.send(launch(review, { pins }));
    expect(answer.ok).toEqual({ run: 'run-1', slot: 'slot-1' });
    await world.called('/worker-1/model/analyse');
    const second = await work('worker-2');
    expect(await first.kill()).toBe('SIGKILL');
    const killedAtMs = performance.now();
    const { atMs } = await world.called('/worker-2/model/analyse');
    const { takeoverMs } = subjectSchema.parse(await createReference().describe()).bounds;
    console.info(`takeover: ${Math.round(atMs - killedAtMs)} ms of ${takeoverMs}`);
    const waiting = await rest('waiting');
    // Decided while nobody works.
    await second.kill();
    expect((await client.send(decision(waiting))).refused).toBeUndefined();
    await work('worker-3');
    const view = runViewSchema.parse(await rest('succeeded'));
    expect(world.requests.map(({ path }) => path)).toEqual([
      '/worker-1/model/extract',
      '/worker-1/model/analyse',
      '/worker-2/model/analyse',
      '/worker-2/approvals/approve',
      '/worker-3/effects/publish',
    ]);
    expect(view.attempts?.map(({ outcome }) => outcome)).toEqual(['lost', 'parked', 'succeeded']);
  });

  test('killed while its effect is in flight, is followed by one that sends the same key and arguments', async () => {
    const client = await enter('client');
    const first = await work('worker-1');
    world.shut('/worker-1/effects/publish');
    await client.send(launch(review, { pins }));
    await client.send(decision(await rest('waiting')));
    const sent = await world.called('/worker-1/effects/publish');
    await work('worker-2');
    await first.kill();
    const again = await world.called('/worker-2/effects/publish');
    expect(again.key).toMatch(/./);
    expect([again.key, again.inputs]).toEqual([sent.key, sent.inputs]);
    await rest('succeeded');
  });

  test('can be looked at while it stands still, and is replaced meanwhile', async () => {
    const client = await enter('client');
    const first = await work('worker-1');
    world.shut('/worker-1/model/extract');
    await client.send(launch(review, { pins }));
    await world.called('/worker-1/model/extract');
    first.child.kill('SIGSTOP');
    expect((await session.inspect('run-1')).attempts?.[0]?.lease.status).toBe('live');
    await work('worker-2');
    await rest('waiting');
    expect((await session.inspect('run-1')).attempts?.map(({ outcome }) => outcome)).toEqual(['lost', 'parked']);
  });

  test('that is told to stop in order exits once it has nothing in hand, and not before', async () => {
    const idle = await work('worker-1');
    const gone = once(idle.child, 'exit');
    expect((await idle.ask({ do: 'drain' })).ok).toBeNull();
    expect(await gone).toEqual([0, null]);
    const client = await enter('client');
    const busy = await work('worker-2');
    world.shut('/worker-2/model/analyse');
    await client.send(launch(review, { pins }));
    await world.called('/worker-2/model/analyse');
    expect((await busy.ask({ do: 'drain' })).ok).toBeNull();
    expect(await busy.kill()).toBe('SIGKILL');
    await work('worker-3');
    await rest('waiting');
  });

  test('is a mutant where the adapter is asked for one', async () => {
    const mutant = await createReference({ mutant: 'reassign-refuses-all' }).open({
      folder: mkdtempSync(join(folder, 'mutant-')),
      ...setting,
    });
    expect(mutant.process('worker').arguments).toContain('reassign-refuses-all');
    await mutant.close();
    expect(() => createReference({ mutant: 'no-such' })).toThrow(/expected a mutant, found 'no-such'/);
  });
});

test('describes itself in the words of the port, under the version of killpoint', async () => {
  const subject = subjectSchema.parse(await createReference().describe());
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(subject.version).toBe(version);
  expect(subject.capabilities.map(({ name }) => name)).toContain('recovery.*');
});

test('a time that is none is refused where it is asked for', async () => {
  await expect(createReference().open({ ...setting, folder: tmpdir(), settings: { leaseMs: 'soon' } })).rejects.toThrow(
    /leaseMs/,
  );
});
