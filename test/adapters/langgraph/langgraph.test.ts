import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Adapter, type Program, type RunView, type Session, subjectSchema } from '../../../model/vocabulary.ts';
import { approve, launchOf, review, structured, Worker, World } from './drive.ts';
import { testInBothLanguages } from './in-both-languages.ts';

const folder = join(import.meta.dirname, '../../../adapters/langgraph');
const isThere = existsSync(join(folder, 'node_modules')) && existsSync(join(folder, 'dist/adapter.js'));
const title = isThere ? 'LangGraph' : 'LangGraph (skipped: run `npm run build` and `npx killpoint setup langgraph`)';

describe.runIf(isThere)(title, () => {
  let world: World;
  let address: string;
  let store: string;
  let session: Session;
  let program: Program;
  const workers: Worker[] = [];

  const open = async (variant: Record<string, string>, ran: Program = review): Promise<void> => {
    session = await (await adapter(variant)).open({
      folder: store,
      name: 'case-1',
      settings: {},
      program: ran,
      servers: {},
    });
    program = ran;
  };
  const worker = async (): Promise<Worker> => {
    const started = new Worker(session);
    workers.push(started);
    await started.bootMs;
    const name = `worker-${workers.length}`;
    expect(await started.ask({ do: 'open', store: session.store, world: address, program, name })).toEqual({
      ok: null,
    });
    return started;
  };
  /** `work` is not waited for: a scan may run a whole program. */
  const atWork = async (): Promise<Worker> => {
    const started = await worker();
    void started.ask({ do: 'work' });
    return started;
  };
  const steps = (): readonly string[] => world.calls.map((call) => call.step);
  const view = (): Promise<RunView> => session.inspect('run-1');
  const standing = (status: RunView['status']) =>
    expect.poll(async () => (await view()).status, { timeout: 20_000 }).toBe(status);

  beforeEach(async () => {
    world = new World();
    address = await world.open();
    store = await mkdtemp(join(tmpdir(), 'killpoint-'));
  });
  afterEach(async () => {
    for (const { child } of workers.splice(0)) child.kill('SIGKILL');
    world.close();
    await session?.close();
    await rm(store, { recursive: true, force: true });
  });

  it.each(['interpreted', 'native'])('runs the document review to its end, %s, with the same calls', async (kind) => {
    await open({ program: kind });
    expect(await view()).toEqual({ status: 'absent', steps: {} });
    const only = await atWork();
    expect(await only.send(launchOf(review))).toEqual({ ok: null });
    await standing('waiting');
    expect((await view()).approvals).toMatchObject([{ id: 'approve', step: 'approve', status: 'requested' }]);
    expect(await only.send({ ...approve, approval: 'publish' })).toHaveProperty('refused');
    expect(await only.send(approve)).toEqual({ ok: null });
    expect((await view()).status).toBe('succeeded');
    expect(world.calls).toEqual([
      { step: 'extract', run: 'run-1', inputs: {}, key: undefined },
      { step: 'analyse', run: 'run-1', inputs: { extract: 'result of extract' }, key: undefined },
      { step: 'approve', run: 'run-1', inputs: { analyse: 'result of analyse' }, key: undefined },
      { step: 'approve', run: 'run-1', inputs: { analyse: 'result of analyse' }, key: undefined },
      {
        step: 'publish',
        run: 'run-1',
        inputs: { analyse: 'result of analyse', approve: 'approve' },
        key: 'run-1:publish',
      },
    ]);
    const { steps: shown } = await view();
    expect(
      Object.fromEntries(Object.entries(shown).map(([id, step]) => [id, [step.commits.length, step.inForce]])),
    ).toEqual({
      extract: [1, 'result of extract'],
      analyse: [1, 'result of analyse'],
      approve: [1, 'approve'],
      publish: [1, 'result of publish'],
    });
  });

  it.each(['async', 'sync'])(
    'is finished by a successor after a kill (%s), which repeats nothing that was committed',
    async (durability) => {
      await open({ durability });
      world.held.add('analyse');
      const first = await atWork();
      expect(await first.send(launchOf(review))).toEqual({ ok: null });
      await world.called('analyse');
      const before = await view();
      expect(before).toMatchObject({
        status: 'running',
        steps: { extract: { commits: [{ value: 'result of extract' }] } },
      });
      await first.kill();
      world.held.clear();
      const second = await atWork();
      await standing('waiting');
      expect(await second.send(launchOf(review))).toEqual({ ok: null });
      expect(await second.send(approve)).toEqual({ ok: null });
      expect((await view()).status).toBe('succeeded');
      expect(steps()).toEqual(['extract', 'analyse', 'analyse', 'approve', 'approve', 'publish']);
      expect((await view()).steps.extract?.commits).toEqual(before.steps.extract?.commits);
    },
  );

  it('shows a second commit where a worker that was taken over writes an equal value', async () => {
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
    await standing('waiting');
    expect((await view()).steps.extract?.commits).toHaveLength(1);
    zombie.child.kill('SIGCONT');
    stale?.();
    await expect.poll(async () => (await view()).steps.extract?.commits.length, { timeout: 20_000 }).toBe(2);
    const [one, other] = (await view()).steps.extract?.commits ?? [];
    expect(one?.value).toBe(other?.value);
    expect(one?.at).not.toBe(other?.at);
  });

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

  it('runs groups, choices, children and retries, and shows each step under its own id', async () => {
    world.answers.pick = 'left';
    world.troubles.flaky = 2;
    await open({}, structured);
    await (await atWork()).send(launchOf(program));
    await standing('succeeded');
    const called = steps();
    expect(called.toSorted()).toEqual(
      ['draft', 'flaky', 'flaky', 'flaky', 'grow', 'grown', 'left', 'lefter', 'one', 'other', 'pick', 'publish'].sort(),
    );
    expect(called.indexOf('pick')).toBeGreaterThan(Math.max(called.indexOf('one'), called.indexOf('other')));
    expect(world.calls.at(-1)?.inputs).toEqual({
      other: 'result of other',
      lefter: 'result of lefter',
      child: 'result of grown',
      flaky: 'result of flaky',
    });
    const { steps: shown } = await view();
    const searches = { one: 'result of one', other: 'result of other' };
    expect(shown.searches?.inForce).toEqual(searches);
    expect(shown.chosen?.inForce).toBe('left');
    expect(shown.grow?.commits).toMatchObject([{ value: 'result of grow' }]);
    expect(Object.values(shown).map(({ commits }) => commits.length)).toEqual(Array(13).fill(1));
  });

  it.each(['one', 'grown'])(
    'goes on after a kill in %s without what was committed beside and before it',
    async (held) => {
      world.answers.pick = 'left';
      await open({}, structured);
      world.held.add(held);
      const first = await atWork();
      await first.send(launchOf(program));
      await world.called(held);
      const beside = held === 'one' ? 'other' : 'grow';
      await expect.poll(async () => (await view()).steps[beside]?.commits.length, { timeout: 20_000 }).toBe(1);
      await first.kill();
      world.held.clear();
      await atWork();
      await standing('succeeded');
      const called = steps();
      expect(called.filter((step) => step === held)).toHaveLength(2);
      expect(called.filter((step) => step === beside)).toHaveLength(1);
      expect(called.toSorted().filter((step) => step !== held)).toEqual(
        [...new Set(called)].filter((s) => s !== held).sort(),
      );
    },
  );

  it('ends a rejected review without publishing, and takes no decision twice', async () => {
    await open({});
    const only = await atWork();
    expect(await only.send(approve)).toHaveProperty('refused');
    await only.send(launchOf(review));
    await standing('waiting');
    expect(await only.send({ ...approve, decision: 'reject' })).toEqual({ ok: null });
    expect((await view()).status).toBe('failed');
    expect(await only.send(approve)).toHaveProperty('refused');
    expect(await only.send(launchOf(review))).toEqual({ ok: null });
    expect(steps()).toEqual(['extract', 'analyse', 'approve', 'approve']);
  });

  testInBothLanguages({ world: () => world, open, atWork, standing, view });

  it('names what it allows when a variant is unknown', async () => {
    await expect(adapter({ durability: 'often' })).rejects.toThrow('saver=sqlite|postgres, durability=async|sync|exit');
    await expect(adapter({ durable: 'sync' })).rejects.toThrow('program=interpreted|native');
  });

  it('says which question its recovery asks', async () => {
    const subject = subjectSchema.parse(await (await adapter({ unfinished: 'tasks' })).describe());
    expect(subject).toMatchObject({
      name: 'langgraph',
      version: '1.7.3',
      variant: { durability: 'async', unfinished: 'tasks' },
    });
    expect(subject.notes.join('\n')).toContain('getState().tasks');
  });
});

/** The build, not the source: its packages are not installed where killpoint's own types are checked. */
const adapter = async (variant: Record<string, string>): Promise<Adapter> => {
  const built: { createLangGraph(asked: Record<string, string>): Adapter } = await import(
    join(folder, 'dist/adapter.js')
  );
  return built.createLangGraph(variant);
};

/**
 * What a kill leaves between a node's pending writes and the checkpoint that follows from them. In a process of its own: here the
 * adapter's copy of SQLite has the file open, and a second copy that closes it would drop the first one's locks.
 */
const takeBackNewestCheckpoint = (file: string): void => {
  const newest = '(select max(checkpoint_id) from checkpoints)';
  const script = `const db = require('better-sqlite3')(${JSON.stringify(file)});
    db.exec('delete from writes where checkpoint_id = ${newest}; delete from checkpoints where checkpoint_id = ${newest}');
    db.close();`;
  execFileSync(process.execPath, ['-e', script], { cwd: folder });
};
