import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerSpec } from '../../model/vocabulary.ts';
import { home } from './home.ts';
import type { Variant } from './variant.ts';

/** The development server on a SQLite file, started once for all cases. Throws where there is no binary, or it is none of Temporal's. */
export const serverOf = ({ server }: Variant): ServerSpec => {
  const binary = server === 'wheel' ? fileURLToPath(new URL('.venv/bin/temporal', home)) : server;
  return {
    name: 'temporal',
    version: versionOf(binary),
    binary,
    ports: ['grpc', 'http', 'metrics'],
    start: { command: binary, arguments: [...start], env: {} },
    // The port answers before the namespace exists that everything here runs in.
    ready: { port: 'http', path: '/api/v1/namespaces/default' },
    speaks: {},
    unprivileged: false,
  };
};

const start = [
  ...['server', 'start-dev', '--headless', '--log-level', 'warn', '--ip', '127.0.0.1'],
  ...['--port', '{port:grpc}', '--http-port', '{port:http}', '--metrics-port', '{port:metrics}'],
  ...['--db-filename', '{folder}/temporal.db'],
];

/** The version of the server inside the command line tool, such as 1.32.0. */
const versionOf = (binary: string): string => {
  if (!existsSync(binary))
    throw new Error(
      `there is no temporal binary at ${binary}. Run \`npx killpoint setup temporal\`, or name yours: temporal:server=PATH`,
    );
  const words = execFileSync(binary, ['--version'], { encoding: 'utf8' });
  const version = /Server ([\d.]+)/.exec(words)?.[1];
  if (version === undefined)
    throw new Error(`expected ${binary} --version to name its server's version; it says: ${words}`);
  return version;
};
