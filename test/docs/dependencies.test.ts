import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, textOf } from './pages.ts';

/** A line of reason is `- \`package\`: reason`, in the part of ARCHITECTURE.md about dependencies. */
const explained = [
  ...(textOf('ARCHITECTURE.md').split('## Dependencies, and why')[1] ?? '').matchAll(/^- `([^`]+)`: \S/gm),
].map((match) => match[1] ?? '');

const {
  dependencies,
  devDependencies,
}: Record<'dependencies' | 'devDependencies', Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

it('ARCHITECTURE.md gives one line of reason for each dependency, and for nothing else', () =>
  expect([...explained].sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort()));

it('a dependency is pinned to one version', () =>
  expect(
    Object.values({ ...dependencies, ...devDependencies }).filter((version) => !/^\d+\.\d+\.\d+$/.test(version)),
  ).toEqual([]));
