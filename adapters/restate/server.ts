import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ServerSpec } from '../../model/vocabulary.ts';
import type { Variant } from './variant.ts';

/** A Restate server of one node, as its npm package brings it, with every port of its own named. Throws where no package fits this machine. */
export const serverOf = ({ timeouts }: Variant, home: URL): ServerSpec & { readonly version: string } => {
  const { binary, version } = installedServer(home);
  return {
    name: 'restate',
    version,
    binary,
    ports: ['ingress', 'admin', 'node'],
    start: {
      command: binary,
      arguments: ['--base-dir', '{folder}'],
      env: { ...placed, ...(timeouts === 'short' ? short : {}) },
    },
    ready: { port: 'admin', path: '/health' },
    speaks: {},
    unprivileged: false,
  };
};

/** On 127.0.0.1 alone; a unix socket's path may be longer than the system allows in a deep folder. */
const placed = {
  RESTATE_LISTEN_MODE: 'tcp',
  RESTATE_BIND_IP: '127.0.0.1',
  RESTATE_BIND_PORT: '{port:node}',
  RESTATE_ADVERTISED_HOST: '127.0.0.1',
  RESTATE_INGRESS__BIND_PORT: '{port:ingress}',
  RESTATE_ADMIN__BIND_PORT: '{port:admin}',
  RESTATE_DISABLE_TELEMETRY: 'true',
  RESTATE_LOG_DISABLE_ANSI_CODES: 'true',
};

/**
 * How often the server asks an open connection whether its worker is alive, how long it waits for the answer, and how long between two
 * tries of an invocation. The server's own are 40 s, 20 s, 500 ms and a minute.
 */
const short = {
  RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_INTERVAL: '1s',
  RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_TIMEOUT: '3s',
  RESTATE_DEFAULT_RETRY_POLICY__INITIAL_INTERVAL: '100ms',
  RESTATE_DEFAULT_RETRY_POLICY__MAX_INTERVAL: '500ms',
};

const installedServer = (home: URL): { readonly binary: string; readonly version: string } => {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(new URL('package.json', home)).resolve(`${name}/package.json`);
    const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
    return { binary: join(dirname(manifest), 'bin', 'restate-server'), version };
  } catch (cause) {
    throw new Error(
      `expected the package ${name}; run \`npx killpoint setup restate\`. Restate has none for Windows.`,
      {
        cause,
      },
    );
  }
};
