import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JsonLinesAdapter } from '../../adapters/jsonlines/index.ts';
import { type EventOf, type EventType, type History, isOf, referencesAmong } from '../../model/vocabulary.ts';
import { execute } from '../../scenarios/execute.ts';
import { type OpenGround, openGround } from '../../scenarios/ground.ts';
import { pathOf } from '../../scenarios/plans/landmarks.ts';
import { controlOf, plansFor } from '../../scenarios/plans.ts';
import { outputs } from '../../scenarios/programs/outputs.ts';

/** Whole cases of programs with outputs, on the small Python runtime of this repository. */
describe('a run that writes artifacts', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-outputs-'));
  const ended = new AbortController();
  const cwd = join(import.meta.dirname, '../../adapters/python-journal');
  const adapter = new JsonLinesAdapter({
    launch: { command: 'python3', arguments: ['adapter.py'], cwd },
    variant: {},
    isStrict: true,
  });
  let ground: OpenGround;
  beforeAll(async () => {
    ground = await openGround(adapter, { workers: 1, signal: ended.signal, folder });
  });
  afterAll(async () => {
    ended.abort();
    await ground.close();
    await adapter.crash();
    rmSync(folder, { recursive: true, force: true });
  });

  const scenarioOf = (id: string) => {
    const found = outputs.find(({ program }) => program.id === id);
    if (found === undefined) throw new Error(`no scenario ${id}`);
    return found;
  };
  const undisturbed = (id: string) =>
    execute(ground, controlOf(scenarioOf(id).program, 1), { folder: join(folder, id), path: undefined });
  const of = <T extends EventType>({ observations }: History, type: T): readonly EventOf<T>[] =>
    observations.filter((seen) => isOf(seen, type)).map(({ event }) => event);
  /** The versions that the effect was given, and those that were stored and read. */
  const versions = (history: History) => {
    const given = of(history, 'call.received').filter(({ op }) => op === 'effect');
    return {
      stored: of(history, 'artifact.stored').map(({ version }) => version),
      read: [...new Set(of(history, 'artifact.read').map(({ version, status }) => `${version} ${status}`))],
      used: [...new Set(given.flatMap(({ inputs }) => referencesAmong(inputs).map(({ version }) => version)))],
    };
  };

  it('is shown upload by upload, each with its reference, and hands on the exact version of two', async () => {
    const history = await undisturbed('two-versions');
    expect(history.ended).toBe('settled');
    expect(versions(history)).toEqual({ stored: ['v1', 'v2'], read: ['v1 found', 'v2 found'], used: ['v1'] });
    const [stored] = of(history, 'artifact.stored');
    const done = of(history, 'call.done').find(({ step }) => step === 'first');
    expect(done?.value).toEqual({ name: 'report', version: 'v1', digest: stored?.digest, bytes: stored?.bytes });
  });

  it('is killed and stopped at every boundary of an upload, and goes on with what it committed', async () => {
    const control = await undisturbed('report-output');
    const plans = plansFor(scenarioOf('report-output'), control).filter(
      ({ interventions: [first], judges }) =>
        judges === undefined && first?.at.step === 'report' && first.at.at !== 'step.committed',
    );
    const once = plans.filter(
      ({ interventions }) => interventions.filter(({ do: deed }) => deed === 'kill').length <= 1,
    );
    expect(once.map(({ id }) => id.replace('report-output/', '')).sort()).toEqual([
      'kill@output.next(report)',
      'kill@output.received(report)',
      'kill@output.stored(report)',
      'lose-node@output.next(report)',
      'stop@output.received(report)',
      'stop@output.stored(report)',
    ]);
    const seen: Record<string, unknown> = {};
    for (const plan of once.filter(({ id }) => !id.includes('lose-node'))) {
      const history = await execute(ground, plan, { folder: join(folder, 'case'), path: pathOf(control) });
      expect([plan.id, history.ended, of(history, 'intervention.missed')]).toEqual([plan.id, 'settled', []]);
      seen[plan.id.replace('report-output/', '')] = versions(history);
    }
    const first = { stored: ['v1'], read: ['v1 found'], used: ['v1'] };
    const second = { stored: ['v1', 'v2'], read: ['v2 found'], used: ['v2'] };
    expect(seen).toEqual({
      'kill@output.received(report)': first,
      'kill@output.stored(report)': second,
      'kill@output.next(report)': first,
      // The successor's version is there before the stopped worker's arrives. Each worker reads back what it brought itself.
      'stop@output.received(report)': { stored: ['v1', 'v2'], read: ['v1 found', 'v2 found'], used: ['v1'] },
      'stop@output.stored(report)': { ...second, read: ['v2 found', 'v1 found'] },
    });
  });
});
