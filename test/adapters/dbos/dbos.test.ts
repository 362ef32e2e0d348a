import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Adapter,
  type Program,
  programSchema,
  type RunningServer,
  type RunView,
  type Session,
  subjectSchema,
} from '../../../model/vocabulary.ts';
import { Supervisor } from '../../../scenarios/processes/supervisor.ts';
import { type Servers, startServers } from '../../../scenarios/servers.ts';
import { approve, launchOf, review, Worker, World } from '../langgraph/drive.ts';

const folder = join(import.meta.dirname, '../../../adapters/dbos');
const isThere = existsSync(join(folder, 'node_modules')) && existsSync(join(folder, 'dist/adapter.js'));
const title = isThere ? 'DBOS' : 'DBOS (skipped: run `npm run build` and `npx killpoint setup dbos`)';

const structures: Program = programSchema.parse({
  id: 'structures',
  title: 'a group, a timer, a child and an approval',
  steps: [
    { op: 'parallel', id: 'search', uses: [], members: [tool('north'), tool('east')] },
    { op: 'timer', id: 'nap', uses: [], ms: 3_000 },
    { op: 'child', id: 'research', uses: [], steps: [tool('find', ['north']), tool('sum-up', ['find'])] },
    { op: 'approval', id: 'approve', uses: ['research'] },
  ],
});
function tool(id: string, uses: readonly string[] = []) {
  return { op: 'tool', id, uses };
}

describe.runIf(isThere)(title, () => {
  const supervisor = new Supervisor();
  let adapter: Adapter;
  let servers: Servers;
  let own: string;
  let world: World;
  let address: string;
  let session: Session;
  let program: Program;
  const workers: Worker[] = [];
  let cases = 0;

  const open = async (ran: Program): Promise<void> => {
    program = ran;
    const running: Readonly<Record<string, RunningServer>> = servers.running;
    session = await adapter.open({ folder: own, name: `case-${++cases}`, settings: {}, program, servers: running });
  };
  const process = async (): Promise<Worker> => {
    const started = new Worker(session);
    workers.push(started);
    await started.bootMs;
    const name = `worker-${workers.length}`;
    await started.ask({ do: 'open', store: session.store, world: address, program, name });
    return started;
  };
  const worker = async (): Promise<Worker> => {
    const started = await process();
    expect(await started.ask({ do: 'work' })).toEqual({ ok: null });
    return started;
  };
  const steps = (): readonly string[] => world.calls.map((call) => call.step);
  const view = (): Promise<RunView> => session.inspect('run-1');
  const standing = (status: RunView['status']) =>
    expect.poll(async () => (await view()).status, { timeout: 30_000 }).toBe(status);

  beforeAll(async () => {
    const { default: make }: { default: (variant: object) => Adapter } = await import(join(folder, 'dist/adapter.js'));
    adapter = make({});
    own = await mkdtemp(join(tmpdir(), 'killpoint-test-'));
    servers = await startServers(subjectSchema.parse(await adapter.describe()).servers, supervisor, own);
  });
  afterAll(async () => {
    await supervisor.close();
    await servers.close();
    await rm(own, { recursive: true, force: true });
  });
  beforeEach(async () => {
    world = new World();
    address = await world.open();
  });
  afterEach(async () => {
    world.close();
    for (const each of workers.splice(0))
      if (each.child.exitCode === null && each.child.signalCode === null) await each.kill();
    await session.close();
  });

  it('goes on from a decision that came while nobody worked, without repeating what was committed', async () => {
    await open(review);
    const first = await worker();
    await first.send(launchOf(review));
    await standing('waiting');
    expect((await view()).approvals).toEqual([{ id: 'approve', step: 'approve', status: 'requested', revision: '' }]);
    await first.kill();
    const client = await process();
    expect(await client.send(approve)).toEqual({ ok: null });
    await worker();
    await standing('succeeded');
    expect(steps()).toEqual(['extract', 'analyse', 'approve', 'publish']);
    expect(world.calls.at(-1)).toMatchObject({ key: 'run-1:publish', inputs: { approve: 'approve' } });
  });

  it('starts one run for two launches through clients, which a worker finds on the queue', async () => {
    await open(review);
    const client = await process();
    await client.send(launchOf(review));
    await client.send(launchOf(review));
    expect((await view()).status).toBe('running');
    await worker();
    await standing('waiting');
    expect(steps()).toEqual(['extract', 'analyse', 'approve']);
  });

  it('shows the members of a group, a timer, a child and its steps, each when it is over', async () => {
    await open(structures);
    const first = await worker();
    await first.send(launchOf(structures));
    await world.called('east');
    await standing('waiting');
    expect(Object.keys((await view()).steps).sort()).toEqual(['east', 'north']);
    await world.called('approve');
    await standing('waiting');
    expect(world.calls.every(({ run }) => run === 'run-1')).toBe(true);
    const { steps: shown } = await view();
    expect(Object.keys(shown).sort()).toEqual(['east', 'find', 'nap', 'north', 'research', 'sum-up']);
    expect(shown.research?.inForce).toEqual(shown['sum-up']?.inForce);
  });

  it('cancels a run through a client, and says so from then on', async () => {
    await open(review);
    const first = await worker();
    await first.send(launchOf(review));
    await standing('waiting');
    const client = await process();
    const { tenant, actor, run } = approve;
    expect(await client.send({ type: 'cancel', tenant, actor, run, key: 'cancel' })).toEqual({ ok: null });
    expect((await view()).status).toBe('cancelled');
    expect(await client.send(approve)).toEqual({ ok: null });
    await worker();
    expect((await view()).status).toBe('cancelled');
    expect(steps()).not.toContain('publish');
  });

  it('refuses a decision for a run that does not exist', async () => {
    await open(review);
    const client = await process();
    expect(await client.send(approve)).toEqual({ refused: expect.stringContaining('run-1') });
    expect((await view()).status).toBe('absent');
  });
});

describe.runIf(isThere)('a variant of DBOS', () => {
  it('is refused with the choices where it is not known', async () => {
    const { default: make }: { default: (variant: object) => Adapter } = await import(join(folder, 'dist/adapter.js'));
    expect(() => make({ executor: 'other' })).toThrow('executor=local|own');
  });
});
