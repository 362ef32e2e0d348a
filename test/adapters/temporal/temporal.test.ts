import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Adapter,
  type Command,
  type Program,
  programSchema,
  type RunView,
  type Session,
  subjectSchema,
} from '../../../model/vocabulary.ts';
import { Supervisor } from '../../../scenarios/processes/supervisor.ts';
import { type Servers, startServers } from '../../../scenarios/servers.ts';
import { approve, launchOf, review, Worker, World } from '../langgraph/drive.ts';

const folder = join(import.meta.dirname, '../../../adapters/temporal');
const isThere = ['node_modules', '.venv/bin/temporal', 'dist/adapter.js'].every((name) =>
  existsSync(join(folder, name)),
);
const title = isThere ? 'Temporal' : 'Temporal (skipped: run `npm run build` and `npx killpoint setup temporal`)';

const cancel: Command = { type: 'cancel', tenant: 'tenant-1', actor: 'client', run: 'run-1', key: 'cancel' };

describe.runIf(isThere)(title, { timeout: 120_000 }, () => {
  const supervisor = new Supervisor();
  let place: string;
  let servers: Servers;
  let world: World;
  let address: string;
  let session: Session | undefined;
  let program: Program;
  let cases = 0;
  const workers: Worker[] = [];

  const open = async (variant: Record<string, string>, ran: Program = review): Promise<void> => {
    session = await (await adapter(variant)).open({
      folder: place,
      name: `case-${++cases}`,
      settings: {},
      program: ran,
      servers: servers.running,
    });
    program = ran;
  };
  const client = async (): Promise<Worker> => {
    const started = new Worker(opened());
    workers.push(started);
    await started.bootMs;
    const name = `worker-${workers.length}`;
    expect(await started.ask({ do: 'open', store: opened().store, world: address, program, name })).toEqual({
      ok: null,
    });
    return started;
  };
  const atWork = async (): Promise<Worker> => {
    const started = await client();
    await started.ask({ do: 'work' });
    return started;
  };
  /** The steps in the order in which they first came. A machine so busy that heartbeats are late repeats one, as it may. */
  const calls = (): readonly string[] => [...new Set(world.calls.map(({ step }) => step))];
  const opened = (): Session => {
    if (session === undefined) throw new Error('expected an open session');
    return session;
  };
  const view = (): Promise<RunView> => opened().inspect('run-1');
  const standing = (status: RunView['status']) =>
    expect.poll(async () => (await view()).status, { timeout: 60_000 }).toBe(status);

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'killpoint-'));
    const subject = subjectSchema.parse(await (await adapter({})).describe());
    servers = await startServers(subject.servers, supervisor, place);
  }, 120_000);
  afterAll(async () => {
    await supervisor.close();
    await rm(place, { recursive: true, force: true });
  });
  beforeEach(async () => {
    world = new World();
    address = await world.open();
  });
  afterEach(async () => {
    for (const { child } of workers.splice(0)) child.kill('SIGKILL');
    world.close();
    await session?.close();
    session = undefined;
  });

  it.each(['interpreted', 'native'])('runs the document review to its end, %s, with the same calls', async (kind) => {
    await open({ program: kind });
    expect(await view()).toEqual({ status: 'absent', steps: {} });
    const only = await atWork();
    expect(await only.send(launchOf(review))).toEqual({ ok: null });
    await standing('waiting');
    expect((await view()).approvals).toMatchObject([{ id: 'approve', step: 'approve', status: 'requested' }]);
    expect(await only.send(approve)).toEqual({ ok: null });
    await standing('succeeded');
    const [, , , published] = world.calls;
    expect(world.calls.map(({ key: _, ...call }) => call)).toEqual([
      { step: 'extract', run: 'run-1', inputs: {} },
      { step: 'analyse', run: 'run-1', inputs: { extract: 'result of extract' } },
      { step: 'approve', run: 'run-1', inputs: { analyse: 'result of analyse' } },
      { step: 'publish', run: 'run-1', inputs: { analyse: 'result of analyse', approve: 'approve' } },
    ]);
    expect(published?.key).toMatch(/^[0-9a-f-]{36}-4$/);
    const { steps: shown, runs } = await view();
    expect(Object.entries(shown).map(([id, { commits }]) => [id, commits.map(({ by, value }) => [by, value])])).toEqual(
      [
        ['extract', [['worker-1', 'result of extract']]],
        ['analyse', [['worker-1', 'result of analyse']]],
        ['approve', [['worker-1', 'approve']]],
        ['publish', [['worker-1', 'result of publish']]],
      ],
    );
    expect(runs).toBe(1);
  });

  it('is finished by a successor after a kill, which repeats nothing that was committed and uses the same key', async () => {
    await open({});
    world.held.add('publish');
    const first = await atWork();
    await first.send(launchOf(review));
    await standing('waiting');
    await first.send(approve);
    await world.called('publish');
    const before = await view();
    const seen = world.calls.length;
    await first.kill();
    world.held.clear();
    await atWork();
    await standing('succeeded');
    const keys = world.calls.flatMap(({ step, key }) => (step === 'publish' ? [key] : []));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(world.calls.slice(seen).every(({ step }) => step === 'publish')).toBe(true);
    const after = await view();
    expect(after.steps.analyse).toEqual(before.steps.analyse);
    expect(after.steps.publish?.commits.map(({ by }) => by)).toEqual(['worker-2']);
  });

  it('needs no worker for commands, keeps an early decision, and starts no second run under one key', async () => {
    await open({});
    const outside = await client();
    expect(await outside.send(approve)).toHaveProperty('refused');
    expect(await outside.send(launchOf(review))).toEqual({ ok: null });
    expect(await outside.send(launchOf(review))).toEqual({ ok: null });
    expect(await outside.send(approve)).toEqual({ ok: null });
    expect(await outside.send({ ...approve, decision: 'reject' })).toEqual({ ok: null });
    expect(await view()).toMatchObject({ status: 'running', steps: {}, approvals: [] });
    await atWork();
    await standing('succeeded');
    expect(calls()).toEqual(['extract', 'analyse', 'approve', 'publish']);
    expect((await view()).steps.approve?.commits.map(({ value }) => value)).toEqual(['approve']);
    expect(await outside.send(launchOf(review))).toEqual({ ok: null });
    expect(await view()).toMatchObject({ status: 'succeeded', runs: 1 });
    expect(await outside.send(approve)).toHaveProperty('refused');
    // The server takes a cancellation of a closed workflow, and does nothing about it.
    expect(await outside.send(cancel)).toEqual({ ok: null });
    expect(await view()).toMatchObject({ status: 'succeeded', runs: 1 });
  });

  it.each([
    { cancelling: 'try', ends: 'before' },
    { cancelling: 'wait', ends: 'after' },
  ])('ends a cancelled run $ends the activity that is under way, with cancelling=$cancelling', async (variant) => {
    await open({ cancelling: variant.cancelling });
    world.held.add('analyse');
    const only = await atWork();
    await only.send(launchOf(review));
    await world.called('analyse');
    expect(await only.send(cancel)).toEqual({ ok: null });
    if (variant.ends === 'before') await standing('cancelled');
    else await expect.poll(async () => (await view()).status, { timeout: 1_000, interval: 900 }).toBe('running');
    world.release();
    await standing('cancelled');
    expect(calls()).toEqual(['extract', 'analyse']);
  });

  it('shows the steps of a group, a timer and a child among those of their run', async () => {
    const structured = programSchema.parse({
      id: 'structured',
      title: 'a group, a timer, a child',
      steps: [
        {
          op: 'parallel',
          id: 'search',
          uses: [],
          members: ['north', 'south'].map((id) => ({ op: 'tool', id, uses: [] })),
        },
        { op: 'timer', id: 'cool-off', uses: [], ms: 50 },
        { op: 'child', id: 'research', uses: ['north'], steps: [{ op: 'model', id: 'sum-up', uses: ['north'] }] },
        { op: 'effect', id: 'report', uses: ['research', 'south'], contract: 'idempotent' },
      ],
    });
    await open({}, structured);
    await (await atWork()).send(launchOf(structured));
    await standing('succeeded');
    const { steps: shown } = await view();
    expect(Object.fromEntries(Object.entries(shown).map(([id, { commits }]) => [id, commits[0]?.value]))).toEqual({
      north: 'result of north',
      south: 'result of south',
      'cool-off': null,
      'sum-up': 'result of sum-up',
      research: 'result of sum-up',
      report: 'result of report',
    });
    expect(world.calls.at(-1)?.inputs).toEqual({ research: 'result of sum-up', south: 'result of south' });
  });

  it('keeps null, empty, nested and awkward results as they are', async () => {
    const values = { nothing: null, empty: '', nested: { '': [[], {}, null] }, text: '\u0001 \u2028 👩‍👩‍👧 </script>' };
    const ids = Object.keys(values);
    const valued = [
      ...ids.map((id) => ({ op: 'tool', id, uses: [] })),
      { op: 'effect', id: 'store', uses: ids, contract: 'idempotent' },
    ];
    Object.assign(world.answers, values);
    await open({}, programSchema.parse({ id: 'values', title: 'values', steps: valued }));
    await (await atWork()).send(launchOf(program));
    await standing('succeeded');
    expect(world.calls.at(-1)?.inputs).toEqual(values);
    const { steps: shown } = await view();
    expect(Object.fromEntries(ids.map((id) => [id, shown[id]?.commits[0]?.value]))).toEqual(values);
  });

  it('names what it allows when a variant is unknown, and where a server is missing', async () => {
    await expect(adapter({ timeouts: 'long' })).rejects.toThrow('timeouts=short|documented, cancelling=try|wait');
    const elsewhere = await adapter({ server: '/nowhere/temporal' });
    await expect(elsewhere.describe()).rejects.toThrow('no temporal binary at /nowhere/temporal');
  });
});

/** The build, not the source: its packages are not installed where killpoint's own types are checked. */
const adapter = async (variant: Record<string, string>): Promise<Adapter> => {
  const built: { createTemporal(asked: Record<string, string>): Adapter } = await import(
    join(folder, 'dist/adapter.js')
  );
  return built.createTemporal(variant);
};
