import type { Described } from '../../model/vocabulary.ts';
import type { Variant } from './variant.ts';
export const subjectOf = (version: string, variant: Variant): Described => ({
  name: 'dbos',
  version,
  language: 'TypeScript',
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
  bounds: { takeoverMs: 6_000, leaseMs: 0, idleMs: 1_500, retryMs: 0 },
  keyBuiltBy: 'application',
});
