import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The version of killpoint, which the reference is a part of. The file stands at the root, above the sources and above a build. */
export const version = (): string => {
  const places = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url));
  const text = places.flatMap(read)[0];
  if (text === undefined)
    throw new Error('expected a package.json above adapters/reference, found none; install killpoint again');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
};

const read = (file: URL): readonly string[] => {
  try {
    return [readFileSync(file, 'utf8')];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};
