import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { UsageError } from '../scenarios/index.ts';
import { packageRoot } from './places.ts';

/** The languages that there are templates for. */
export const languages = ['ts', 'python'] as const;

/** What each template is made of, from the root of killpoint's package, and the address that its adapter then has. */
const templates = {
  ts: {
    files: ['cli/templates/ts/adapter.mts', 'cli/templates/ts/worker.mts'],
    address: (folder: string) => `${folder}/adapter.mts`,
  },
  python: {
    files: ['cli/templates/python/adapter.py', 'cli/templates/python/worker.py', 'adapters/python/killpoint.py'],
    address: (folder: string) => `cmd:"python3 ${folder}/adapter.py"`,
  },
} as const;

/**
 * Writes an adapter that works, with a toy runtime in it, and returns what to do next. It overwrites nothing. Throws `UsageError` for an
 * unknown language, and where a file is there already.
 */
export const initialise = (language: string, place: string): string => {
  const known = languages.find((each) => each === language);
  if (known === undefined)
    throw new UsageError(`there is no template for '${language}'; there are ${languages.join(', ')}`);
  const { files, address } = templates[known];
  const folder = resolve(place);
  const copies = files.map((file) => ({
    from: join(packageRoot(), file),
    to: join(folder, file.split('/').at(-1) ?? ''),
  }));
  const taken = copies.find(({ to }) => existsSync(to));
  if (taken !== undefined) throw new UsageError(`${taken.to} is there already, and init overwrites nothing`);
  mkdirSync(folder, { recursive: true });
  for (const { from, to } of copies) copyFileSync(from, to);
  const target = quotedForShell(address(shown(folder)));
  return [
    ...copies.map(({ to }) => `wrote ${relative(process.cwd(), to)}`),
    ...(known === 'ts' && !findsKillpoint(folder)
      ? ["this folder does not find the package 'killpoint' yet: npm install --save-dev killpoint"]
      : []),
    'next:',
    `  npx killpoint smoke ${target}    # judges the adapter`,
    `  npx killpoint run ${target}      # judges its runtime`,
  ].join('\n');
};

/** A path that an address takes for one: it begins with `./`, `../` or `/`. */
const shown = (folder: string): string => {
  const path = relative(process.cwd(), folder);
  if (path === '') return '.';
  return path.startsWith('..') ? path : `./${path}`;
};

/** Quotes in an address are killpoint's to read, so the shell gets its own around them. */
const quotedForShell = (address: string): string => (/^[\w./-]+$/.test(address) ? address : `'${address}'`);

const findsKillpoint = (folder: string): boolean => {
  try {
    createRequire(join(folder, 'adapter.mts')).resolve('killpoint/package.json');
    return true;
  } catch {
    return false;
  }
};
