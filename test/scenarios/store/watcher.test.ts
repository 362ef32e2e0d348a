import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Child } from '../../../scenarios/processes/supervisor.ts';
import { Supervisor } from '../../../scenarios/processes/supervisor.ts';
import { until } from '../../../scenarios/processes/waiting.ts';
import { buildSupervisor, nativeFolder } from '../../../scenarios/store/files/build.ts';
import { labelOf, type Operation, type Word } from '../../../scenarios/store/files/operation.ts';
import { FileWatcher } from '../../../scenarios/store/files/watcher.ts';
import { readDisk } from '../../../scenarios/store/images/disk.ts';
import { imageOf } from '../../../scenarios/store/images/loss.ts';
import type { Recorded } from '../../../scenarios/store/recording.ts';

const built = buildSupervisor();
const LIMIT_MS = 60_000;

it('the supervisor compiles without a warning', () => {
  const sources = readdirSync(nativeFolder()).filter((name) => name.endsWith('.c'));
  const words = ['-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', '-o', '/dev/null', ...sources];
  expect(spawnSync('cc', words, { cwd: nativeFolder(), encoding: 'utf8' }).stderr).toBe('');
});

it('a machine without a compiler is told so, and nothing is thrown', () => {
  expect(buildSupervisor('no-such-compiler')).toMatchObject({ status: 'missing' });
});

describe.skipIf(built.status === 'missing')('a watched process', () => {
  let folder: string;
  let supervisor: Supervisor;
  let watcher: FileWatcher;
  let done: Recorded[];
  let odd: string[];

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'killpoint-watched-')));
    supervisor = new Supervisor();
    watcher = new FileWatcher(supervisor, built.status === 'built' ? built.file : '');
    await watcher.ready();
    done = [];
    odd = [];
  });
  afterEach(async () => {
    await supervisor.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A Node process that waits for a line and then runs this code on the folder. */
  const run = async (code: string, word: (operation: Operation) => Word | Promise<Word>, env = {}): Promise<Child> => {
    const program = `const fs = require('fs'); const at = (name) => require('path').join(process.argv[1], name); process.stdin.once('data', () => { ${code} })`;
    const child = supervisor.spawn(
      watcher.wrap({ command: process.execPath, arguments: ['-e', program, folder], env }),
    );
    await watcher.watch(child.mark, {
      folder,
      watching: {
        trusts: () => 0,
        passes: () => undefined,
        before: async (operation) => word(operation),
        done: (operation, result) =>
          void done.push({ operation, result, nth: done.length + 1, label: labelOf(operation), calls: 0 }),
        odd: (what, path) => void odd.push(`${what} ${path}`),
      },
    });
    child.stdin.write('go\n');
    return child;
  };
  const labels = (): readonly string[] => done.map(({ label }) => label);

  it('tells each change of a file in its order, nothing else, and the log replayed is the disk', async () => {
    const child = await run(
      `fs.mkdirSync(at('sub')); fs.writeFileSync('elsewhere', 'x'); const f = fs.openSync(at('log'), 'w'); fs.writeSync(f, 'one two');
       fs.writeSync(f, 'ONE', 0); fs.fdatasyncSync(f); fs.ftruncateSync(f, 5); fs.fsyncSync(f); fs.readFileSync(at('log'));
       fs.renameSync(at('log'), at('sub/log')); fs.appendFileSync(at('sub/log'), '!'); fs.writeFileSync(at('gone'), ''); fs.unlinkSync(at('gone')); process.exit()`,
      () => 'go',
    );
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(labels()).toEqual([
      ...['mkdir sub', 'openat log', 'write log', 'pwrite64 log', 'fdatasync log', 'ftruncate log', 'fsync log'],
      ...['rename log sub/log', 'write sub/log', 'openat gone', 'unlink gone'],
    ]);
    const before = { folders: [], files: new Map() };
    const replayed = imageOf({ before, done, unseen: [] }, { cut: done.length, as: { class: 'keep-all' } });
    expect([...replayed.files].map(([path, content]) => [path, Buffer.from(content).toString()])).toEqual(
      [...readDisk(folder).files].map(([path, content]) => [path, Buffer.from(content).toString()]),
    );
  });

  it('never does an operation that has no word, and dies by our signal', async () => {
    const child = await run(`fs.writeFileSync(at('a'), 'x'); fs.writeFileSync(at('b'), 'x')`, ({ path }) =>
      path === 'b' ? 'held' : 'go',
    );
    expect(await until(() => done.length === 2, LIMIT_MS)).toBe(true);
    expect(await child.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(child.reapEscaped()).toEqual([]);
    expect(existsSync(join(folder, 'b'))).toBe(false);
  });

  it('gets an error in place of an operation', async () => {
    const child = await run(
      `try { fs.writeFileSync(at('a'), 'x') } catch (error) { process.exit(error.code === 'ENOSPC' ? 7 : 8) }`,
      ({ call }) => (call === 'write' ? { errno: 28 } : 'go'),
    );
    expect(await child.exited).toEqual({ code: 7, signal: null });
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('');
  });

  it('that is stopped in an operation and let go again does it once', async () => {
    let release: (word: Word) => void = () => undefined;
    const held = new Promise<Word>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    const child = await run(`fs.appendFileSync(at('log'), 'x'); process.exit()`, ({ call }) => {
      asked.push(call);
      return call === 'write' ? held : 'go';
    });
    expect(await until(() => asked.includes('write'), LIMIT_MS)).toBe(true);
    await child.stop();
    child.continue();
    await child.stop();
    release('go');
    child.continue();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(asked).toEqual(['openat', 'write']);
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('x');
  });

  it('tells what a child of it does, and what no call would show', async () => {
    const child = await run(
      `require('child_process').spawnSync('sh', ['-c', 'echo x > ' + at('by-a-child')]); fs.writeFileSync(at('a'), 'x'); fs.promises.writeFile(at('late'), 'x').then(() => process.exit())`,
      () => 'go',
      { UV_USE_IO_URING: '1' },
    );
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(labels()).toContain('write by-a-child');
    expect(labels()).toContain('write late');
    expect(odd.every((what) => what.startsWith('ring'))).toBe(true);
  });

  it('of a supervisor that dies is not taken for one that failed', async () => {
    const lost: string[] = [];
    watcher.onLost((error) => void lost.push(error.message));
    await supervisor.close();
    expect(await until(() => lost.length > 0, LIMIT_MS)).toBe(true);
    expect(lost[0]).toContain('says nothing');
  });
});
