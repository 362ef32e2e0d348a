// Known-bug calibration: one plan on the last affected release of a runtime that can be had, where its requirement must fail, and on the
// first fixed one, where it must hold, both through the same built adapter. docs/calibration.md says how to add one.
//   node test/calibration/run.mjs NAME [TIMES]
// Exit 0: it failed each time on the affected release and never on the fixed one. 1: it did not. 2: it could not be tried.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');

const main = async ([name, times = '3']) => {
  const known = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (!known.some((entry) => entry.name === name))
    throw new Error(`expected one of ${known.map((entry) => entry.name).join(', ')}; found '${name ?? ''}'`);
  const calibration = JSON.parse(readFileSync(join(here, name, 'calibration.json'), 'utf8'));
  console.log(
    `${name}: ${calibration.requirement}\nreported in ${calibration.reported}, fixed by ${calibration.fixed}`,
  );
  const affected = await tried({ name, release: 'affected', times: Number(times) }, calibration);
  const fixed = await tried({ name, release: 'fixed', times: Number(times) }, calibration);
  const isSeen = affected.times > 0 && affected.count === affected.times && fixed.times > 0 && fixed.count === 0;
  console.log(isSeen ? 'the fault is seen where it is, and not where it is mended' : 'NOT CALIBRATED: see above');
  process.exitCode = isSeen ? 0 : 1;
};

/** Runs the plan on one release and says how often it landed and how often its requirement failed. */
const tried = async ({ name, release, times }, { adapter, requirement, context, plan }) => {
  const { default: make } = await import(pathToFileURL(installed(name, release, adapter)));
  const { Archive, replay } = await import(pathToFileURL(join(root, 'dist/scenarios/index.js')));
  const { planSchema } = await import(pathToFileURL(join(root, 'dist/model/vocabulary.js')));
  const target = make({});
  const { version } = await target.describe();
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-calibration-'));
  try {
    const outcome = await replay({
      file: { requirement, context, plan: planSchema.parse(plan) },
      adapter: target,
      times,
      archive: new Archive(folder),
      signal: new AbortController().signal,
      onReplayed: ({ status, message }) => console.log(`  ${adapter} ${version}: ${status}: ${message}`),
    });
    console.log(
      `${release} ${adapter} ${version}: failed ${outcome.count} of ${outcome.times}, expected ${release === 'affected' ? 'each' : 'none'}`,
    );
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Installs a release by its lock file, without install scripts, in a folder of its own; puts the built adapter and the adapters that it
 * shares servers with beside it, as in adapters/. Returns the adapter's module.
 */
const installed = (name, release, adapter) => {
  const built = join(root, 'adapters', adapter, 'dist');
  if (!existsSync(built) || !existsSync(join(root, 'dist')))
    throw new Error('expected a build; found none. Run `npm run build`');
  const adapters = join(root, 'node_modules/.cache/killpoint-calibration', name, release, 'adapters');
  const folder = join(adapters, adapter);
  rmSync(join(adapters, '..'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(here, name, release, file), join(folder, file));
  cpSync(built, join(folder, 'dist'), { recursive: true });
  for (const need of needsOf(adapter)) symlinkSync(join(root, 'adapters', need), join(adapters, need));
  const done = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error(`expected 'npm ci' to succeed in ${folder}; it ended with ${done.status}`);
  return join(folder, 'dist/adapter.js');
};

const needsOf = (adapter) => {
  const { killpoint = {} } = JSON.parse(readFileSync(join(root, 'adapters', adapter, 'package.json'), 'utf8'));
  return killpoint.needs ?? [];
};

await main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 2;
});
