import type { Described, ServerSpec } from '../../model/vocabulary.ts';
import type { Variant } from './variant.ts';

/** What is at work: the version of the SDK, and the server. */
export type AtWork = { readonly sdk: string; readonly server: ServerSpec; readonly variant: Variant };

/** Temporal as this adapter drives it. */
export const subjectOf = ({ sdk, server, variant }: AtWork): Described => ({
  name: 'temporal',
  version: `server ${server.version}, TypeScript SDK ${sdk}`,
  language: 'TypeScript',
  links: ['https://docs.temporal.io'],
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
  bounds:
    variant.timeouts === 'short'
      ? { takeoverMs: 12_000, leaseMs: 2_000, idleMs: 1_000, retryMs: 1_000 }
      : { takeoverMs: 80_000, leaseMs: 60_000, idleMs: 1_000, retryMs: 1_000 },
  keyBuiltBy: 'runtime',
  servers: [server],
  notes: [],
});
