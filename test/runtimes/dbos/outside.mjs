// What the scripts share: an outside that can hold its answers, processes of the application, and the exit codes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { openOutside, tell } from '../outside.mjs';
import { freshDatabase, query } from './postgres.mjs';

const adapter = fileURLToPath(new URL('../../../adapters/dbos/', import.meta.url));
const { DBOSClient } = createRequire(adapter)('@dbos-inc/dbos-sdk');

/** Runs one script. `check` returns { confirmed, because }. Exit 1: the fault shows; 0: it does not; 2: the script broke. */
export const confirm = async (check) => {
  const database = await freshDatabase();
  const outside = await openOutside();
  const children = [];
  const start = (command, env = {}) => {
    const file = fileURLToPath(new URL('application.mjs', import.meta.url));
    const child = spawn(process.execPath, [file, command, 'order-1'], {
      env: { PATH: process.env.PATH, DBOS_SYSTEM_DATABASE_URL: database.url, OUTSIDE: outside.address, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    const kill = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    return { kill };
  };
  await tell(
    () =>
      check({
        outside,
        start,
        rows: (statement) => query(database.url, statement),
        client: async (use) => {
          const client = await DBOSClient.create({ systemDatabaseUrl: database.url, applicationName: 'shop' });
          return use(client).finally(() => client.destroy());
        },
      }),
    async () => {
      for (const child of children) child.kill('SIGKILL');
      outside.close();
      await database.close();
    },
  );
};

/** Asks until `is` says yes. */
export const poll = async (ask, is) => {
  for (;;) {
    const answer = await ask();
    if (is(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
