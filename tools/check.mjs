// `npm run check [PART...]`: every check but the tests, each by its name, all of them even if one fails.
// With KILLPOINT_CHECK_JSON=FILE the outcome is also written there, for .ci/run.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folders = ['model', 'sut', 'scenarios', 'adapters', 'reports', 'cli', 'test'];

/** `env` where npm would otherwise run the build again while it only lists what the package holds. */
const parts = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', ...plainOutput(), '.'] },
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  // The explorer alone runs in a browser, so that it alone knows a browser's types.
  { name: 'types of the page', command: 'tsc', args: ['-p', 'reports/page/app'] },
  ...installedAdapters().map((name) => ({
    name: `types of ${name}`,
    command: 'tsc',
    args: ['-p', `adapters/${name}`],
  })),
  { name: 'layers', command: 'depcruise', args: ['--config', '.dependency-cruiser.cjs', ...folders.filter(exists)] },
  { name: 'unused', command: 'knip', args: ['--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'package', command: 'publint', args: ['--strict'], env: { npm_config_ignore_scripts: 'true' } },
  { name: 'explore', command: 'tsx', args: ['cli/main.ts', 'explore', '--lifts'] },
  { name: 'docs', command: 'vitest', args: ['run', '--project', 'docs'] },
];

const main = (asked) => {
  const unknown = asked.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    console.error(`check: no part is named ${unknown.join(', ')}. Parts: ${parts.map((part) => part.name).join(', ')}`);
    process.exit(64);
  }
  const results = parts.filter((part) => asked.length === 0 || asked.includes(part.name)).map(run);
  console.log(`\n${results.map((result) => `${result.ok ? 'ok    ' : 'FAILED'}  ${result.name}`).join('\n')}`);
  const file = process.env.KILLPOINT_CHECK_JSON;
  if (file) writeFileSync(file, JSON.stringify(results));
  process.exitCode = results.every((result) => result.ok) ? 0 : 1;
};

const run = ({ name, command, args, env = {} }) => {
  console.log(`\n== check: ${name}`);
  const done = spawnSync(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (done.error) console.error(`check: ${command} did not start (${done.error.message}). Run npm ci first.`);
  return { name, ok: done.status === 0 };
};

/** Biome colours each character apart, also into a file. */
function plainOutput() {
  return process.stdout.isTTY ? [] : ['--colors=off'];
}

/** The root does not install an adapter's packages, so the types of one can be checked only where `setup` did. */
function installedAdapters() {
  return readdirSync(join(root, 'adapters')).filter(
    (name) => exists(`adapters/${name}/tsconfig.json`) && exists(`adapters/${name}/node_modules`),
  );
}

function exists(folder) {
  return existsSync(join(root, folder));
}

main(process.argv.slice(2));
