import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Adapter } from '../model/vocabulary.ts';
import { Archive, messageOf, TargetUnavailable, tryStore, UsageError } from '../scenarios/index.ts';
import { adapterOf, thirdParties } from './targets.ts';

const manifestSchema = z.object({
  killpoint: z.object({ rebuild: z.array(z.string()).default([]) }).default({ rebuild: [] }),
});

/**
 * Installs a third-party adapter's pinned packages into its own folder: by its lock file, without install scripts except those that its
 * package.json names under `killpoint.rebuild`. Throws `UsageError` for an unknown name, `TargetUnavailable` when npm fails.
 */
export const setUp = async (name: string): Promise<void> => {
  const known = thirdParties();
  const target = known.find((third) => third.name === name);
  if (target === undefined)
    throw new UsageError(
      `nothing has to be set up for '${name}'; there are ${known.map((third) => third.name).join(', ')}`,
    );
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(target.folder, 'package.json'), 'utf8')));
  process.stderr.write(`installing the packages of ${name} by its lock file, without their install scripts\n`);
  await npm(target.folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  for (const native of manifest.killpoint.rebuild) {
    process.stderr.write(`building ${native}; a native module can take minutes\n`);
    await npm(target.folder, ['rebuild', native, '--foreground-scripts=false']);
  }
  await openOnce(await adapterOf(name));
  process.stdout.write(`${name} is ready: npx killpoint run ${name}\n`);
};

/** What is installed has to load, start its servers and open a store: better to learn here that it does not than in the middle of a run. */
const openOnce = async (adapter: Adapter): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-setup-'));
  try {
    await tryStore(adapter, new Archive(folder));
  } catch (error) {
    throw new TargetUnavailable(
      `everything is installed, and a store cannot be opened all the same: ${messageOf(error)}`,
      { cause: error },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const npm = (folder: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', [...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const fail = (how: string): void =>
      reject(new TargetUnavailable(`expected 'npm ${args.join(' ')}' to succeed in ${folder}; it ${how}`));
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code) => (code === 0 ? resolve() : fail(`ended with code ${code}`)));
  });
