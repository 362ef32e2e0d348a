import { z } from 'zod';

/**
 * What a runtime may offer. The names of program steps (`model` to `child`) are those that its interpreter runs. `client` means that
 * commands work with no worker alive; `start-key`, that a launch carries a key under which one run exists; `retry`, that a step's retry
 * policy (attempts, backoff) is the runtime's own; `attempt-limit`, that the runtime bounds how often a run is taken up; `shared-store`,
 * that a worker on another node can go on; `lease`, that it shows leases and ends them by time; `reports`, that attempts can be driven by
 * commands (start, fail, exit, expire ...); `registry`, that revisions of configuration are registered, accepted and pinned; `deadline`
 * and `execution-time`, that a run's own limits of time are the runtime's; `reviewer` and `approval-deadline`, that an approval has them;
 * `provenance`, that it shows of each output which attempt made it from what; `prefix`, that it shows what is committed and what will be
 * repeated; `decisions`, that failures, recovery decisions and outcomes are linked; `sliced`, that `inspect` can read the store while a worker is stopped;
 * `commits`, that the harness is told of each commit before it is durable, and after, and can end the process there.
 */
export const featureSchema = z.enum([
  'model',
  'tool',
  'effect',
  'output',
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
  'lease',
  'claim',
  'reassign',
  'hold',
  'cancel',
  'tenants',
  'registry',
  'branch',
  'resume',
  'deadline',
  'execution-time',
  'reviewer',
  'approval-deadline',
  'provenance',
  'prefix',
  'decisions',
  'reports',
  'sliced',
  'commits',
]);
export type Feature = z.infer<typeof featureSchema>;
