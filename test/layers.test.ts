import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The table of the house, written a second time on purpose: if it were read from the rules, a rule that allows too much would
 * allow it here as well. `their-runtime` is what the third-party adapter's own package.json lists.
 */
const mayImport: Readonly<Record<string, { folders: string[]; packages: string[]; node: boolean }>> = {
  model: { folders: [], packages: ['xstate', 'zod'], node: false },
  sut: { folders: ['model'], packages: ['better-sqlite3'], node: true },
  scenarios: {
    folders: ['model'],
    packages: ['zod', 'fast-check', 'msw', '@sinonjs/fake-timers', 'canonicalize', 'p-limit'],
    node: true,
  },
  'adapters/process': { folders: ['model'], packages: ['zod'], node: true },
  'adapters/reference': { folders: ['model', 'sut'], packages: ['zod'], node: true },
  'adapters/some-runtime': { folders: ['model'], packages: ['zod', 'their-runtime'], node: true },
  reports: {
    folders: ['model'],
    packages: ['picocolors', 'cli-table3', 'junit-report-builder', 'fast-string-width', 'fast-wrap-ansi', 'preact'],
    node: false,
  },
  cli: {
    folders: ['model', 'sut', 'scenarios', 'adapters', 'reports'],
    packages: ['commander', 'cli-progress', 'fastest-levenshtein', 'picocolors', 'tsx', 'vitest', 'zod'],
    node: true,
  },
};
const homes = ['model', 'sut', 'scenarios', 'adapters', 'reports', 'cli', 'test'];
const packages = [
  ...new Set(Object.values(mayImport).flatMap((row) => row.packages)),
  'vitest',
  '@types/node',
  '@xstate/graph',
];

type Edge = { readonly from: string; readonly specifier: string; readonly allowed: boolean };

const edges: readonly Edge[] = Object.entries(mayImport).flatMap(([from, row]) => [
  ...homes
    .filter((to) => to !== from.split('/')[0])
    .map((to) => ({ from, specifier: pathTo(from, to), allowed: row.folders.includes(to) })),
  ...packages.map((name) => ({ from, specifier: name, allowed: row.packages.includes(name) })),
  { from, specifier: 'node:fs', allowed: row.node },
  { from, specifier: 'fs/promises', allowed: row.node },
]);

/** Other ways to write an import; each must be seen. */
const otherForms: Readonly<Record<string, string>> = {
  'a type': "import type { thing } from '../sut/index.ts';\nexport const made: typeof thing = 1;\n",
  'a re-export': "export * from '../sut/index.ts';\n",
  'a dynamic import': "export const later = () => import('../sut/index.ts');\n",
  'a type inside a type': "export type Thing = import('../sut/index.ts').Thing;\n",
};

describe('the layer rules', () => {
  let tree = '';
  let refused = new Set<string>();

  beforeAll(() => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), 'killpoint-layers-')));
    for (const home of [...homes, 'adapters/some-runtime']) write(`${home}/index.ts`, 'export const thing = 1;\n');
    for (const name of packages) writePackage(name);
    write('package.json', '{ "name": "house", "type": "module" }');
    write('tsconfig.json', '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }');
    write(
      'adapters/some-runtime/package.json',
      '{ "dependencies": { "their-runtime": "1.0.0", "not-installed": "1.0.0" } }',
    );
    edges.forEach((edge, at) => void write(fileOf(edge.from, at), `import '${edge.specifier}';\n`));
    Object.values(otherForms).forEach((text, at) => void write(`scenarios/form-${at}.ts`, text));
    write('adapters/some-runtime/not-installed.ts', "import 'not-installed';\n");
    write('scenarios/not-installed.ts', "import 'not-installed';\n");
    write('test/uses-everything.ts', homes.map((to) => `import '../${to}/index.ts';\n`).join(''));
    write('model/one.ts', "import './two.ts';\n");
    write('model/two.ts', "import './one.ts';\n");
    refused = cruise(tree);
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(
    edges.map((edge, at) => ({ ...edge, file: fileOf(edge.from, at), word: edge.allowed ? 'lets' : 'does not let' })),
  )('$word $from import $specifier', ({ file, allowed }) => expect(refused.has(file)).toBe(!allowed));

  it.each(Object.keys(otherForms).map((form, at) => ({ form, at })))('sees $form', ({ at }) =>
    expect(refused).toContain(`scenarios/form-${at}.ts`),
  );

  it('knows the packages of a third-party adapter before they are installed, and gives them to nobody else', () => {
    expect(refused).not.toContain('adapters/some-runtime/not-installed.ts');
    expect(refused).toContain('scenarios/not-installed.ts');
  });

  it('lets test import everything', () => expect(refused).not.toContain('test/uses-everything.ts'));

  it('refuses a cycle', () => {
    const cyclic = ['model/one.ts', 'model/two.ts'].filter((file) => refused.has(file));
    expect(cyclic).not.toEqual([]);
  });

  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  };
  const writePackage = (name: string): void => {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'export const thing = 1;\n');
  };
});

/** The files that the project's own rules refuse in `tree`. The rules are read from the checkout, never copied. */
const cruise = (tree: string): Set<string> => {
  const bin = join(import.meta.dirname, '../node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(import.meta.dirname, '../.dependency-cruiser.cjs');
  const done = spawnSync(process.execPath, [bin, '--config', config, '--output-type', 'json', ...homes], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const report: { summary: { violations: { from: string }[]; totalCruised: number } } = JSON.parse(done.stdout);
  if (report.summary.totalCruised < edges.length) throw new Error(`expected every edge to be read: ${done.stderr}`);
  return new Set(report.summary.violations.map((violation) => violation.from));
};

const fileOf = (from: string, at: number): string => `${from}/edge-${at}.ts`;

function pathTo(from: string, to: string): string {
  return `${relative(from, to)}/index.ts`;
}
