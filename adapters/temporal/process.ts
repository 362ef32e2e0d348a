import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { OpenMessage } from '../../model/vocabulary.ts';
import { serve } from '../process/index.ts';
import { activitiesAt } from './activities.ts';
import { answer } from './commands.ts';
import { timings } from './timing.ts';
import { type Store, storeSchema } from './variant.ts';

/** A process that is connected: its worker, if it is to be one, and its client share the connection. */
type Opened = { readonly message: OpenMessage; readonly store: Store; readonly connection: NativeConnection };
let opened: Opened | undefined;

// The logger writes to stderr. What the native part says goes to stdout, the protocol's, unless it is handed to the logger.
Runtime.install({ logger: new DefaultLogger('WARN'), telemetryOptions: { logging: { filter: 'WARN', forward: {} } } });

const here = (): Opened => {
  if (opened === undefined) throw new Error('expected an open message first: it names the server');
  return opened;
};

serve({
  open: async (message) => {
    const store = storeSchema.parse(message.store);
    opened = { message, store, connection: await NativeConnection.connect({ address: store.address }) };
  },
  work: async () => {
    const { message, store, connection } = here();
    const worker = await Worker.create({
      connection,
      taskQueue: store.name,
      workflowBundle: { codePath: store.bundle },
      activities: activitiesAt(message.world),
      identity: message.name,
      ...timings[store.timeouts].worker,
    });
    worker.run().catch((error: unknown) => {
      process.stderr.write(`the worker stopped: ${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    });
  },
  command: (command) => {
    const { message, store, connection } = here();
    return answer(new Client({ connection, identity: message.name }), store, command);
  },
});
