// The packages of adapters/restate, as `npx killpoint setup restate` installs them.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { resolve } = createRequire(new URL('../../../adapters/restate/package.json', import.meta.url));

export const load = (name) => import(pathToFileURL(resolve(name).replace(/\.cjs$/, '.js')));
export const serverBinary = () =>
  join(
    dirname(resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/package.json`)),
    'bin/restate-server',
  );
