import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProtocolBroken } from '../../scenarios/failures.ts';
import { Driven } from '../../scenarios/processes/driven.ts';
import { Pool } from '../../scenarios/processes/pool.ts';
import { Supervisor } from '../../scenarios/processes/supervisor.ts';
import { until } from '../../scenarios/processes/waiting.ts';

const node = (code: string, ...rest: string[]) => ({
  command: process.execPath,
  arguments: ['-e', code, ...rest],
  env: {},
});
const ready = `console.log('{"ready":true}'); process.stdin.resume();`;
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

describe('the supervisor', () => {
  let folder: string;
  let supervisor: Supervisor;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'killpoint-test-'));
    supervisor = new Supervisor();
  });
  afterEach(async () => {
    await supervisor.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const pidIn = async (file: string): Promise<number> => {
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '', 10_000);
    return Number(readFileSync(file, 'utf8'));
  };

  it('sees a death by its own signal, and tells it from an end of its own', async () => {
    const killed = supervisor.spawn(node('setInterval(() => 0, 1e6)'));
    expect(await killed.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    const ended = supervisor.spawn(node('process.exit(3)'));
    expect(await ended.exited).toEqual({ code: 3, signal: null });
  });

  it('kills what a worker started in its process group', async () => {
    const file = join(folder, 'child');
    const code = `const {spawn} = require('child_process'); const c = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)']); require('fs').writeFileSync(process.argv[1], String(c.pid)); setInterval(() => 0, 1e6)`;
    const worker = supervisor.spawn(node(code, file));
    const pid = await pidIn(file);
    await worker.kill();
    expect(await until(() => !isAlive(pid), 10_000)).toBe(true);
    expect(worker.reapEscaped()).toEqual([]);
  });

  it('finds and kills a child that left its process group before the kill', async () => {
    const file = join(folder, 'escaped');
    const code = `const {spawn} = require('child_process'); const c = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)'], {detached: true, stdio: 'ignore'}); require('fs').writeFileSync(process.argv[1], String(c.pid)); setInterval(() => 0, 1e6)`;
    const worker = supervisor.spawn(node(code, file));
    const pid = await pidIn(file);
    await worker.kill();
    expect(isAlive(pid)).toBe(true);
    expect(worker.reapEscaped()).toEqual([pid]);
    expect(await until(() => !isAlive(pid), 10_000)).toBe(true);
  });

  it('holds a stopped process still until it is continued', async () => {
    const file = join(folder, 'count');
    const child = supervisor.spawn(
      node(`let n = 0; setInterval(() => require('fs').writeFileSync(process.argv[1], String(++n)), 2)`, file),
    );
    await pidIn(file);
    await child.stop();
    const at = readFileSync(file, 'utf8');
    for (let look = 0; look < 20; look++) expect(readFileSync(file, 'utf8')).toBe(at);
    child.continue();
    expect(await until(() => readFileSync(file, 'utf8') !== at, 10_000)).toBe(true);
  });
});

describe('a driven process', () => {
  const supervisor = new Supervisor();
  afterEach(() => supervisor.close());
  const never = (error: ProtocolBroken): void => {
    throw error;
  };

  it('that dies before it is ready fails with what it wrote to stderr', async () => {
    const driven = new Driven(supervisor, node(`console.error('no such database'); process.exit(1)`), never);
    await expect(driven.ready).rejects.toThrow(/code 1[\s\S]*no such database/);
  });

  it('leaves a command unknown when it dies before it answers', async () => {
    const driven = new Driven(supervisor, node(ready), never);
    await driven.ready;
    const outcome = driven.command({ type: 'cancel', tenant: 't', actor: 'a', key: 'k', run: 'run-1' });
    await driven.child.kill();
    expect(await outcome).toMatchObject({ status: 'unknown' });
  });

  it('that writes anything but the protocol to stdout is quoted, before it is ready and after', async () => {
    const quoted: string[] = [];
    const note = (error: ProtocolBroken): void => void quoted.push(error.message);
    const early = new Driven(supervisor, node(`console.log('server started'); ${ready}`), note);
    await expect(early.ready).rejects.toThrow('"server started"');
    const late = new Driven(supervisor, node(`${ready} console.log('listening')`), note);
    await late.ready;
    expect(await until(() => quoted.some((text) => text.includes('"listening"')), 10_000)).toBe(true);
  });

  it('waits in the pool booted, and is replaced when it died there', async () => {
    const pool = new Pool(supervisor, { size: 1, onBroken: never });
    const first = await pool.take(node(ready), 'worker');
    const second = await pool.take(node(ready), 'client');
    expect(second.child).not.toBe(first.child);
    pool.close();
    await expect(pool.take(node(ready), 'worker')).rejects.toThrow(/over/);
  });
});
