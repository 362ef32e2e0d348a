// The adapter: says what the runtime is, opens a store for each case, names the process to spawn, reads a run's durable state.
// (.mts, so that it is a module whatever the package around it says.) It does no work itself. The runtime of this template keeps each case in one JSON file; put yours in its place.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter, RunView } from 'killpoint';
import { nodeProcess } from 'killpoint/adapter';

const adapter: Adapter = {
  describe: async () => ({
    name: 'my-runtime',
    version: '0.1.0', // the runtime's own, read from what is installed
    language: 'TypeScript',
    links: ['https://example.com/docs'],
    // The settings that decide a verdict, as they are at work.
    variant: {},
    // What the runtime itself offers. A plan that needs more is not run.
    can: ['model', 'tool', 'effect', 'approval', 'parallel', 'choose', 'client', 'sliced'],
    // What its documentation says, each with a link to the sentence. What is not named is silent.
    capabilities: [{ name: 'recovery.*', claim: 'promised', link: 'https://example.com/docs#recovery' }],
    // The times that the harness waits by, in milliseconds.
    bounds: { takeoverMs: 1_000, leaseMs: 0, idleMs: 400, retryMs: 0 },
    // Who makes an effect's idempotency key. Here worker.mts does, which plays the application.
    keyBuiltBy: 'application',
    notes: ['A worker that starts takes up every run that is unfinished; there is no lease.'],
  }),

  open: async ({ folder }) => {
    const file = join(folder, 'runs.json');
    writeFileSync(file, '{}'); // whole before any process starts
    return {
      store: file, // what each process is told, so that it finds the store
      process: () => nodeProcess(new URL('./worker.mts', import.meta.url)),
      inspect: async (run) => viewOf(file, run), // reads, never writes
      close: async () => undefined,
    };
  },
};
export default adapter;

const viewOf = (file: string, run: string): RunView => {
  const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8'))[run] : undefined;
  if (found === undefined) return { status: 'absent', steps: {} };
  const { status, waitsFor, commits } = found;
  // Every commit of a step: who wrote it and when, in the runtime's own words. Equal values would hide an overwrite.
  const steps: RunView['steps'] = Object.fromEntries(
    Object.entries(commits).map(([id, one]) => [id, { commits: [one] }]),
  );
  const approvals = waitsFor === null ? [] : [{ id: waitsFor, step: waitsFor, status: 'requested', revision: '' }];
  return { status, steps, approvals };
};
