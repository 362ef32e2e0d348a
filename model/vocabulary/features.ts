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
 * `commits`, that the harness is told of each commit before it is durable, and after, and can end the process there; `store`, that the
 * harness can stand between its processes and their store, and is told of their commits where it does. Of
 * owners: `look-up`, that one which cannot recognise a repeat is asked what became of an effect before it is sent again, and that a sent
 * request is reckoned with for as long as the plan's setting `deliveryMs` says; `callback`, that a run waits for an owner's word, which
 * comes as a command; `authority`, that effects carry for whom they are sent and under which fencing token; `conflict`, that an owner's
 * "exists already" is told apart by whose it is. Of the ground that it stands on: `outage`, that its store can be taken away from one case;
 * `full`, that its store can be left without room; `engine`, that its own server, or where it has none all of it that runs, can be killed
 * and comes back; `upgrade`, that workers with newer code for the same program can be started; `skew`, that the clock of its processes can
 * be moved; `drain`, that a worker can be told to stop in order.
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
  'store',
  'look-up',
  'callback',
  'authority',
  'conflict',
  'outage',
  'full',
  'engine',
  'upgrade',
  'skew',
  'drain',
]);
export type Feature = z.infer<typeof featureSchema>;
