import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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

const adapters = join(import.meta.dirname, '../../../adapters');
const folder = join(adapters, 'openworkflow');
const isThere = ['openworkflow/node_modules', 'openworkflow/dist/adapter.js', 'postgres/node_modules'].every((part) =>
  existsSync(join(adapters, part)),
);
const title = isThere
  ? 'OpenWorkflow'
  : 'OpenWorkflow (skipped: run `npm run build` and `npx killpoint setup openworkflow`)';

const cancel: Command = { type: 'cancel', tenant: 'tenant-1', actor: 'client', key: 'cancel', run: 'run-1' };
const refused = { refused: expect.any(String) };

describe.runIf(isThere)(title, () => {
  let place: string;
  let supervisor: Supervisor;
  let servers: Servers;
  let world: World;
  let address: string;
  let session: Session;
  let program: Program;
  let cases = 0;
  const processes: Worker[] = [];
  const opened: Session[] = [];

  const open = async (variant: Record<string, string>, ran: Program = review): Promise<void> => {
    const setting = { folder: place, name: `case-${++cases}`, settings: {}, program: ran, servers: servers.running };
    session = await (await adapter(variant)).open(setting);
    opened.push(session);
    program = ran;
  };
  const client = async (): Promise<Worker> => {
    const started = new Worker(session);
    processes.push(started);
    await started.bootMs;
    const name = `process-${processes.length}`;
    expect(await started.ask({ do: 'open', store: session.store, world: address, program, name })).toHaveProperty('ok');
    return started;
  };
  const atWork = async (): Promise<Worker> => {
    const started = await client();
    expect(await started.ask({ do: 'work' })).toEqual({ ok: null });
    return started;
  };
  const steps = (): readonly string[] => world.calls.map((call) => call.step);
  const view = (): Promise<RunView> => session.inspect('run-1');
  const standing = (status: RunView['status']) =>
    expect.poll(async () => (await view()).status, { timeout: 20_000 }).toBe(status);

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'killpoint-'));
    supervisor = new Supervisor();
    const { servers: described } = subjectSchema.parse(await (await adapter({})).describe());
    servers = await startServers(described, supervisor, place);
  });
  afterAll(async () => {
    await supervisor?.close();
    await servers?.close();
    await rm(place, { recursive: true, force: true });
  });
  beforeEach(async () => {
    world = new World();
    address = await world.open();
  });
  afterEach(async () => {
    for (const { child } of processes.splice(0)) child.kill('SIGKILL');
    world.close();
    for (const one of opened.splice(0)) await one.close();
  });

  it.each(['interpreted', 'native'])('runs the document review to its end, %s, with the same calls', async (kind) => {
    await open({ program: kind });
    expect(await view()).toEqual({ status: 'absent', steps: {} });
    const only = await atWork();
    expect(await only.send(launchOf(review))).toEqual({ ok: null });
    await standing('waiting');
    expect((await view()).approvals).toMatchObject([{ id: 'approve', step: 'approve', status: 'requested' }]);
    expect(await only.send({ ...approve, approval: 'publish' })).toEqual(refused);
    expect(await only.send(approve)).toEqual({ ok: null });
    await standing('succeeded');
    expect(world.calls).toEqual([
      { step: 'extract', run: 'run-1', inputs: {}, key: undefined },
      { step: 'analyse', run: 'run-1', inputs: { extract: 'result of extract' }, key: undefined },
      { step: 'approve', run: 'run-1', inputs: { analyse: 'result of analyse' }, key: undefined },
      {
        step: 'publish',
        run: 'run-1',
        inputs: { analyse: 'result of analyse', approve: 'approve' },
        key: 'run-1:publish',
      },
    ]);
    const shown = await view();
    expect(shown).toMatchObject({ runs: 1, approvals: [] });
    expect(
      Object.fromEntries(Object.entries(shown.steps).map(([id, step]) => [id, [step.commits.length, step.inForce]])),
    ).toEqual({
      extract: [1, 'result of extract'],
      analyse: [1, 'result of analyse'],
      approve: [1, 'approve'],
      publish: [1, 'result of publish'],
    });
  });

  it('is finished by a successor after a kill, which repeats nothing that was committed', async () => {
    await open({});
    world.held.add('analyse');
    const first = await atWork();
    await first.send(launchOf(review));
    await world.called('analyse');
    const before = await view();
    expect(before).toMatchObject({ status: 'running', steps: { extract: { inForce: 'result of extract' } } });
    await first.kill();
    world.held.clear();
    await atWork();
    await standing('waiting');
    expect(steps()).toEqual(['extract', 'analyse', 'analyse', 'approve']);
    expect((await view()).steps.extract?.commits).toEqual(before.steps.extract?.commits);
  });

  it('keeps one commit where a worker that was taken over comes back with its answer', async () => {
    await open({});
    world.held.add('extract');
    const zombie = await atWork();
    await zombie.send(launchOf(review));
    await world.called('extract');
    zombie.child.kill('SIGSTOP');
    await atWork();
    await world.called('extract', 2);
    const [stale] = world.takeHeld(1);
    world.release();
    await standing('waiting');
    const before = await view();
    zombie.child.kill('SIGCONT');
    stale?.();
    // A process answers its commands in turn with all else that it does: by then it has heard the late answer.
    for (let heard = 0; heard < 5; heard++)
      expect(await zombie.send({ ...approve, approval: 'none' })).toEqual(refused);
    expect(await view()).toEqual(before);
    expect(before.steps.extract?.commits).toHaveLength(1);
  });

  it('beats twice a lease in its short variant too, so that a slow and healthy worker keeps its run', async () => {
    await open({});
    world.held.add('extract');
    const slow = await atWork();
    await slow.send(launchOf(review));
    await world.called('extract');
    await atWork();
    const { bounds } = subjectSchema.parse(await (await adapter({})).describe());
    await setTimeout(2 * bounds.leaseMs);
    world.release();
    await standing('waiting');
    expect(steps()).toEqual(['extract', 'analyse', 'approve']);
  });

  it('takes decisions from a process that never works, and shows that it has them before any worker does', async () => {
    await open({});
    const worker = await atWork();
    const other = await client();
    await other.send(launchOf(review));
    await standing('waiting');
    await worker.kill();
    expect(await other.send(approve)).toEqual({ ok: null });
    expect(await view()).toMatchObject({ status: 'running', approvals: [{ status: 'decided' }] });
    expect(await other.send({ ...approve, key: 'another', decision: 'reject' })).toEqual(refused);
    await atWork();
    await standing('succeeded');
    expect((await view()).steps.approve?.inForce).toBe('approve');
  });

  it.each(['interpreted', 'native'])('ends a run as failed where its reviewer rejects, %s', async (kind) => {
    await open({ program: kind });
    const only = await atWork();
    await only.send(launchOf(review));
    await standing('waiting');
    expect(await only.send({ ...approve, decision: 'reject' })).toEqual({ ok: null });
    await standing('failed');
    expect(steps()).toEqual(['extract', 'analyse', 'approve']);
  });

  it('starts one run for two launches under one key', async () => {
    await open({});
    const [one, other] = await Promise.all([client(), client()]);
    expect(await Promise.all([one.send(launchOf(review)), other.send(launchOf(review))])).toEqual([
      { ok: null },
      { ok: null },
    ]);
    expect((await view()).runs).toBe(1);
  });

  it('cancels a run once and for all, and refuses to cancel one that has ended', async () => {
    await open({});
    const only = await atWork();
    expect(await only.send(cancel)).toEqual(refused);
    await only.send(launchOf(review));
    await standing('waiting');
    expect(await only.send(cancel)).toEqual({ ok: null });
    expect(await only.send(cancel)).toEqual({ ok: null });
    expect((await view()).status).toBe('cancelled');
    expect(steps()).toEqual(['extract', 'analyse', 'approve']);
  });

  it('runs groups, choices, timers, children and retries, and merges what a child did into its parent', async () => {
    const step = { op: 'tool', uses: [] };
    const parts = [
      { ...step, id: 'way' },
      {
        op: 'choose',
        id: 'choice',
        uses: [],
        by: 'way',
        cases: { left: [{ ...step, id: 'l' }], right: [{ ...step, id: 'r' }] },
      },
      {
        op: 'parallel',
        id: 'group',
        uses: [],
        members: [
          { ...step, id: 'a' },
          { ...step, id: 'b' },
        ],
      },
      { op: 'timer', id: 'pause', uses: [], ms: 100 },
      { op: 'child', id: 'child', uses: ['a'], steps: [{ ...step, id: 'in', uses: ['a'] }] },
      {
        op: 'effect',
        id: 'end',
        uses: ['group', 'child', 'choice'],
        contract: 'opaque',
        retry: { attempts: 2, backoffMs: 10 },
      },
    ];
    world.answers.way = 'left';
    await open({}, programSchema.parse({ id: 'all', title: 'all', steps: parts }));
    await (await atWork()).send(launchOf(program));
    await standing('succeeded');
    expect(world.calls.find((call) => call.step === 'in')?.inputs).toEqual({ a: 'result of a' });
    expect(world.calls.at(-1)?.inputs).toEqual({
      group: { a: 'result of a', b: 'result of b' },
      child: 'result of in',
      choice: 'left',
    });
    const shown = await view();
    expect(Object.keys(shown.steps).sort()).toEqual(['a', 'b', 'child', 'end', 'in', 'l', 'pause', 'way']);
    expect(shown.steps.child).toMatchObject({ commits: [{ value: 'result of in' }], inForce: 'result of in' });
  });

  it('names what it allows when a variant is unknown', async () => {
    await expect(adapter({ lease: 'long' })).rejects.toThrow('lease=short|documented, program=interpreted|native');
  });

  it('says plainly that its lease is shortened, and leaves it alone where that is asked', async () => {
    const described = async (variant: Record<string, string>) =>
      subjectSchema.parse(await (await adapter(variant)).describe());
    const short = await described({});
    expect(short).toMatchObject({ name: 'openworkflow', version: '0.10.1', variant: { lease: 'short' } });
    expect(short.notes.join('\n')).toContain(`The lease is shortened to ${short.bounds.leaseMs} ms`);
    expect(await described({ lease: 'documented' })).toMatchObject({ bounds: { leaseMs: 30_000 } });
  });
});

/** The build, not the source: its packages are not installed where killpoint's own types are checked. */
const adapter = async (variant: Record<string, string>): Promise<Adapter> => {
  const built: { createOpenWorkflow(asked: Record<string, string>): Adapter } = await import(
    join(folder, 'dist/adapter.js')
  );
  return built.createOpenWorkflow(variant);
};
