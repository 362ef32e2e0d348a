// An application as DBOS's documentation teaches it: `node application.mjs COMMAND WORKFLOW`. Each start of it is one process of the
// single server that its documentation speaks of: it recovers what the last one left.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const adapter = fileURLToPath(new URL('../../../adapters/dbos/', import.meta.url));
const { DBOS } = createRequire(adapter)('@dbos-inc/dbos-sdk');

/** One call on a system outside: it answers when the script lets it. */
const call = async (step) => {
  const response = await fetch(`${process.env.OUTSIDE}/${process.pid}/${step}`, { method: 'POST' });
  return response.text();
};

/** With RETRY_AFTER_S, charge always fails. DBOS asks `shouldRetry` when it decides that a step is tried again: from then on it waits. */
const retries =
  process.env.RETRY_AFTER_S === undefined
    ? undefined
    : {
        retriesAllowed: true,
        intervalSeconds: Number(process.env.RETRY_AFTER_S),
        shouldRetry: () => {
          void call('waiting');
          return true;
        },
      };

const charge = async () => {
  await call('charge');
  if (retries !== undefined) throw new Error('come back later');
};

const order = DBOS.registerWorkflow(
  async () => {
    await DBOS.runStep(charge, { name: 'charge', ...retries });
    await DBOS.runStep(() => call('ship'), { name: 'ship' });
    return 'done';
  },
  { name: 'order', ...(process.env.LIMIT === undefined ? {} : { maxRecoveryAttempts: Number(process.env.LIMIT) }) },
);

const [, , command, workflowID] = process.argv;
DBOS.setConfig({ name: 'shop', systemDatabaseUrl: process.env.DBOS_SYSTEM_DATABASE_URL, logLevel: 'error' });
await DBOS.launch();
if (command === 'start') await DBOS.startWorkflow(order, { workflowID })();
