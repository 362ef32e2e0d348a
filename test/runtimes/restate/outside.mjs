// What the scripts share: a Restate server, an outside that can hold its answers, workers, and the exit codes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, openOutside, tell } from '../outside.mjs';
import { serverBinary } from './packages.mjs';

/** Runs one script. `check` returns { confirmed, because }. Exit 1: the fault shows; 0: it does not; 2: the script broke. */
export const confirm = async (check) => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-runtimes-'));
  const outside = await openOutside();
  const children = [];
  const start = (command, args, env) => {
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    return { child, pid: String(child.pid), ended: once(child, 'exit') };
  };
  await tell(
    async () => {
      const restate = await startRestate(start, folder);
      const port = await freePort();
      const worker = async () => {
        const started = start(process.execPath, [fileURLToPath(new URL('application.mjs', import.meta.url))], {
          PORT: String(port),
          WORLD: outside.address,
        });
        await until(() => accepts(port));
        return started;
      };
      return check({ outside, restate, worker, address: `http://127.0.0.1:${port}` });
    },
    async () => {
      for (const child of children) child.kill('SIGKILL');
      outside.close();
      await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
      rmSync(folder, { recursive: true, force: true });
    },
  );
};

/** A server of one node with every setting as Restate has it, but for its ports. */
const startRestate = async (start, folder) => {
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  start(serverBinary(), ['--base-dir', folder], {
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_BIND_PORT: String(node),
    RESTATE_INGRESS__BIND_PORT: String(ingress),
    RESTATE_ADMIN__BIND_PORT: String(admin),
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_LOG_FILTER: 'off',
  });
  await until(async () => (await ask(`http://127.0.0.1:${admin}/health`))?.ok === true);
  const rows = async (query) => {
    const response = await ask(`http://127.0.0.1:${admin}/query`, 'POST', { query });
    return JSON.parse(await response.text()).rows;
  };
  return {
    rows,
    register: (uri) => must(ask(`http://127.0.0.1:${admin}/deployments`, 'POST', { uri })),
    send: async (path, body) =>
      JSON.parse(await (await must(ask(`http://127.0.0.1:${ingress}/${path}/send`, 'POST', body))).text()).invocationId,
    cancel: (id) => must(ask(`http://127.0.0.1:${admin}/invocations/${id}/cancel`, 'PATCH')),
    /** Resolves to the invocation when Restate shows it completed. */
    completed: (id) =>
      until(async () => {
        const [found] = await rows(
          `select status, completion_result, completion_failure from sys_invocation where id = '${id}'`,
        );
        return found?.status === 'completed' ? found : undefined;
      }),
    /** The journal, a line an entry. */
    journal: async (id) =>
      (await rows(`select entry_type, name from sys_journal where id = '${id}' order by index`)).map(
        ({ entry_type: type, name }) => (name ? `${type} ${name}` : type),
      ),
  };
};

const ask = async (url, method = 'GET', body = undefined) => {
  const headers = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  try {
    return await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    // Not up yet is the ordinary case where this is asked in a loop; elsewhere `must` says so.
    return undefined;
  }
};

const must = async (asked) => {
  const response = await asked;
  if (response?.ok !== true) throw new Error(`Restate answered ${response?.status}: ${await response?.text()}`);
  return response;
};

/** Looks again and again until there is something; the runs of this are short, and what never comes ends with the script's caller. */
const until = async (look) => {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise(setImmediate);
  }
};

const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
