import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Adapter,
  type Program,
  programSchema,
  type RunView,
  type Session,
  subjectSchema,
} from '../../../model/vocabulary.ts';
import { Supervisor } from '../../../scenarios/processes/supervisor.ts';
import { type Servers, startServers } from '../../../scenarios/servers.ts';
import { approve, launchOf, review, Worker, World } from '../langgraph/drive.ts';

const folder = join(import.meta.dirname, '../../../adapters/restate');
const isThere = existsSync(join(folder, 'node_modules')) && existsSync(join(folder, 'dist/adapter.js'));
const title = isThere ? 'Restate' : 'Restate (skipped: run `npm run build` and `npx killpoint setup restate`)';

describe.runIf(isThere)(title, () => {
  const supervisor = new Supervisor();
  let data: string;
  let servers: Servers;
  let world: World;
  let address: string;
  let session: Session | undefined;
  let cases = 0;
  const processes: Worker[] = [];

  const open = async (variant: Record<string, string>, program: Program): Promise<Session> => {
    const name = `case-${++cases}`;
    session = await (await adapter(variant)).open({
      folder: data,
      name,
      settings: {},
      program,
      servers: servers.running,
    });
    return session;
  };
  const enter = async (of: Session, program: Program, work: boolean): Promise<Worker> => {
    const entered = new Worker(of);
    processes.push(entered);
    await entered.bootMs;
    const name = `process-${processes.length}`;
    expect(await entered.ask({ do: 'open', store: of.store, world: address, program, name })).toHaveProperty('ok');
    if (work) expect(await entered.ask({ do: 'work' })).toEqual({ ok: null });
    return entered;
  };
  const standing = (of: Session, status: RunView['status']) =>
    expect.poll(async () => (await of.inspect('run-1')).status, { timeout: 30_000 }).toBe(status);
  const steps = (): readonly string[] => world.calls.map((call) => call.step);

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'killpoint-'));
    const { servers: specs } = subjectSchema.parse(await (await adapter({})).describe());
    servers = await startServers(specs, supervisor, data);
  });
  afterAll(async () => {
    await supervisor.close();
    await servers?.close();
    await rm(data, { recursive: true, force: true });
  });
  beforeEach(async () => {
    world = new World();
    address = await world.open();
  });
  afterEach(async () => {
    for (const { child } of processes.splice(0)) child.kill('SIGKILL');
    world.close();
    await session?.close();
    session = undefined;
  });

  it.each(['interpreted', 'native'])(
    'runs the document review to its end, %s, with the same calls',
    async (program) => {
      const of = await open({ program }, review);
      expect(await of.inspect('run-1')).toEqual({ status: 'absent', steps: {} });
      const worker = await enter(of, review, true);
      expect(await worker.send(launchOf(review))).toEqual({ ok: null });
      await standing(of, 'waiting');
      expect((await of.inspect('run-1')).approvals).toMatchObject([
        { id: 'approve', step: 'approve', status: 'requested' },
      ]);
      expect(await worker.send({ ...approve, key: 'other', approval: 'publish' })).toHaveProperty('refused');
      expect(await worker.send(approve)).toEqual({ ok: null });
      await standing(of, 'succeeded');
      expect(world.calls).toMatchObject([
        { step: 'extract', run: 'run-1', inputs: {}, key: undefined },
        { step: 'analyse', run: 'run-1', inputs: { extract: 'result of extract' } },
        { step: 'approve', run: 'run-1', inputs: { analyse: 'result of analyse' } },
        {
          step: 'publish',
          inputs: { analyse: 'result of analyse', approve: 'approve' },
          key: expect.stringMatching(UUID),
        },
      ]);
      const { steps: shown } = await of.inspect('run-1');
      expect(valuesOf(shown)).toEqual({
        extract: ['result of extract'],
        analyse: ['result of analyse'],
        approve: ['approve'],
        publish: ['result of publish'],
      });
    },
  );

  it('is finished by a successor after a kill, which repeats nothing that was committed and keeps the key', async () => {
    const program = programOf([
      { op: 'model', id: 'draft', uses: [] },
      { op: 'effect', id: 'send', uses: ['draft'], contract: 'idempotent' },
    ]);
    const of = await open({}, program);
    world.held.add('send');
    const first = await enter(of, program, true);
    await first.send(launchOf(program));
    await world.called('send');
    expect(valuesOf((await of.inspect('run-1')).steps)).toMatchObject({ draft: ['result of draft'], send: [] });
    await first.kill();
    world.held.clear();
    await enter(of, program, true);
    await standing(of, 'succeeded');
    expect(steps()).toEqual(['draft', 'send', 'send']);
    expect(world.calls[2]?.key).toBe(world.calls[1]?.key);
  });

  it('takes a stopped worker over, and what that one says when it wakes changes nothing', async () => {
    const program = programOf([
      { op: 'model', id: 'draft', uses: [] },
      { op: 'effect', id: 'send', uses: ['draft'], contract: 'idempotent' },
    ]);
    const of = await open({}, program);
    world.held.add('draft');
    const zombie = await enter(of, program, true);
    await zombie.send(launchOf(program));
    await world.called('draft');
    zombie.child.kill('SIGSTOP');
    await enter(of, program, true);
    await world.called('draft', 2);
    const [late] = world.takeHeld(1);
    world.release();
    await standing(of, 'succeeded');
    const before = await of.inspect('run-1');
    zombie.child.kill('SIGCONT');
    late?.();
    // It is asked for a decision only to know that it is awake and has had its answer.
    expect(await zombie.send({ ...approve, approval: 'none' })).toHaveProperty('refused');
    expect(await of.inspect('run-1')).toEqual(before);
    expect(steps()).toEqual(['draft', 'draft', 'send']);
  });

  it('takes a launch and decisions with no worker alive, each once', async () => {
    const of = await open({}, review);
    const client = await enter(of, review, false);
    expect(await client.send(launchOf(review))).toEqual({ ok: null });
    expect(await client.send({ ...launchOf(review), key: 'again' })).toEqual({ ok: null });
    expect(await client.send(approve)).toEqual({ ok: null });
    await enter(of, review, true);
    await standing(of, 'succeeded');
    expect(steps()).toEqual(['extract', 'analyse', 'approve', 'publish']);
    expect(await client.send(approve)).toEqual({ ok: null });
    expect(await client.send({ ...approve, key: 'second', decision: 'reject' })).toMatchObject({
      refused: expect.stringContaining('promise was already completed'),
    });
    expect(world.calls.at(-1)?.inputs).toMatchObject({ approve: 'approve' });
  });

  it('runs groups, choices, timers and children, and shows what each step gave', async () => {
    const program = programOf([
      { op: 'parallel', id: 'both', uses: [], members: [tool('left'), tool('right')] },
      { op: 'choose', id: 'way', uses: [], by: 'left', cases: { 'result of left': [tool('go', ['left'])] } },
      { op: 'timer', id: 'pause', uses: [], ms: 20 },
      { op: 'child', id: 'helper', uses: ['go'], steps: [tool('find', ['go']), tool('sum-up', ['find'])] },
      { op: 'effect', id: 'send', uses: ['both', 'helper'], contract: 'idempotent' },
    ]);
    const of = await open({}, program);
    const worker = await enter(of, program, true);
    await worker.send(launchOf(program));
    await standing(of, 'succeeded');
    expect(world.calls.at(-1)?.inputs).toEqual({
      both: { left: 'result of left', right: 'result of right' },
      helper: 'result of sum-up',
    });
    expect(world.calls.every(({ run }) => run === 'run-1')).toBe(true);
    expect(valuesOf((await of.inspect('run-1')).steps)).toMatchObject({
      left: ['result of left'],
      right: ['result of right'],
      go: ['result of go'],
      pause: [null],
      find: ['result of find'],
      'sum-up': ['result of sum-up'],
      helper: ['result of sum-up'],
    });
  });

  it('ends a cancelled run as cancelled, and takes no second cancellation for a new one', async () => {
    const of = await open({}, review);
    const worker = await enter(of, review, true);
    expect(await worker.send(cancel)).toHaveProperty('refused');
    await worker.send(launchOf(review));
    await standing(of, 'waiting');
    expect(await worker.send(cancel)).toEqual({ ok: null });
    await standing(of, 'cancelled');
    expect(await worker.send({ ...cancel, key: 'again' })).toMatchObject({
      refused: expect.stringContaining('already completed'),
    });
    expect(steps()).not.toContain('publish');
  });

  it('ends a run whose step kills every worker, after the attempts that its program allows', async () => {
    const program = { ...programOf([tool('explode')]), limits: { attempts: 2 } };
    const of = await open({}, program);
    world.held.add('explode');
    const first = await enter(of, program, true);
    await first.send(launchOf(program));
    await world.called('explode');
    await first.kill();
    const second = await enter(of, program, true);
    await world.called('explode', 2);
    await second.kill();
    await standing(of, 'failed');
  });

  it('names what it allows when a variant is unknown', async () => {
    await expect(adapter({ timeouts: 'long' })).rejects.toThrow(
      'timeouts=short|documented, program=interpreted|native',
    );
  });

  it('says what it shortened', async () => {
    const subject = subjectSchema.parse(await (await adapter({})).describe());
    expect(subject).toMatchObject({ name: 'restate', version: '1.7.12', variant: { timeouts: 'short' } });
    expect(subject.notes.join('\n')).toContain('Shortened');
    const plain = subjectSchema.parse(await (await adapter({ timeouts: 'documented' })).describe());
    expect(Object.keys(plain.servers[0]?.start.env ?? {}).join()).not.toMatch(/KEEP_ALIVE|RETRY/);
  });
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const cancel = { type: 'cancel', tenant: 'tenant-1', actor: 'client', key: 'cancel', run: 'run-1' } as const;

const tool = (id: string, uses: readonly string[] = []) => ({ op: 'tool', id, uses }) as const;
const programOf = (steps: readonly unknown[]): Program => programSchema.parse({ id: 'made', title: 'made', steps });

const valuesOf = (steps: RunView['steps']) =>
  Object.fromEntries(Object.entries(steps).map(([id, { commits }]) => [id, commits.map(({ value }) => value)]));

/** The build, not the source: its packages are not installed where killpoint's own types are checked. */
const adapter = async (variant: Record<string, string>): Promise<Adapter> => {
  const built: { createRestate(asked: Record<string, string>): Adapter } = await import(
    join(folder, 'dist/adapter.js')
  );
  return built.createRestate(variant);
};
