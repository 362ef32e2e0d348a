import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The TypeScript and JavaScript that was written by hand in a folder of the checkout, as paths from its root. */
export const sourceFiles = (folder: string): readonly string[] => {
  const place = join(root, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isForeign(path) ? [] : sourceFiles(path);
    return /\.(ts|tsx|mjs|cjs)$/.test(entry.name) ? [relative(root, join(root, path))] : [];
  });
};

const isForeign = (path: string): boolean =>
  /(^|\/)(node_modules|dist)$/.test(path) || path.startsWith('test/fixtures');
