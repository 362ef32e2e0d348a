import { z } from 'zod';
import { pinsSchema } from './commands.ts';
import { jsonSchema } from './json.ts';

/**
 * A run as its runtime shows it. `review` is a run that stopped because an effect's outcome is unknown; `blocked`, one that stopped
 * because something committed cannot be read; `expired`, one whose own time was over; `stranded`, one that no executor can serve.
 */
export const runStatusSchema = z.enum([
  'absent',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'review',
  'blocked',
  'stranded',
]);
export type RunStatus = z.infer<typeof runStatusSchema>;
/** Whether a run of that status does nothing more by itself. */
export const isTerminal = (status: RunStatus): boolean =>
  ['succeeded', 'failed', 'cancelled', 'expired', 'review', 'blocked', 'stranded'].includes(status);

/** Where a committed result comes from: its task, the state revision that it made, its attempt, the execution above it, the source revision. */
export const provenanceSchema = z.object({
  task: z.string(),
  revision: z.number().int(),
  attempt: z.string(),
  parent: z.string().nullable(),
  source: z.string(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** One committed result: who wrote it and when, in the runtime's own words; order is the runtime's. Equal values hide an overwrite, commits do not. */
export const commitSchema = z.object({
  by: z.string(),
  at: z.string(),
  value: jsonSchema,
  provenance: provenanceSchema.optional(),
});
export type Commit = z.infer<typeof commitSchema>;

/** One step as its runtime shows it. */
export const stepViewSchema = z.object({
  commits: z.array(commitSchema).readonly(),
  /** The value in force, where the runtime shows one apart from its history. */
  inForce: jsonSchema.optional(),
  /**
   * Set while the last commit is durable and the runtime has not yet folded it into the state that later steps are given. A runtime
   * whose commit is one write never shows it; where it is shown, an interruption before and after the folding are two moments.
   */
  pending: z.literal(true).optional(),
  /** What the runtime believes of an effect, where it keeps that apart. */
  effect: z.enum(['intended', 'dispatched', 'ambiguous', 'review', 'applied', 'refused', 'dropped']).optional(),
});
export type StepView = z.infer<typeof stepViewSchema>;

/** One version of an artifact as its runtime knows it. `orphaned` was uploaded, and no committed reference names it. */
export const artifactViewSchema = z.object({
  name: z.string(),
  version: z.string(),
  digest: z.string().nullable(),
  step: z.string(),
  attempt: z.string(),
  state: z.enum(['uploading', 'stored', 'committed', 'missing', 'orphaned']),
});
export type ArtifactView = z.infer<typeof artifactViewSchema>;

/** One failure with what was decided about it and what came of that. `outcome` is null while nothing has. */
export const recoveryViewSchema = z.object({
  attempt: z.string(),
  failure: z.string(),
  decision: z
    .object({ operation: z.enum(['retry', 'resume', 'reassign', 'branch']), actor: z.string(), reason: z.string() })
    .nullable(),
  outcome: z.string().nullable(),
});
export type RecoveryView = z.infer<typeof recoveryViewSchema>;

/** The states of a slot (spec: Words). */
export const slotStateSchema = z.enum([
  'ready',
  'held',
  'claimed',
  'active',
  'waiting',
  'retry-wait',
  'succeeded',
  'failed',
  'cancelled',
]);
export type SlotState = z.infer<typeof slotStateSchema>;
/** A worker as recorded: the last three are terminal, and a `lost` one may be alive. */
export const workerStatusSchema = z.enum(['starting', 'running', 'exited', 'failed', 'lost']);
export type WorkerStatus = z.infer<typeof workerStatusSchema>;
/** A lease: all but `live` are terminal. */
export const leaseStatusSchema = z.enum(['live', 'released', 'expired', 'revoked']);
export type LeaseStatus = z.infer<typeof leaseStatusSchema>;

/** One slot as its runtime shows it. */
export const slotViewSchema = z.object({
  id: z.string(),
  tenant: z.string(),
  run: z.string(),
  state: slotStateSchema,
  specification: z.string(),
  workerClass: z.string(),
  reason: z.string().nullable(),
  /** The runtime's own clock, in milliseconds; null when the slot may be claimed at once. */
  retryAtMs: z.number().nullable(),
  /** Attempts: `pending` was claimed and has not started, `active` works, `prior` is the last one that ended. */
  pending: z.string().nullable(),
  active: z.string().nullable(),
  prior: z.string().nullable(),
});
export type SlotView = z.infer<typeof slotViewSchema>;

/** One attempt as its runtime shows it, with its worker and its lease. */
export const attemptViewSchema = z.object({
  id: z.string(),
  slot: z.string(),
  outcome: z.string(),
  worker: z.object({ status: workerStatusSchema, owner: z.string().nullable() }),
  lease: z.object({ status: leaseStatusSchema }),
});
export type AttemptView = z.infer<typeof attemptViewSchema>;

/** What `inspect` returns: the durable state of one run at one moment. Reading it changes nothing. */
export const runViewSchema = z.object({
  status: runStatusSchema,
  steps: z.record(z.string(), stepViewSchema),
  /** How many runs exist under this run's start key, where the runtime has such keys. */
  runs: z.number().int().optional(),
  approvals: z
    .array(
      z.object({
        id: z.string(),
        step: z.string(),
        status: z.string(),
        revision: z.string(),
        reviewer: z.string().optional(),
        /** The runtime's own clock, in milliseconds. */
        deadlineAtMs: z.number().optional(),
      }),
    )
    .readonly()
    .optional(),
  /** Whose the run is and under which configuration it runs, as pinned at its launch. */
  identity: z.object({ tenant: z.string(), pins: pinsSchema }).optional(),
  /** The run that this one was branched from. */
  parent: z.object({ run: z.string(), reason: z.string() }).optional(),
  /** The runtime's own clock, in milliseconds: when the run's deadline is, and how much time at work it has left. */
  deadlineAtMs: z.number().optional(),
  executionLeftMs: z.number().optional(),
  artifacts: z.array(artifactViewSchema).readonly().optional(),
  recoveries: z.array(recoveryViewSchema).readonly().optional(),
  /** Which steps are committed, from which inputs, and which an interruption now would repeat. */
  prefix: z
    .object({
      committed: z.array(z.object({ step: z.string(), inputs: z.array(z.string()).readonly() })).readonly(),
      repeated: z.array(z.string()).readonly(),
    })
    .optional(),
  slots: z.array(slotViewSchema).readonly().optional(),
  attempts: z.array(attemptViewSchema).readonly().optional(),
});
export type RunView = z.infer<typeof runViewSchema>;
