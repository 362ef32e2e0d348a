// The packages and the server of adapters/temporal, as `npx killpoint setup temporal` installs them. TEMPORAL names another binary.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const home = new URL('../../../adapters/temporal/', import.meta.url);

/** The SDK is CommonJS. */
export const load = createRequire(new URL('package.json', home));
export const binary = process.env.TEMPORAL ?? fileURLToPath(new URL('.venv/bin/temporal', home));
/** Where webpack finds the SDK when it bundles workflow code that stands here. */
export const modules = fileURLToPath(new URL('node_modules', home));
