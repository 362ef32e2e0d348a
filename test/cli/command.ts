import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Report, reportSchema } from '../../model/vocabulary.ts';

const root = join(import.meta.dirname, '../..');
const main = join(root, 'dist/cli/main.js');

/** How a command ended, and all that it wrote. */
export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
};

/** A command that runs. */
export type Running = { readonly child: ChildProcess; readonly ended: Promise<Ended> };

/** An adapter of the fixtures, as a path. */
export const fixture = (name: string): string => join(root, 'test/fixtures/adapters', `${name}.mjs`);

/**
 * The built command line, used in a folder of its own as a user would use it. Whatever it starts inherits this folder as its TMPDIR: by
 * that its processes are told from those of other tests.
 */
export class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), 'killpoint-cli-'));
  readonly #running = new Set<ChildProcess>();

  /** Starts a command in a process group of its own. */
  start(...args: readonly string[]): Running {
    if (!existsSync(main))
      throw new Error(`expected the built command line at ${main}, found none; run \`npm run build\``);
    const began = performance.now();
    const child = spawn(process.execPath, [main, ...args], {
      cwd: this.folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: this.folder },
    });
    this.#running.add(child);
    const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        this.#running.delete(child);
        resolve({ code, signal, stdout: stdout(), stderr: stderr(), ms: performance.now() - began });
      });
    });
    return { child, ended };
  }
  /** Runs a command to its end. */
  run(...args: readonly string[]): Promise<Ended> {
    return this.start(...args).ended;
  }
  /** A file that a command left in its folder. */
  read(...path: readonly string[]): string {
    return readFileSync(join(this.folder, ...path), 'utf8');
  }
  /** The report of a run, parsed by the schema that is published. Throws where it does not fit. */
  report(out = '.killpoint'): Report {
    return reportSchema.parse(JSON.parse(this.read(out, 'report.json')));
  }
  list(...path: readonly string[]): readonly string[] {
    return readdirSync(join(this.folder, ...path)).sort();
  }
  /** The processes of targets that were started from here and live, by their environment. */
  workers(): readonly number[] {
    return processes().filter((pid) => {
      const environment = readQuietly(`/proc/${pid}/environ`).split('\0');
      // Each has a TMPDIR of its own, below the one that the command was given.
      const isOurs = environment.some((each) => each.startsWith(`TMPDIR=${this.folder}`));
      return isOurs && environment.some((each) => each.startsWith('KILLPOINT_PROCESS='));
    });
  }
  /** The ports of 127.0.0.1 that the processes of targets, and the harness itself, listen on. */
  ports(): readonly number[] {
    const listening = listeningSockets();
    return processes()
      .filter((pid) => isBelow(this.folder, readQuietly(`/proc/${pid}/environ`)))
      .flatMap((pid) => filesOf(pid).flatMap((file) => listening.get(file) ?? []));
  }
  /** The processes that have a file of this folder open, or work in it. */
  holders(): readonly number[] {
    return processes().filter((pid) => {
      const open = filesOf(pid).some((file) => file.startsWith(this.folder));
      return open || linkOf(`/proc/${pid}/cwd`).startsWith(this.folder);
    });
  }
  /** Ends what still runs, and removes the folder. */
  close(): void {
    for (const { pid } of this.#running) if (pid !== undefined) killQuietly(-pid);
    for (const pid of this.workers()) killQuietly(pid);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether an environment names a temporary folder below this one, as everything that was started from there does. */
const isBelow = (folder: string, environment: string): boolean =>
  environment.split('\0').some((each) => each.startsWith(`TMPDIR=${folder}`));

/** Port by socket, as a process's open files name it. */
const listeningSockets = (): ReadonlyMap<string, number> =>
  new Map(
    readQuietly('/proc/net/tcp')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => [`socket:[${fields[9]}]`, Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)]),
  );

const textOf = (stream: NodeJS.ReadableStream | null): (() => string) => {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
};

const processes = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const filesOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
};

/** A process may end between two looks: then there is nothing to read of it. */
const readQuietly = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
const linkOf = (file: string): string => {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
};
const killQuietly = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
};
