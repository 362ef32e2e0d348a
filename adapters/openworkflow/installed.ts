import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** This folder, from its source and from its build in `dist`. */
const home = new URL(/\/dist\/\w+\.js$/.test(import.meta.url) ? '..' : '.', import.meta.url);

/** The built program of a worker or a client. */
export const processModule = new URL('dist/process.js', home);

const manifestSchema = z.object({ version: z.string() });

/** The version of OpenWorkflow that this process would load. Throws an error that says how to install it. */
export const installedVersion = (): string => {
  const file = new URL('node_modules/openworkflow/package.json', home);
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
  } catch (cause) {
    throw new Error('OpenWorkflow is not installed. Run `npx killpoint setup openworkflow`.', { cause });
  }
};
