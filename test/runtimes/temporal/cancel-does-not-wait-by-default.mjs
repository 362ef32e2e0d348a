// A workflow is cancelled while its activity is in a call on another system, which then does what it was asked and answers. The activity
// heartbeats, and its worker lives throughout. The SDK's reference says that `cancellationType` is WAIT_CANCELLATION_COMPLETED where it is
// not set. Fault: where it is not set the workflow ends as cancelled before the call has come back, and its history never says how the
// activity ended; where it is spelt out the workflow waits, and the history says it.
import { fileURLToPath } from 'node:url';
import { confirm } from './outside.mjs';
import { load, modules } from './packages.mjs';

const { Client } = load('@temporalio/client');
const { heartbeat } = load('@temporalio/activity');
const { DefaultLogger, NativeConnection, Runtime, Worker } = load('@temporalio/worker');

/** Cancels one workflow in the middle of its activity. Says what it had come to before the call was answered, and its last events. */
const cancelled = async ({ client, outside, workflow }) => {
  const handle = await client.workflow.start(workflow, { workflowId: workflow, taskQueue: 'charges' });
  const charge = await outside.call(({ step }) => step === workflow);
  await handle.cancel();
  // Long enough for a worker that does not wait to end it; one that waits is looked at after five heartbeats.
  const over = await Promise.race([handle.result().catch((error) => error.cause?.constructor.name), beats(25)]);
  charge.give();
  await handle.result().catch(() => undefined);
  await beats(5);
  const { events } = await handle.fetchHistory();
  const ended = events.some(
    (event) => event.activityTaskCompletedEventAttributes || event.activityTaskCanceledEventAttributes,
  );
  return { over: over ?? 'still running', ended };
};

const BEAT_MS = 200;
const beats = (count) => new Promise((resolve) => setTimeout(resolve, count * BEAT_MS));

await confirm(async ({ outside, address }) => {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
  });
  const connection = await NativeConnection.connect({ address });
  const { Context } = load('@temporalio/activity');
  const charge = async () => {
    const beating = setInterval(() => heartbeat(), BEAT_MS);
    try {
      return await (await fetch(`${outside.address}/${Context.current().info.workflowType}`)).text();
    } finally {
      clearInterval(beating);
    }
  };
  const worker = await Worker.create({
    connection,
    taskQueue: 'charges',
    activities: { charge },
    workflowsPath: fileURLToPath(new URL('charge.workflow.mjs', import.meta.url)),
    bundlerOptions: {
      webpackConfigHook: (config) => ({
        ...config,
        resolve: { ...config.resolve, modules: [modules, 'node_modules'] },
      }),
    },
  });
  const client = new Client({ connection });
  const { byDefault, waiting } = await worker.runUntil(async () => ({
    byDefault: await cancelled({ client, outside, workflow: 'byDefault' }),
    waiting: await cancelled({ client, outside, workflow: 'waiting' }),
  }));
  await connection.close();
  return {
    confirmed:
      byDefault.over === 'CancelledFailure' && !byDefault.ended && waiting.over === 'still running' && waiting.ended,
    because: `with no cancellationType the workflow was ${byDefault.over} before its activity's call was answered, and its history ${says(byDefault)}; with WAIT_CANCELLATION_COMPLETED it was ${waiting.over}, and its history ${says(waiting)}`,
  };
});

function says({ ended }) {
  return ended ? 'says how the activity ended' : 'never says how the activity ended';
}
