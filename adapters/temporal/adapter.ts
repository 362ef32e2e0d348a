import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { Adapter, Session, Setting } from '../../model/vocabulary.ts';
import { nodeProcess } from '../process/index.ts';
import { workflowBundle } from './bundle.ts';
import { home, sdkVersion } from './home.ts';
import { Reader } from './reader.ts';
import { serverOf } from './server.ts';
import { subjectOf } from './subject.ts';
import { type Store, type Variant, variantOf, workflowIdOf } from './variant.ts';

/** Temporal: its own development server, and workers on its TypeScript SDK. Throws an error that names the choices where a variant is not known. */
export const createTemporal = (asked: Readonly<Record<string, string>>): Adapter => {
  const variant = variantOf(asked);
  return {
    describe: async () => subjectOf({ sdk: sdkVersion(), server: serverOf(variant), variant }),
    open: (setting) => openSession(setting, variant),
  };
};

export { createTemporal as default };

const openSession = async ({ name, servers }: Setting, variant: Variant): Promise<Session> => {
  const port = servers.temporal?.ports.grpc;
  if (port === undefined) throw new Error("expected a server 'temporal' with a port 'grpc'; the harness gave none");
  const store: Store = { ...variant, address: `127.0.0.1:${port}`, name, bundle: await workflowBundle() };
  const connection = await Connection.connect({ address: store.address });
  const client = new Client({ connection, identity: 'killpoint' });
  const readers = new Map<string, Reader>();
  return {
    store,
    process: () => nodeProcess(new URL('dist/process.js', home)),
    inspect: (run) => {
      const reader = readers.get(run) ?? new Reader(client, workflowIdOf(name, run));
      readers.set(run, reader);
      return reader.read();
    },
    close: async () => {
      for (const run of readers.keys()) await terminate(client, workflowIdOf(name, run));
      await connection.close();
    },
  };
};

/** The server is shared: a run that was left unfinished would go on asking for workers while other cases run. */
const terminate = async (client: Client, workflowId: string): Promise<void> => {
  try {
    await client.workflow.getHandle(workflowId).terminate('the case is over');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
};
