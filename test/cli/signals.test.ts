import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../scenarios/processes/waiting.ts';
import { Bench, fixture, type Running } from './command.ts';

/** How long processes may take to be gone after the harness, on a busy machine. */
const GONE_MS = 20_000;

describe('a run that is ended from outside', () => {
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.close());

  /** A run in its midst: three cases are over, and processes work. */
  const midst = async (...more: readonly string[]): Promise<Running> => {
    const running = bench.start('run', 'reference', '--workers', '3', ...more);
    const histories = join(bench.folder, '.killpoint', 'histories');
    const isInMidst = (): boolean => existsSync(histories) && bench.list('.killpoint', 'histories').length >= 3;
    expect(await until(isInMidst, 60_000)).toBe(true);
    expect(bench.workers().length).toBeGreaterThan(0);
    return running;
  };
  /** The harness alone, not its group: what it started is its own to end. */
  const send = ({ child }: Running, signal: NodeJS.Signals): void => {
    if (child.pid === undefined) throw new Error('expected a harness that runs; it was not started');
    process.kill(child.pid, signal);
  };

  it.each([
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
    { signal: 'SIGHUP', code: 129 },
  ] as const)(
    'by $signal writes what it has, says so, ends with $code, and leaves no process',
    async ({ signal, code }) => {
      const running = await midst();
      send(running, signal);
      const ended = await running.ended;
      expect(bench.workers()).toEqual([]);
      expect(bench.holders()).toEqual([]);
      expect(bench.ports()).toEqual([]);
      expect(bench.list().filter((name) => name.startsWith('killpoint-nodes-'))).toEqual([]);
      expect(ended.code).toBe(code);
      const report = bench.report();
      expect([report.partial, report.exit.code]).toEqual([true, code]);
      expect(ended.stdout).toContain('PARTIAL');
      expect(ended.stdout).toContain(`${signal} came before`);
      expect(bench.list('.killpoint')).not.toContain('work');
    },
  );

  it('goes on with no further target', async () => {
    const running = bench.start('run', 'reference', 'mutant:unfenced', '--reporter', 'json');
    expect(await until(() => existsSync(join(bench.folder, '.killpoint/reference/histories')), 60_000)).toBe(true);
    send(running, 'SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(bench.list('.killpoint')).toEqual(['reference']);
  });

  it('by a second signal leaves at once, and still no process behind', async () => {
    const running = await midst();
    send(running, 'SIGINT');
    send(running, 'SIGTERM');
    expect([130, 143]).toContain((await running.ended).code);
    expect(await until(() => bench.workers().length === 0, GONE_MS)).toBe(true);
  });

  it('by SIGKILL leaves no process, no open port and no stopped worker, since somebody watches over what it started', async () => {
    const running = bench.start('run', fixture('with-server'), '--program', 'model-tool-effect', '--workers', '3');
    const histories = join(bench.folder, '.killpoint', 'histories');
    const isInMidst = (): boolean => existsSync(histories) && bench.list('.killpoint', 'histories').length >= 5;
    expect(await until(isInMidst, 60_000)).toBe(true);
    // One of them can do nothing by itself any more, not even end when nobody speaks to it.
    const [stopped] = bench.workers();
    if (stopped === undefined) throw new Error('expected a worker in the midst of a run; there is none');
    process.kill(stopped, 'SIGSTOP');
    // The server's, and the world's.
    expect(bench.ports().length).toBeGreaterThanOrEqual(2);
    send(running, 'SIGKILL');
    expect((await running.ended).signal).toBe('SIGKILL');
    const isNothingLeft = (): boolean => bench.workers().length === 0 && bench.ports().length === 0;
    expect(await until(isNothingLeft, GONE_MS)).toBe(true);
    expect(await until(() => bench.holders().length === 0, GONE_MS)).toBe(true);
    const disks = (): readonly string[] => bench.list().filter((name) => name.startsWith('killpoint-nodes-'));
    expect(await until(() => disks().length === 0, GONE_MS)).toBe(true);
  });
});
