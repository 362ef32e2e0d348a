// Builds dist/ with tsc, then bundles what runs in processes that get killed, since a bundle boots several times faster than a
// tree of files, and the explorer that every page carries. Everything is written to a folder aside and swapped in at the end, so that nobody runs half a build.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './page.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const aside = join(root, 'node_modules', '.cache', `killpoint-build-${process.pid}`);

/** What can be built is built, also when another part cannot: whoever works on one folder is not stopped by the next. */
const main = async () => {
  mkdirSync(aside, { recursive: true });
  const done = [compile(join(aside, 'dist')), await bundleReference(join(aside, 'dist'))];
  done.push(await buildPage(join(aside, 'dist', 'reports', 'page')));
  makeExecutable(join(aside, 'dist', 'cli', 'main.js'));
  replace(join(aside, 'dist'), join(root, 'dist'));
  for (const folder of thirdPartyAdapters()) done.push(await bundleThirdParty(folder));
  rmSync(aside, { recursive: true, force: true });
  if (done.every(Boolean)) return;
  console.error('build: something is missing in what was built: see the messages above.');
  process.exitCode = 1;
};

/** True when the types are right. The JavaScript is written in any case. */
const compile = (outDir) => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const done = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', outDir], {
    cwd: root,
    stdio: 'inherit',
  });
  return done.status === 0;
};

/**
 * better-sqlite3 stays outside: it finds its native part beside its own files. As CommonJS without white space it boots in two thirds of
 * the time that it takes as a module, and a suite boots hundreds.
 */
const bundleReference = async (outDir) => {
  const entry = join(root, 'adapters', 'reference', 'process.ts');
  if (!existsSync(entry)) return true;
  return bundle({
    entryPoints: [entry],
    outfile: join(outDir, 'adapters', 'reference', 'process.cjs'),
    external: ['better-sqlite3'],
    format: 'cjs',
    minifyWhitespace: true,
    minifySyntax: true,
    // `nodeProcess` is for adapters, which are modules; what it asks of `import.meta` is never asked in a worker.
    logOverride: { 'empty-import-meta': 'silent' },
  });
};

/** An adapter with a package.json of its own brings its own packages, which the root does not install. */
const thirdPartyAdapters = () =>
  readdirSync(join(root, 'adapters'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(root, 'adapters', entry.name))
    .filter((folder) => existsSync(join(folder, 'package.json')));

/**
 * Besides adapter.ts and process.ts, its package.json may name `killpoint.entries`. What it lists as dependencies is found in its own node_modules when it runs; all else is bundled, so that it never
 * depends on where killpoint's own packages were installed.
 */
const bundleThirdParty = async (folder) => {
  const { dependencies = {}, killpoint = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entryPoints = ['adapter.ts', 'process.ts', ...(killpoint.entries ?? [])]
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file));
  if (entryPoints.length === 0) return true;
  const outdir = join(aside, 'adapter');
  const done = await bundle({ entryPoints, outdir, external: Object.keys(dependencies) });
  replace(outdir, join(folder, 'dist'));
  return done;
};

/** esbuild prints what is wrong itself. */
const bundle = (options) =>
  build({ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning', ...options }).then(
    () => true,
    () => false,
  );

const makeExecutable = (file) => {
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  if (!text.startsWith('#!')) writeFileSync(file, `#!/usr/bin/env node\n${text}`);
  chmodSync(file, 0o755);
};

const replace = (fresh, place) => {
  if (!existsSync(fresh)) return;
  const old = join(aside, 'old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  renameSync(fresh, place);
};

/**
 * `npx killpoint` in a checkout first links the checkout into npm's own cache, and that runs `prepare` once more. Building then would
 * cost time, and where it fails npm leaves a half link behind, with which no later `npx killpoint` works.
 */
const isOnlyLinked = process.env.npm_lifecycle_event === 'prepare' && process.env.npm_command === 'exec';

if (!isOnlyLinked || !existsSync(join(root, 'dist'))) await main();
