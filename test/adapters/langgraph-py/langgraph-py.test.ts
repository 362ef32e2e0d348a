import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JsonLinesAdapter } from '../../../adapters/jsonlines/index.ts';
import type { Program, RunView, Session } from '../../../model/vocabulary.ts';
import { approve, launchOf, review, structured, Worker, World } from '../langgraph/drive.ts';
import { testInBothLanguages } from '../langgraph/in-both-languages.ts';

const folder = join(import.meta.dirname, '../../../adapters/langgraph-py');
const python = join(folder, '.venv/bin/python');
const isThere = existsSync(python);
const title = isThere ? 'Python LangGraph' : 'Python LangGraph (skipped: run `npx killpoint setup langgraph-py`)';

describe.runIf(isThere)(title, () => {
  let world: World;
  let address: string;
  let store: string;
  let adapter: JsonLinesAdapter;
  let session: Session;
  let program: Program;
  const workers: Worker[] = [];

  const open = async (variant: Record<string, string>, ran: Program = review): Promise<void> => {
    adapter = adapterOf(variant);
    expect(await adapter.describe()).toMatchObject({ name: 'langgraph-py', version: '1.2.22', variant });
    session = await adapter.open({ folder: store, name: 'case-1', settings: {}, program: ran, servers: {} });
    program = ran;
  };
  const worker = async (): Promise<Worker> => {
    const started = new Worker(session);
    workers.push(started);
    await started.bootMs;
    const name = `worker-${workers.length}`;
    expect(await started.ask({ do: 'open', store: session.store, world: address, program, name })).toMatchObject({
      ok: { version: '1.2.22' },
    });
    return started;
  };
  const atWork = async (): Promise<Worker> => {
    const started = await worker();
    void started.ask({ do: 'work' });
    return started;
  };
  const steps = (): readonly string[] => world.calls.map((call) => call.step);
  const view = (): Promise<RunView> => session.inspect('run-1');
  const standing = (status: RunView['status']) =>
    expect.poll(async () => (await view()).status, { timeout: 40_000 }).toBe(status);

  beforeEach(async () => {
    world = new World();
    address = await world.open();
    // A plan's name stands in the folder of its case, and some hold what an address gives a meaning.
    store = await mkdtemp(join(tmpdir(), 'killpoint-#2?%41-'));
  });
  afterEach(async () => {
    for (const { child } of workers.splice(0)) child.kill('SIGKILL');
    world.close();
    await adapter.end();
    await rm(store, { recursive: true, force: true });
  });

  it.each(['interpreted', 'native'])('runs the document review to its end, %s, with the same calls', async (kind) => {
    await open({ program: kind });
    expect(await view()).toEqual({ status: 'absent', steps: {} });
    const only = await atWork();
    expect(await only.send(approve)).toHaveProperty('refused');
    expect(await only.send(launchOf(review))).toEqual({ ok: null });
    await standing('waiting');
    expect((await view()).approvals).toMatchObject([{ id: 'approve', step: 'approve', status: 'requested' }]);
    expect(await only.send(approve)).toEqual({ ok: null });
    expect((await view()).status).toBe('succeeded');
    expect(steps()).toEqual(['extract', 'analyse', 'approve', 'approve', 'publish']);
    expect(world.calls.at(-1)).toMatchObject({
      inputs: { analyse: 'result of analyse', approve: 'approve' },
      key: 'run-1:publish',
    });
    expect(await only.send({ ...approve, decision: 'reject' })).toHaveProperty('refused');
  });

  it('runs groups, choices, children and retries, and shows each step under its own id', async () => {
    world.answers.pick = 'left';
    world.troubles.flaky = 2;
    await open({}, structured);
    await (await atWork()).send(launchOf(program));
    await standing('succeeded');
    expect(steps().filter((step) => step === 'flaky')).toHaveLength(3);
    expect(steps()).not.toContain('right');
    const { steps: shown } = await view();
    expect(Object.values(shown).map(({ commits }) => commits.length)).toEqual(Array(13).fill(1));
    expect(shown.searches?.inForce).toEqual({ one: 'result of one', other: 'result of other' });
  });

  it.each(['one', 'grown'])(
    'goes on after a kill in %s without what was committed beside and before it',
    async (held) => {
      world.answers.pick = 'left';
      // With `async` a node may be killed before the checkpoint that it runs on is stored, and `next` is empty then.
      await open({ durability: 'sync' }, structured);
      world.held.add(held);
      const first = await atWork();
      await first.send(launchOf(program));
      await world.called(held);
      const beside = held === 'one' ? 'other' : 'grow';
      await expect.poll(async () => (await view()).steps[beside]?.commits.length, { timeout: 40_000 }).toBe(1);
      await first.kill();
      world.held.clear();
      await atWork();
      await standing('succeeded');
      expect(steps().filter((step) => step === held)).toHaveLength(2);
      expect(steps().filter((step) => step === beside)).toHaveLength(1);
    },
  );

  it.each([
    { unfinished: 'next', stands: 'running' as const },
    { unfinished: 'tasks', stands: 'waiting' as const },
  ])(
    'leaves a thread between its writes and its checkpoint $stands when it asks $unfinished',
    async ({ unfinished, stands }) => {
      await open({ unfinished });
      const first = await atWork();
      await first.send(launchOf(review));
      await standing('waiting');
      await first.kill();
      takeBackNewestCheckpoint(join(store, 'langgraph.db'));
      expect(await view()).toMatchObject({ status: 'running', steps: { analyse: { commits: [{}], pending: true } } });
      const second = await worker();
      await second.ask({ do: 'work' });
      expect((await view()).status).toBe(stands);
      expect(steps().filter((step) => step === 'analyse')).toHaveLength(1);
    },
  );

  it('shows a second commit where a worker that was taken over writes an equal value, and ends a rejected review', async () => {
    await open({});
    world.held.add('extract');
    const zombie = await atWork();
    await zombie.send(launchOf(review));
    await world.called('extract');
    zombie.child.kill('SIGSTOP');
    const successor = await worker();
    const scanned = successor.ask({ do: 'work' });
    await world.called('extract', 2);
    const [stale] = world.takeHeld(1);
    world.release();
    await scanned;
    expect(await successor.send({ ...approve, decision: 'reject' })).toEqual({ ok: null });
    expect((await view()).status).toBe('failed');
    zombie.child.kill('SIGCONT');
    stale?.();
    await expect.poll(async () => (await view()).steps.extract?.commits.length, { timeout: 40_000 }).toBe(2);
  });

  testInBothLanguages({ world: () => world, open, atWork, standing, view });

  it('names what it allows when a variant is unknown', async () => {
    adapter = adapterOf({ durability: 'often' });
    await expect(adapter.describe()).rejects.toThrow('durability=async|sync|exit, unfinished=next|tasks');
  });
});

const adapterOf = (variant: Record<string, string>): JsonLinesAdapter =>
  new JsonLinesAdapter({
    launch: { command: python, arguments: ['adapter.py'], cwd: folder },
    variant,
    isStrict: true,
  });

/** What a kill leaves between a node's pending writes and the checkpoint that follows from them. */
const takeBackNewestCheckpoint = (file: string): void => {
  const newest = '(select max(checkpoint_id) from checkpoints)';
  const script = `import sqlite3
db = sqlite3.connect(${JSON.stringify(file)})
db.execute("delete from writes where checkpoint_id = ${newest}")
db.execute("delete from checkpoints where checkpoint_id = ${newest}")
db.commit()`;
  execFileSync(python, ['-c', script]);
};
