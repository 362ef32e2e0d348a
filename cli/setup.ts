import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter } from '../model/vocabulary.ts';
import { Archive, messageOf, TargetUnavailable, tryStore, UsageError } from '../scenarios/index.ts';
import { adapterOf, saidRegistry } from './targets.ts';
import { registriesOf, requirementsOf, type ThirdParty, thirdParties, venvPython, withNeeds } from './third-parties.ts';

/**
 * Installs a third-party adapter's pinned packages into its own folder, after the folders that it needs: by their lock files, without
 * install scripts except those that a package.json names under `killpoint.rebuild`. Throws `UsageError` for an unknown name,
 * `TargetUnavailable` when a step fails.
 */
export const setUp = async (name: string): Promise<void> => {
  const known = thirdParties();
  const target = known.find((third) => third.name === name);
  if (target === undefined)
    throw new UsageError(
      `nothing has to be set up for '${name}'; there are ${known.map((third) => third.name).join(', ')}`,
    );
  for (const each of withNeeds(target)) {
    const why = each === target ? '' : ` (${name} needs ${each.name})`;
    process.stderr.write(`${each.name} needs ${saidRegistry(registriesOf(each))}${why}\n`);
    await install(each);
  }
  await openOnce(await adapterOf(name));
  process.stdout.write(`${name} is ready: npx killpoint run ${name}\n`);
};

const install = async (third: ThirdParty): Promise<void> => {
  if (existsSync(join(third.folder, 'package-lock.json'))) await installFromNpm(third);
  const requirements = requirementsOf(third);
  if (requirements !== undefined) await installFromPypi(third, requirements);
};

const installFromNpm = async ({ name, folder, rebuild }: ThirdParty): Promise<void> => {
  process.stderr.write(`installing the npm packages of ${name} by its lock file, without their install scripts\n`);
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  for (const native of rebuild) {
    process.stderr.write(`building ${native}; a native module can take minutes\n`);
    await run('npm', ['rebuild', native, '--foreground-scripts=false'], folder);
  }
};

/** Only wheels: what a source distribution runs when it is installed is a script that nobody named. */
const installFromPypi = async ({ name, folder }: ThirdParty, requirements: string): Promise<void> => {
  process.stderr.write(`installing the Python packages of ${name} into ${join(folder, '.venv')}, by their hashes\n`);
  await run('python3', ['-m', 'venv', '.venv'], folder);
  const careful = ['--require-hashes', '--only-binary', ':all:', '--disable-pip-version-check', '--no-input'];
  await run(venvPython(folder), ['-m', 'pip', 'install', '--quiet', ...careful, '-r', requirements], folder);
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

const run = (command: string, args: readonly string[], folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const fail = (how: string): void =>
      reject(new TargetUnavailable(`expected '${command} ${args.join(' ')}' to succeed in ${folder}; it ${how}`));
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code) => (code === 0 ? resolve() : fail(`ended with code ${code}`)));
  });
