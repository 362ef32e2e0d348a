// A worker is told to keep one poll open for activities, and is stopped while it is idle. Each poll that it has open takes one activity
// with it. Fault: it takes ten or so of twelve where `maxConcurrentActivityTaskPolls` says one; with `activityTaskPollerBehavior` it takes one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { confirm } from './outside.mjs';
import { load, modules } from './packages.mjs';

const { Client } = load('@temporalio/client');
const { DefaultLogger, NativeConnection, Runtime, Worker } = load('@temporalio/worker');
const STARTED = 2;
const COUNT = 12;

const taken = async (address, client, setting) => {
  const worker = fileURLToPath(new URL('idle-worker.mjs', import.meta.url));
  const idle = spawn(process.execPath, [worker, address, JSON.stringify(setting)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(idle.stdout, 'data');
    idle.kill('SIGSTOP');
    const ids = Array.from({ length: COUNT }, (_, at) => `${Object.keys(setting)[0]}-${at}`);
    const handles = [];
    for (const workflowId of ids)
      handles.push(await client.workflow.start('patient', { workflowId, taskQueue: 'charges' }));
    const states = async () =>
      (await Promise.all(handles.map((handle) => handle.describe()))).map(
        ({ raw }) => raw.pendingActivities?.[0]?.state,
      );
    while ((await states()).some((state) => state === undefined)) await pause(100);
    // All are scheduled. What the open polls take they take at once; this is only for a busy machine.
    await pause(5_000);
    const count = (await states()).filter((state) => state === STARTED).length;
    await Promise.all(handles.map((handle) => handle.terminate()));
    return count;
  } finally {
    idle.kill('SIGKILL');
    await once(idle, 'exit');
  }
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

await confirm(async ({ address }) => {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
  });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    taskQueue: 'charges',
    workflowsPath: fileURLToPath(new URL('charge.workflow.mjs', import.meta.url)),
    bundlerOptions: {
      webpackConfigHook: (config) => ({
        ...config,
        resolve: { ...config.resolve, modules: [modules, 'node_modules'] },
      }),
    },
  });
  const client = new Client({ connection });
  const [limit, behaviour] = await worker.runUntil(async () => [
    await taken(address, client, { maxConcurrentActivityTaskPolls: 1 }),
    await taken(address, client, { activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 1 } }),
  ]);
  await connection.close();
  return {
    confirmed: limit > 1 && behaviour === 1,
    because: `of ${COUNT} activities the stopped worker took ${limit} with maxConcurrentActivityTaskPolls: 1, and ${behaviour} with activityTaskPollerBehavior { simple-maximum, 1 }`,
  };
});
