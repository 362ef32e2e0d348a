import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import {
  type Adapter,
  type EventOf,
  type EventType,
  type History,
  isOf,
  type Plan,
  type Program,
} from '../../model/vocabulary.ts';
import { execute } from '../../scenarios/execute.ts';
import { type OpenGround, openGround } from '../../scenarios/ground.ts';
import { at, planOf } from '../../scenarios/plans/make.ts';
import { effect, model, output } from '../../scenarios/programs/steps.ts';

const two: Program = { id: 'two', title: 'two', steps: [model('draft'), effect('send', ['draft'])] };
const written: Program = { id: 'written', title: 'w', steps: [output('report'), effect('send', ['report'])] };
const timed: Program = {
  id: 'timed',
  title: 't',
  steps: [model('draft'), { op: 'timer', id: 'pause', uses: [], ms: 2_000 }, effect('send', ['draft'])],
};

const of = <T extends EventType>({ observations }: History, type: T): readonly EventOf<T>[] =>
  observations.filter((seen) => isOf(seen, type)).map(({ event }) => event);
const missed = (history: History) => of(history, 'intervention.missed').map(({ because }) => because);
const last = (history: History, run = 'run-1') =>
  of(history, 'view.read').findLast((read) => read.run === run && read.why === 'rest')?.view;
const refusals = (history: History) =>
  of(history, 'command.answered').flatMap(({ outcome }) => (outcome.status === 'refused' ? [outcome.reason] : []));

/** Whole cases on the reference within this process, on ground that a plan shakes. */
describe('the ground that a run stands on', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-ground-'));
  const ended = new AbortController();
  const grounds = new Map<string, OpenGround>();
  const opened = async (adapter: Adapter, name: string): Promise<OpenGround> => {
    const ground = await openGround(adapter, { workers: 1, signal: ended.signal, folder: join(folder, name) });
    grounds.set(name, ground);
    return ground;
  };
  let ground: OpenGround;
  let without: OpenGround;
  beforeAll(async () => {
    const reference = createReference({ isInProcess: true });
    ground = await opened(reference, 'with');
    const open: Adapter['open'] = async (setting) => ({ ...(await reference.open(setting)), ground: undefined });
    without = await opened({ isInProcess: true, describe: () => reference.describe(), open }, 'without');
  });
  afterAll(async () => {
    ended.abort();
    for (const one of grounds.values()) await one.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (plan: Plan, on = ground): Promise<History> =>
    execute(on, plan, { folder: join(folder, plan.id.replaceAll('/', '-')), path: undefined });

  it('is a store that is away: a launch is refused by it, and is accepted when it is back', async () => {
    const absent = { at: 'run.absent' } as const;
    const history = await run(
      planOf(two, [at(absent, 'outage'), at(absent, 'launch'), at(absent, 'restore')], { needs: ['client'] }),
    );
    expect([missed(history), refusals(history), last(history)?.status]).toEqual([[], ['store-is-away'], 'succeeded']);
  });

  it('is a store that comes back only when the worker has met its absence, and an effect that is sent again', async () => {
    const sent = at({ at: 'effect.received', step: 'send' }, 'full');
    const history = await run(planOf(two, [sent, at({ at: 'outage.waiting' }, 'restore')]));
    expect([missed(history), last(history)?.status]).toEqual([[], 'succeeded']);
    expect(of(history, 'effect.deduplicated')).toHaveLength(1);
    expect(of(history, 'call.received').filter(({ step }) => step === 'draft')).toHaveLength(1);
  });

  it('says where an adapter cannot take its store away', async () => {
    const sent = at({ at: 'effect.received', step: 'send' }, 'outage');
    const history = await run(planOf(two, [sent]), without);
    expect(missed(history)).toEqual(["the adapter offers no 'outage'"]);
  });

  it('is an upload of which half is kept: it is sent again, and the whole one is committed', async () => {
    const history = await run(planOf(written, [at({ at: 'output.received', step: 'report' }, 'torn')]));
    const [half, whole] = of(history, 'artifact.stored');
    expect([missed(history), half?.version, whole?.version]).toEqual([[], 'v1', 'v2']);
    expect(half?.bytes).toBe(Math.floor((whole?.bytes ?? 0) / 2));
    expect(last(history)?.steps.report?.commits.at(-1)?.value).toMatchObject({ version: 'v2' });
  });

  it('is an artifact that is gone: a successor is told so and stops, and it is back when it is restored', async () => {
    const next = { at: 'output.next', step: 'report' } as const;
    const back = at({ at: 'run.rested' }, 'restore');
    const history = await run(planOf(written, [at(next, 'lose'), at(next, 'kill'), back]));
    expect([missed(history), last(history)?.status]).toEqual([[], 'blocked']);
    expect(of(history, 'artifact.read').map(({ status }) => status)).toContain('missing');
    expect(of(history, 'effect.applied')).toEqual([]);
    const nothing = await run(planOf(written, [at({ at: 'output.received', step: 'report' }, 'lose')]));
    expect(missed(nothing)).toEqual(['the artifact store had nothing that report brought']);
  });

  it('is newer code, which leaves the run of the older alone and carries its own through', async () => {
    const next = { at: 'call.next', step: 'draft' } as const;
    const history = await run(planOf(two, [at(next, 'upgrade'), at(next, 'kill')], { needs: ['client'] }));
    expect([missed(history), last(history)?.status, last(history, 'run-2')?.status]).toEqual([
      [],
      'stranded',
      'succeeded',
    ]);
    const calls = of(history, 'call.received').map(({ run: whose, step }) => `${whose} ${step}`);
    expect(calls.filter((call) => call.startsWith('run-2'))).toEqual(['run-2 new-check', 'run-2 draft', 'run-2 send']);
    expect(calls).not.toContain('run-1 new-check');
  });

  it('is a clock that jumps an hour, which no timer follows', async () => {
    const history = await run(planOf(timed, [at({ at: 'timer.waiting', step: 'pause' }, 'skew')]));
    const began = history.observations.find((seen) => isOf(seen, 'call.answered'))?.atMs ?? 0;
    const fired = history.observations.find((seen) => isOf(seen, 'effect.applied'))?.atMs ?? 0;
    expect(missed(history)).toEqual([]);
    expect(fired - began).toBeGreaterThanOrEqual(1_990);
    expect(fired - began).toBeLessThan(10_000);
  });

  it('is an engine that dies with all its processes: what it had shown is shown by those that come', async () => {
    const next = at({ at: 'call.next', step: 'draft' }, 'kill-engine');
    const history = await run(planOf(two, [next], { needs: ['client'] }));
    const died = history.observations.flatMap(({ worker, event }) =>
      event.type === 'process.died' && event.by === 'plan' ? [worker] : [],
    );
    expect([missed(history), last(history)?.status]).toEqual([[], 'succeeded']);
    expect(died.toSorted()).toEqual(['client-1', 'worker-1']);
  });
});
