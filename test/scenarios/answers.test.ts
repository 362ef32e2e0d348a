import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { type EventOf, type EventType, type History, type Intervention, isOf } from '../../model/vocabulary.ts';
import { execute } from '../../scenarios/execute.ts';
import { type OpenGround, openGround } from '../../scenarios/ground.ts';
import { at, planOf } from '../../scenarios/plans/make.ts';
import { scenarios } from '../../scenarios/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'killpoint-answers-'));
let ground: OpenGround;
beforeAll(async () => {
  const signal = new AbortController().signal;
  ground = await openGround(createReference({ isInProcess: true }), { workers: 1, signal, folder });
});
afterAll(async () => {
  await ground.close();
  rmSync(folder, { recursive: true });
});

const played = (id: string, interventions: readonly Intervention[], settings = {}): Promise<History> => {
  const program = scenarios.find((one) => one.program.id === id)?.program;
  if (program === undefined) throw new Error(`there is no program ${id}`);
  return execute(ground, planOf(program, interventions, { settings }), { folder: join(folder, id), path: undefined });
};
const eventsOf = <T extends EventType>({ observations }: History, type: T): readonly EventOf<T>[] =>
  observations.filter((seen) => isOf(seen, type)).map(({ event }) => event);
const firstSeq = ({ observations }: History, type: EventType): number =>
  observations.find((seen) => isOf(seen, type))?.seq ?? Number.NaN;
const statusOf = (history: History): string | undefined => eventsOf(history, 'view.read').at(-1)?.view.status;
const publish = (name: Intervention['at']['at'], deed: Intervention['do'], nth = 1) =>
  at({ at: name, step: 'publish', nth }, deed);

describe('the world answers as a plan wants', () => {
  it('cuts the connection of a worker that lives, with what was done done', async () => {
    const history = await played('unsteady-world', [publish('effect.applied', 'drop')]);
    expect(eventsOf(history, 'process.died')).toEqual([]);
    expect(eventsOf(history, 'effect.applied')).toHaveLength(1);
    expect(eventsOf(history, 'effect.deduplicated')).toHaveLength(1);
    expect(statusOf(history)).toBe('succeeded');
  });
  it('brings a request to its server once more, under its nonce, and answers once', async () => {
    const history = await played('unsteady-world', [publish('effect.received', 'duplicate')]);
    const [first, second] = eventsOf(history, 'call.received').filter(({ step }) => step === 'publish');
    expect(second?.nonce).toBe(first?.nonce);
    expect(eventsOf(history, 'call.answered').filter(({ step }) => step === 'publish')).toHaveLength(1);
    expect([eventsOf(history, 'effect.applied').length, eventsOf(history, 'effect.deduplicated').length]).toEqual([
      1, 1,
    ]);
  });
  it.each([
    ['fail', 503, 'succeeded'],
    ['refuse', 403, 'failed'],
    ['conflict', 409, 'failed'],
  ] as const)('answers with what %s means, and does nothing', async (deed, status, end) => {
    const history = await played('made-once', [publish('effect.received', deed)]);
    expect(eventsOf(history, 'call.answered')[0]?.status).toBe(status);
    expect(firstSeq(history, 'call.answered') < firstSeq(history, 'effect.applied')).toBe(end === 'succeeded');
    expect(statusOf(history)).toBe(end);
  });
});

describe('a request outlives its worker', () => {
  it('and is carried out before a successor starts', async () => {
    const history = await played('lookup-effect', [
      publish('effect.received', 'kill'),
      publish('effect.received', 'deliver'),
    ]);
    const died = firstSeq(history, 'process.died');
    expect(firstSeq(history, 'effect.applied')).toBeGreaterThan(died);
    expect(eventsOf(history, 'effect.looked-up').map(({ found }) => found)).toEqual(['applied']);
    expect(eventsOf(history, 'call.received')).toHaveLength(1);
  });
  it('and comes when its owner was asked and knew nothing, within the time that it may take', async () => {
    const late = [publish('effect.received', 'kill'), publish('effect.looked-up', 'deliver')];
    const history = await played('lookup-effect', late, { deliveryMs: 20_000 });
    expect(eventsOf(history, 'effect.looked-up').map(({ found }) => found)).toEqual(['unknown', 'applied']);
    expect(eventsOf(history, 'effect.applied')).toHaveLength(1);
    const tooLate = await played('lookup-effect', late, { deliveryMs: 100 });
    expect(eventsOf(tooLate, 'intervention.missed')[0]?.because).toContain('may be on its way for 100 ms');
    expect(eventsOf(tooLate, 'effect.applied')).toHaveLength(1);
  });
});

describe('an owner calls back', () => {
  const shipped = (history: History) => eventsOf(history, 'effect.called-back').filter(({ step }) => step === 'ship');
  it('by itself, once, about each action that it took', async () => {
    const history = await played('called-back', []);
    expect(eventsOf(history, 'effect.called-back').map(({ step }) => step)).toEqual(['ship', 'bill']);
    expect(eventsOf(history, 'effect.applied')).toHaveLength(2);
    expect(statusOf(history)).toBe('succeeded');
  });
  it('once more after the end, with what it had said, and nothing moves', async () => {
    const history = await played('called-back', [at({ at: 'run.rested' }, 'call-back')]);
    const [first, second] = shipped(history);
    expect(second?.value).toEqual(first?.value);
    expect(eventsOf(history, 'effect.applied')).toHaveLength(2);
  });
  it('before its answer, to a worker that still waits for that', async () => {
    const history = await played('called-back', [at({ at: 'effect.received', step: 'ship' }, 'call-back')]);
    const answered = history.observations.find((seen) => isOf(seen, 'call.answered') && seen.event.step === 'ship');
    expect(firstSeq(history, 'effect.called-back')).toBeLessThan(answered?.seq ?? 0);
    expect(shipped(history)).toHaveLength(1);
    expect(statusOf(history)).toBe('succeeded');
  });
});

describe('an owner that guards itself', () => {
  it('turns a zombie away when its successor has come', async () => {
    const history = await played('guarded-effect', [
      publish('effect.received', 'stop'),
      at({ at: 'takeover.rested' }, 'continue'),
    ]);
    expect(eventsOf(history, 'call.answered').map(({ status }) => status)).toEqual([200, 403]);
    expect(eventsOf(history, 'effect.applied')).toHaveLength(1);
    expect(statusOf(history)).toBe('succeeded');
  });
  it('lets nothing be done whose access was taken away while it waited for a person', async () => {
    const history = await played('guarded-review', [at({ at: 'approval.requested', step: 'approve' }, 'take-access')]);
    expect(eventsOf(history, 'effect.applied')).toHaveLength(0);
    expect(statusOf(history)).toBe('failed');
  });
});
