import type { Described, ServerSpec } from '../../model/vocabulary.ts';
import type { Variant } from './variant.ts';

/** Restate as this adapter drives it, on the server that the harness starts for it. */
export const subjectOf = (server: ServerSpec, variant: Variant): Described => ({
  name: 'restate',
  version: server.version,
  language: 'TypeScript',
  links: [],
  variant,
  can: [
    'model',
    'tool',
    'effect',
    'approval',
    'timer',
    'parallel',
    'choose',
    'child',
    'client',
    'start-key',
    'retry',
    'attempt-limit',
    'shared-store',
    'cancel',
    'sliced',
  ],
  capabilities: [],
  bounds: { takeoverMs: 6_000, leaseMs: 0, idleMs: 700, retryMs: 1_000 },
  keyBuiltBy: 'runtime',
  servers: [server],
  notes: [],
});
