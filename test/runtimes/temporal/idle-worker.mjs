// A worker that only polls for activities, as its one setting says. `idle-worker.mjs ADDRESS SETTING` prints a line when it polls.
import { load } from './packages.mjs';

const { DefaultLogger, NativeConnection, Runtime, Worker } = load('@temporalio/worker');

Runtime.install({
  logger: new DefaultLogger('ERROR'),
  telemetryOptions: { logging: { filter: 'ERROR', forward: {} } },
});
const [, , address, setting] = process.argv;
const connection = await NativeConnection.connect({ address });
const activities = { charge: async () => 'done' };
const worker = await Worker.create({ connection, taskQueue: 'charges', activities, ...JSON.parse(setting) });
const running = worker.run();
for (;;) {
  const queue = { namespace: 'default', taskQueue: { name: 'charges' }, taskQueueType: 2 };
  const { pollers } = await connection.workflowService.describeTaskQueue(queue);
  if (pollers.length > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
// The first poll shows it; the others, if there are any, were sent with it.
setTimeout(() => console.log('polling'), 1_000);
await running;
