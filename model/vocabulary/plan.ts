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
  'effect.looked-up',
  'commit.before',
  'commit.after',
  'approval.shown',
  'approval.requested',
  'approval.decided',
  'attempt.claimed',
  'timer.waiting',
  'backoff.waiting',
  'child.waiting',
  'cancel.accepted',
  'branch.created',
  'retry-wait',
  'retry-wait.reassigned',
  'retry-wait.due',
  'outage.waiting',
  'takeover.rested',
  'run.rested',
  'commit.unacknowledged',
  'write.before',
]);
export type BoundaryName = z.infer<typeof boundaryNameSchema>;

/**
 * A place in a run: the n-th time (from 1) that `at` happens for a step. Without `step` it belongs to the run or its workers: the n-th
 * commit is counted over all workers of the case, and where a script drives it, over its clients; so is the n-th write. `label` is what that
 * commit wrote in the undisturbed run, or that write was about to do, such as `fdatasync store.db-wal`, where that is known: one that does
 * something else took another path. Without `run` it belongs to the run that every plan launches, and not to one that the plan adds.
 */
export const boundarySchema = z.object({
  at: boundaryNameSchema,
  run: z.string().optional(),
  step: z.string().optional(),
  nth: z.number().int().positive(),
  label: z.string().optional(),
});
export type Boundary = z.infer<typeof boundarySchema>;

/** The commands that a plan can send. All but `launch-another` are about the run that every plan launches. */
export const commandDeeds = [
  'launch',
  'launch-another',
  'decide',
  'reject',
  'cancel',
  'claim',
  'reassign',
  'hold',
  'release',
  'branch',
  'redo',
  'retry',
  'resume',
  'revoke',
  'expire',
] as const;
/** A deed of a plan that is a command to the runtime. */
export type CommandDeed = (typeof commandDeeds)[number];

/** What touches the ground that a run stands on. */
export const groundDeeds = ['kill-engine', 'outage', 'full', 'restore', 'torn', 'lose', 'upgrade', 'skew'] as const;
/** A deed of a plan that touches what a run stands on. */
export type GroundDeed = (typeof groundDeeds)[number];

/**
 * What is done at a boundary. `kill` is SIGKILL; `poison` is a kill at this boundary however often it comes; `lose-node` is a kill that
 * also deletes the worker's working folder, HOME and TMPDIR; `stop` and `continue` are SIGSTOP and SIGCONT to the same worker, each at a
 * boundary of its own; `delay` holds the call of a healthy worker for longer than its lease. `start-worker` starts one more worker while
 * the first lives; `drain` tells a worker to stop in order, as a deployment does, while its call is held. The rest are commands: `launch` asks again under the same start key, `launch-another` launches one more run of the
 * program under ids and a start key of its own, `decide` and `reject` send a decision, `cancel` a cancellation, `claim` claims the slot
 * for somebody who then does nothing with it, `branch` makes a new run of this one with its first result changed. `resume` first says of
 * each effect in review whether its owner applied it. `revoke` ends the lease of whoever has it, `expire` says of whatever time may have
 * ended that it did (a lease and its worker, a wait, the run), and where no worker works it says so until that is true. `redo` has what was
 * shown for a decision made anew. `reassign`, `hold`, `release` and `retry` are what they are called. Equal commands in a row at one
 * boundary are a race, each from a process of its own.
 *
 * Some are the world's, on the call that is held. `drop` cuts its connection, with what was done done; `duplicate` brings the request to its
 * server once more; `fail` answers with an error that may pass, `refuse` with one that will not, and `conflict` says that somebody else
 * has made what is asked for. `call-back` lets an owner say its outcome, early or once more; `take-access` changes the rule of one that
 * guards itself; `deliver` brings the request of a worker that was killed to its owner after all.
 *
 * What a run stands on is touched by these: `kill-engine` kills the runtime's own server and starts it again, or where it has none all of
 * it that runs; `outage` takes the store away, `full` leaves it no room, and `restore` ends either; `torn` keeps half of the next upload;
 * `lose` removes the artifact that a step brought, which `restore` puts back; `upgrade` makes newer revisions known and gives workers that
 * start from then on newer code; `skew` moves the clock of every process an hour on, and the next time back.
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
  'drain',
  ...commandDeeds,
  'start-worker',
  'drop',
  'duplicate',
  'fail',
  'refuse',
  'conflict',
  'call-back',
  'take-access',
  'deliver',
  ...groundDeeds,
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
  /** Where set, its processes reach their store through the harness, which sees each of their commits. */
  reach: z.literal('store').optional(),
  settings: z.record(z.string(), jsonSchema),
  /** Where set, the system calls on the files of its store go through the harness. */
  watches: z.literal('files').optional(),
});
export type Plan = z.infer<typeof planSchema>;

/** Whether a plan interrupts nothing: a positive control. A script of commands is none. */
export const isControl = ({ interventions, script }: Pick<Plan, 'interventions' | 'script'>): boolean =>
  interventions.length === 0 && script === undefined;
