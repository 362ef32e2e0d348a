import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Program, programSchema, subjectSchema } from '../../../model/vocabulary.ts';
import { Bench, cancel, closeAdapters, decide, startAdapter } from './bench.ts';

const program = (...steps: readonly unknown[]): Program =>
  programSchema.parse({ id: 'program', title: 'a program', steps });
const tool = (id: string, uses: readonly string[] = [], more: object = {}) => ({ op: 'tool', id, uses, ...more });
const effect = (id: string, uses: readonly string[]) => ({ op: 'effect', id, uses, contract: 'idempotent' });
const review = program(
  { op: 'model', id: 'extract', uses: [] },
  { op: 'model', id: 'analyse', uses: ['extract'] },
  { op: 'approval', id: 'approve', uses: ['analyse'] },
  effect('publish', ['analyse', 'approve']),
);

const benches: Bench[] = [];
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()));
});
afterAll(closeAdapters);
const on = async (steps: Program, variant: Readonly<Record<string, string>> = {}): Promise<Bench> => {
  const bench = await Bench.open(steps, variant);
  benches.push(bench);
  return bench;
};

describe('a worker of the Python runtime', () => {
  test.each(['extract', 'analyse', 'approve', 'publish'])(
    'is killed while it calls for %s, and another one goes on from there',
    async (place) => {
      const bench = await on(review);
      const { world } = bench;
      const client = await bench.enter('client');
      const first = await bench.work('worker-1');
      world.hold(place);
      await bench.launch(client);
      if (place === 'publish') {
        await bench.rest('waiting');
        await decide(client);
      }
      await world.called(place);
      await first.kill();
      await world.release(place);
      await bench.work('worker-2');
      if (place !== 'publish') {
        await bench.rest('waiting');
        await decide(client);
      }
      const { steps } = await bench.rest('succeeded');
      expect(await bench.commits()).toEqual({ extract: 1, analyse: 1, approve: 1, publish: 1 });
      const [sent, again] = world.of(place);
      expect([again?.key, again?.inputs]).toEqual([sent?.key, sent?.inputs]);
      for (const { id } of review.steps) expect(world.of(id).length, id).toBe(id === place ? 2 : 1);
      expect(world.of('publish').at(-1)?.inputs).toEqual({
        analyse: steps.analyse?.commits[0]?.value,
        approve: 'approve',
      });
    },
  );

  test('that was stopped past its lease changes nothing and calls nothing when it wakes', async () => {
    const bench = await on(review);
    const { world } = bench;
    const zombie = await bench.work('worker-1');
    world.hold('analyse');
    await bench.launch(zombie);
    await world.called('analyse');
    zombie.child.kill('SIGSTOP');
    await bench.work('worker-2');
    await world.called('analyse', 2);
    zombie.child.kill('SIGCONT');
    await world.answerFirst('analyse');
    expect(await decide(zombie)).toMatchObject({ refused: expect.stringContaining('does not wait') });
    await world.release('analyse');
    await bench.rest('waiting');
    expect(await decide(zombie)).toMatchObject({ ok: null });
    const { steps } = await bench.rest('succeeded');
    expect(steps.analyse?.commits).toMatchObject([{ by: expect.stringContaining('worker-2'), value: 'analyse 2' }]);
    expect(world.of('approve')).toMatchObject([{ worker: 'worker-2' }]);
    expect(world.of('publish')).toHaveLength(1);
  });

  test('that is slow and healthy keeps its lease, and a second one beside it does not call', async () => {
    const bench = await on(program(tool('fetch'), tool('sort', ['fetch'])));
    const first = await bench.work('worker-1');
    bench.world.hold('fetch');
    await bench.launch(first);
    await bench.world.called('fetch');
    await bench.work('worker-2');
    // Time is what this is about: two leases of 600 ms.
    await sleep(1_200);
    await bench.world.release('fetch');
    await bench.rest('succeeded');
    expect(bench.world.of('fetch')).toMatchObject([{ worker: 'worker-1' }]);
  });

  test('is one of three that start at once on a ready run, and it alone executes it', async () => {
    const bench = await on(program(tool('fetch'), effect('store', ['fetch'])));
    await bench.launch(await bench.enter('client'));
    const workers = await Promise.all(['worker-1', 'worker-2', 'worker-3'].map((name) => bench.enter(name)));
    await Promise.all(workers.map((worker) => worker.ask({ do: 'work' })));
    await bench.rest('succeeded');
    expect(bench.world.calls).toHaveLength(2);
  });

  test('may die three times at one step where its run may be taken up three times; then the run has failed', async () => {
    const bench = await on({ ...program(tool('draft'), tool('explode', ['draft'])), limits: { attempts: 3 } });
    bench.world.hold('explode');
    await bench.launch(await bench.enter('client'));
    for (const nth of [1, 2, 3]) {
      const worker = await bench.work(`worker-${nth}`);
      await bench.world.called('explode', nth);
      await worker.kill();
    }
    await bench.work('worker-4');
    await bench.rest('failed');
    expect(bench.world.of('explode')).toHaveLength(3);
    expect(bench.world.of('draft')).toHaveLength(1);
  });
});

describe('a run of the Python runtime', () => {
  test('is one for two launches under one start key, and refuses that key with another program', async () => {
    const bench = await on(review);
    const clients = await Promise.all([bench.enter('client-1'), bench.enter('client-2')]);
    const answers = await Promise.all(clients.map((client) => bench.launch(client)));
    expect(answers).toMatchObject([{ ok: 'run-1' }, { ok: 'run-1' }]);
    expect((await bench.look()).runs).toBe(1);
    const [client] = clients;
    expect(await bench.launch(client, { run: 'run-2' })).toMatchObject({ refused: expect.stringContaining('start-1') });
  });

  test('refuses a decision that comes before its wait, and keeps the first one that comes while nobody works', async () => {
    const bench = await on(review);
    const client = await bench.enter('client');
    const first = await bench.work('worker-1');
    bench.world.hold('approve');
    await bench.launch(client);
    await bench.world.called('approve');
    expect(await decide(client)).toMatchObject({ refused: expect.stringContaining('does not wait') });
    await bench.world.release('approve');
    expect((await bench.rest('waiting')).approvals).toMatchObject([{ id: 'approve', status: 'requested' }]);
    await first.kill();
    expect(await decide(client, 'reject')).toMatchObject({ ok: null });
    expect(await decide(client, 'reject')).toMatchObject({ ok: null });
    expect(await decide(client)).toMatchObject({ refused: expect.stringContaining('reject') });
    await bench.work('worker-2');
    await bench.rest('succeeded');
    expect(bench.world.of('publish')).toMatchObject([{ inputs: { approve: 'reject' } }]);
  });

  test('that is cancelled starts nothing any more, and still records the effect that was under way', async () => {
    const bench = await on(program(effect('send', []), tool('report', ['send'])));
    const client = await bench.enter('client');
    await bench.work('worker-1');
    bench.world.hold('send');
    await bench.launch(client);
    await bench.world.called('send');
    expect(await cancel(client)).toMatchObject({ ok: null });
    expect(await cancel(client)).toMatchObject({ ok: null });
    await bench.world.release('send');
    const { steps } = await bench.rest('cancelled');
    expect(steps.send).toMatchObject({ effect: 'applied', commits: [{ value: 'send 1' }] });
    expect(await cancel(client)).toMatchObject({ ok: null });
    expect(bench.world.path).toEqual(['worker-1 send']);
  });

  test('stays cancelled when its worker dies with the effect under way, which is not sent again', async () => {
    const bench = await on(program(effect('send', [])));
    const client = await bench.enter('client');
    const first = await bench.work('worker-1');
    bench.world.hold('send');
    await bench.launch(client);
    await bench.world.called('send');
    await cancel(client);
    await first.kill();
    await bench.work('worker-2');
    const { steps } = await bench.rest('cancelled');
    expect(steps.send).toMatchObject({ effect: 'ambiguous', commits: [] });
    expect(bench.world.of('send')).toHaveLength(1);
  });

  test('that is cancelled while it waits takes no decision any more, and one that succeeded no cancellation', async () => {
    const bench = await on(review);
    const worker = await bench.work('worker-1');
    await bench.launch(worker);
    await bench.rest('waiting');
    await cancel(worker);
    expect(await bench.look()).toMatchObject({ status: 'cancelled', approvals: [{ status: 'withdrawn' }] });
    expect(await decide(worker)).toMatchObject({ refused: expect.stringContaining('over') });
    const other = await on(program(tool('fetch')));
    const another = await other.work('worker-1');
    await other.launch(another);
    await other.rest('succeeded');
    expect(await cancel(another)).toMatchObject({ refused: expect.stringContaining('succeeded') });
  });

  test('runs only the missing members of a group again, and joins once', async () => {
    const members = ['north', 'east', 'south'].map((id) => tool(id));
    const group = { op: 'parallel', id: 'search', uses: [], members };
    const bench = await on(program(group, effect('merge', ['north', 'east', 'south'])));
    const first = await bench.work('worker-1');
    bench.world.hold('east');
    await bench.launch(first);
    await bench.world.called('east');
    await bench.once(({ steps }) => steps.north?.commits.length === 1 && steps.south?.commits.length === 1);
    await first.kill();
    await bench.world.release('east');
    await bench.work('worker-2');
    await bench.rest('succeeded');
    expect(['north', 'east', 'south', 'merge'].map((id) => bench.world.of(id).length)).toEqual([1, 2, 1, 1]);
    expect(bench.world.of('merge')[0]?.inputs).toEqual({ north: 'north 1', east: 'east 2', south: 'south 1' });
  });

  test('fires a timer once and not before its time, although its worker dies meanwhile', async () => {
    const bench = await on(
      program(tool('draft'), { op: 'timer', id: 'cool', uses: [], ms: 700 }, tool('send', ['draft'])),
    );
    const first = await bench.work('worker-1');
    await bench.launch(first);
    const { atMs } = await bench.world.called('draft');
    await bench.rest('waiting');
    await first.kill();
    await bench.work('worker-2');
    expect((await bench.world.called('send')).atMs - atMs).toBeGreaterThanOrEqual(700);
    await bench.rest('succeeded');
    expect(await bench.commits()).toEqual({ draft: 1, cool: 1, send: 1 });
  });

  test('gets the result of its child once, although the worker of the child dies', async () => {
    const child = {
      op: 'child',
      id: 'research',
      uses: ['brief'],
      steps: [tool('find', ['brief']), tool('sum', ['find'])],
    };
    const bench = await on(program(tool('brief'), child, effect('report', ['research'])));
    const first = await bench.work('worker-1');
    bench.world.hold('sum');
    await bench.launch(first);
    await bench.world.called('sum');
    await first.kill();
    await bench.world.release('sum');
    await bench.work('worker-2');
    await bench.rest('succeeded');
    expect(await bench.commits()).toEqual({ brief: 1, find: 1, sum: 1, research: 1, report: 1 });
    expect(bench.world.of('report')).toMatchObject([{ inputs: { research: 'sum 2' } }]);
    expect(new Set(bench.world.calls.map(({ run }) => run))).toEqual(new Set(['run-1']));
  });

  test('tries a step again when its backoff is over and not before, whoever tries', async () => {
    const bench = await on(
      program(tool('fetch', [], { retry: { attempts: 2, backoffMs: 700 } }), tool('sort', ['fetch'])),
    );
    bench.world.fail('fetch', 1);
    const first = await bench.work('worker-1');
    await bench.launch(first);
    const { atMs } = await bench.world.called('fetch');
    await bench.rest('waiting');
    await first.kill();
    await bench.work('worker-2');
    expect((await bench.world.called('fetch', 2)).atMs - atMs).toBeGreaterThanOrEqual(700);
    await bench.rest('succeeded');
  });

  test('fails when the tries of a step are used up', async () => {
    const bench = await on(
      program(tool('fetch', [], { retry: { attempts: 3, backoffMs: 10 } }), tool('sort', ['fetch'])),
    );
    bench.world.fail('fetch', 9);
    await bench.launch(await bench.work('worker-1'));
    await bench.rest('failed');
    expect(bench.world.path).toEqual(Array(3).fill('worker-1 fetch'));
  });
});

describe('the adapter of the Python runtime', () => {
  test('describes it in the words of the port, and refuses a variant that does not exist', async () => {
    const adapter = startAdapter();
    const { ok } = await adapter.ask({ do: 'describe', protocol: 1, variant: { program: 'native' } });
    const { subject } = z.object({ protocol: z.literal(1), subject: subjectSchema }).parse(ok);
    expect(subject).toMatchObject({ name: 'python-journal', variant: { program: 'native' }, keyBuiltBy: 'runtime' });
    expect(await adapter.ask({ do: 'describe', protocol: 1, variant: { colour: 'red' } })).toMatchObject({
      refused: expect.stringContaining('program=interpreted|native'),
    });
    await adapter.leave();
  });

  test('reads the store of a session that another adapter process opened', async () => {
    const bench = await on(review);
    await bench.launch(await bench.work('worker-1'));
    await bench.rest('waiting');
    const { session } = bench;
    const other = startAdapter();
    expect(await other.ask({ do: 'inspect', session, run: 'run-1' })).toMatchObject({
      ok: { status: 'waiting' },
    });
    expect(await other.ask({ do: 'inspect', session: 'no such', run: 'run-1' })).toHaveProperty('refused');
    await other.leave();
  });

  test('shows the world the same calls for the review by hand as for the interpreted one', async () => {
    const paths = ['interpreted', 'native'].map(async (variant) => {
      const bench = await on(review, { program: variant });
      const worker = await bench.work('worker-1');
      await bench.launch(worker);
      await bench.rest('waiting');
      await decide(worker);
      await bench.rest('succeeded');
      return bench.world.calls.map(({ step, inputs }) => ({ step, inputs }));
    });
    const [interpreted, native] = await Promise.all(paths);
    expect(native).toEqual(interpreted);
  });
});
