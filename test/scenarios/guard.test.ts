import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Guard } from '../../scenarios/processes/guard.ts';
import { MARK } from '../../scenarios/processes/process-table.ts';
import { until } from '../../scenarios/processes/waiting.ts';

const isAlive = (pid: number | undefined): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

describe('the guard', () => {
  let folder: string;
  const started: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'killpoint-guard-'));
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const sleeper = (env: Readonly<Record<string, string>> = {}): number => {
    const child = spawn('sleep', ['1000'], {
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, ...env },
    });
    started.push(child);
    if (child.pid === undefined) throw new Error('expected a process; it was not started');
    return child.pid;
  };
  /** A guard whose harness is gone without a word. */
  const orphaned = async (guard: Guard): Promise<void> => {
    guard.abandon();
    expect(await until(() => !isAlive(guard.pid), 20_000)).toBe(true);
  };

  it('kills the groups that it watches when the harness dies, and takes its folders away', async () => {
    const guard = new Guard('mark-a');
    const [watched, released, strange] = [sleeper(), sleeper(), sleeper()];
    const [whole, kept] = [join(folder, 'with a space'), join(folder, 'kept')];
    for (const each of [whole, kept]) mkdirSync(each);
    guard.watch(watched);
    guard.watch(released);
    guard.release(released);
    guard.discard(whole);
    await orphaned(guard);
    expect([watched, released, strange].map(isAlive)).toEqual([false, true, true]);
    expect([whole, kept].map((each) => existsSync(each))).toEqual([false, true]);
  });

  it('finds what left its group, by its mark and by no other', async () => {
    const guard = new Guard('mark-b');
    const [ours, others] = [sleeper({ [MARK]: 'mark-b.1' }), sleeper({ [MARK]: 'mark-c.1' })];
    await orphaned(guard);
    expect([ours, others].map(isAlive)).toEqual([false, true]);
  });

  it('does nothing when it is told that all has ended', async () => {
    const guard = new Guard('mark-d');
    const watched = sleeper();
    guard.watch(watched);
    await guard.close();
    expect([isAlive(guard.pid), isAlive(watched)]).toEqual([false, true]);
  });
});
