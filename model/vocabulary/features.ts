import { z } from 'zod';

/**
 * What a runtime may offer. `model`, `tool`, `effect` and `approval` are the program steps its interpreter runs; `client` means
 * that commands work with no worker alive; `lease`, that it shows leases and ends them by time; `reports`, that attempts can be
 * driven by commands (start, fail, exit, expire ...); `sliced`, that `inspect` can read the store while a worker is stopped.
 */
export const featureSchema = z.enum([
  'model',
  'tool',
  'effect',
  'approval',
  'client',
  'start-key',
  'lease',
  'claim',
  'reassign',
  'hold',
  'cancel',
  'tenants',
  'reports',
  'sliced',
]);
export type Feature = z.infer<typeof featureSchema>;
