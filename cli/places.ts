import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The folder of killpoint's own package.json, whether this file runs from source or from the build. */
export const packageRoot = (): string => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json'))) return folder;
  throw new Error('expected a package.json above the command line of killpoint; the installation is incomplete');
};

const manifestSchema = z.object({ version: z.string() });

/** killpoint's version, from its package.json. */
export const ownVersion = (): string =>
  manifestSchema.parse(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))).version;
