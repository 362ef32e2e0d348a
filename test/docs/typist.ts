import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './pages.ts';

/** How a command ended, and what it wrote to its console. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const cli = join(root, 'dist/cli/main.js');

/** `npx` as a reader has it in a clone, without asking any registry: the built command line, and the vitest of the checkout. */
const npx = `#!/bin/sh
case "$1" in
  killpoint) shift; exec "${process.execPath}" "${cli}" "$@" ;;
  vitest) shift; exec "${process.execPath}" "${join(root, 'node_modules/vitest/vitest.mjs')}" "$@" --root . ;;
esac
echo "npx $1 is nothing that the tests of the documentation have" >&2
exit 127
`;

/** Somebody who types what a page says, in a folder of their own. It is below the checkout, so that files in it find killpoint's package. */
export class Typist {
  readonly folder: string;
  readonly #bin: string;
  readonly #running = new Set<ChildProcess>();

  constructor() {
    if (!existsSync(cli))
      throw new Error(`expected the built command line at ${cli}, found none; run \`npm run build\``);
    mkdirSync(join(root, '.killpoint'), { recursive: true });
    const own = mkdtempSync(join(root, '.killpoint', 'docs-'));
    this.folder = join(own, 'project');
    this.#bin = join(own, 'bin');
    for (const folder of [this.folder, this.#bin]) mkdirSync(folder);
    writeFileSync(join(this.#bin, 'npx'), npx);
    chmodSync(join(this.#bin, 'npx'), 0o755);
    // Without one of its own, vitest would find the config of the checkout.
    this.write('vitest.config.js', 'export default {};\n');
  }
  /** Writes a file that the page shows. */
  write(name: string, text: string): void {
    const file = join(this.folder, name);
    if (relative(this.folder, file).startsWith('..')) throw new Error(`${name} is outside of the reader's folder`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  /** Types one line into a shell and waits for its end. */
  type(line: string): Promise<Ended> {
    const {
      VITEST: _,
      VITEST_WORKER_ID: __,
      VITEST_POOL_ID: ___,
      GITHUB_STEP_SUMMARY: ____,
      ...inherited
    } = process.env;
    const env = { ...inherited, PATH: `${this.#bin}:${process.env.PATH}`, NO_COLOR: '1' };
    const child = spawn('bash', ['--norc', '--noprofile', '-c', line], {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#running.add(child);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        this.#running.delete(child);
        resolve({ code, stdout, stderr });
      });
    });
  }
  /** Ends what still runs, and removes the folder. */
  close(): void {
    for (const { pid } of this.#running) if (pid !== undefined) endGroup(pid);
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }
}

const endGroup = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself in between.
  }
};
