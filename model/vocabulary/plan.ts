import { z } from 'zod';
import { commandSchema } from './commands.ts';
import { featureSchema } from './features.ts';
import { jsonSchema } from './json.ts';
import { programSchema } from './program.ts';

/** The moments at which this harness can interrupt a run. `model/boundaries.ts` says what each one is and who reaches it. */
export const boundaryNameSchema = z.enum([
  'run.absent',
  'run.ready',
  'worker.started',
  'command.sent',
  'call.received',
  'call.done',
  'call.next',
  'output.received',
  'output.stored',
  'output.next',
  'effect.received',
  'effect.applied',
  'effect.next',
  'step.committed',
  'effect.recorded',
  'commit.before',
  'commit.after',
  'approval.shown',
  'approval.requested',
  'approval.decided',
  'timer.waiting',
  'backoff.waiting',
  'cancel.accepted',
  'retry-wait',
  'takeover.rested',
  'run.rested',
  'write.before',
]);
export type BoundaryName = z.infer<typeof boundaryNameSchema>;

/**
 * A place in a run: the n-th time (from 1) that `at` happens for a step. Without `step` it belongs to the run or its workers: the n-th
 * commit is counted over all workers of the case, and where a script drives it, over its clients; so is the n-th write. At reach *store*
 * `label` says what was about to be done there, such as `fdatasync store.db-wal`.
 */
export const boundarySchema = z.object({
  at: boundaryNameSchema,
  step: z.string().optional(),
  label: z.string().optional(),
  nth: z.number().int().positive(),
});
export type Boundary = z.infer<typeof boundarySchema>;

/**
 * What is done at a boundary. `kill` is SIGKILL; `poison` is a kill at this boundary however often it comes; `lose-node` is a kill that
 * also deletes the worker's working folder, HOME and TMPDIR; `stop` and `continue` are SIGSTOP and SIGCONT to the same worker, each at a
 * boundary of its own; `delay` holds the call of a healthy worker for longer than its lease. The rest are commands: `launch` asks again
 * under the same start key, `decide` and `reject` send a decision, `cancel` a cancellation, `start-worker` starts one more worker while
 * the first lives. Equal commands in a row at one boundary are a race, each from a process of its own.
 *
 * The rest are for a later release, and checks know them already: `kill-engine` kills the runtime's own server; `outage` takes the store
 * away, `full` leaves it no room, and `restore` ends either; `torn` cuts a write off half way; `lose` removes a committed artifact, which
 * `restore` puts back; `upgrade` gives workers that start from then on newer code; `skew` moves the clock.
 *
 * On the operations of a store's files: `fail` lets one end with EIO; `full` lets whatever needs room end with ENOSPC until `restore`;
 * `lose-power` kills every process and leaves of the store what a disk may have kept, as the intervention's `image` says.
 */
export const deedSchema = z.enum([
  'kill',
  'poison',
  'lose-node',
  'stop',
  'continue',
  'delay',
  'launch',
  'decide',
  'reject',
  'cancel',
  'start-worker',
  'kill-engine',
  'outage',
  'full',
  'restore',
  'torn',
  'lose',
  'upgrade',
  'skew',
  'fail',
  'lose-power',
]);
export type Deed = z.infer<typeof deedSchema>;

/**
 * What a loss of power left of what was written and not yet synced: nothing (`drop-all`), which any disk may do; everything (`keep-all`), as a
 * mere crash of the process leaves it; all but one write, or one alone, the `of`-th from the last one back, which a disk that writes in an
 * order of its own may do; everything, the last write cut off after one sector (`torn`).
 */
export const imageSchema = z.object({
  class: z.enum(['drop-all', 'keep-all', 'torn', 'drop-one', 'keep-one']),
  of: z.number().int().positive().optional(),
});
export type Image = z.infer<typeof imageSchema>;

/** One deed at one boundary. `image` goes with `lose-power`. */
export const interventionSchema = z.object({
  at: boundarySchema,
  do: deedSchema,
  image: imageSchema.optional(),
});
export type Intervention = z.infer<typeof interventionSchema>;

/**
 * One line of a plan that drives a runtime by commands alone, with no worker alive. `until-accepted` repeats a command that
 * waits for time to pass (a lease to fall due); `race` sends its commands at once, each from a process of its own.
 */
export const scriptLineSchema = z.discriminatedUnion('say', [
  z.object({ say: z.literal('send'), command: commandSchema }),
  z.object({ say: z.literal('until-accepted'), command: commandSchema }),
  z.object({ say: z.literal('race'), commands: z.array(commandSchema).min(2).readonly() }),
]);
export type ScriptLine = z.infer<typeof scriptLineSchema>;

/** Everything that one case does: no seed and no clock is left in it. A plan with a `script` starts no worker. */
export const planSchema = z.object({
  id: z.string().min(1),
  program: programSchema,
  interventions: z.array(interventionSchema).readonly(),
  script: z.array(scriptLineSchema).readonly().optional(),
  /** What the target must offer, or the plan is not run and judges nothing. */
  needs: z.array(featureSchema).readonly(),
  /** Where set, only these requirements are judged on this plan: a race says nothing fair about the others. */
  judges: z.array(z.string()).readonly().optional(),
  settings: z.record(z.string(), jsonSchema),
  /** Where set, the system calls on the files of its store go through the harness. */
  watches: z.literal('files').optional(),
});
export type Plan = z.infer<typeof planSchema>;
