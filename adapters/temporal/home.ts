import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** This folder, from its source and from its build in `dist`. */
export const home = new URL(import.meta.url.includes('/dist/') ? '..' : '.', import.meta.url);

/** The version of the installed SDK. Throws where it is not installed. */
export const sdkVersion = (): string => {
  try {
    const text = readFileSync(new URL('node_modules/@temporalio/worker/package.json', home), 'utf8');
    return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
  } catch (cause) {
    throw new Error("Temporal's SDK is not installed. Run `npx killpoint setup temporal`.", { cause });
  }
};
