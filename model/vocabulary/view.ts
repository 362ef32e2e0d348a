import { z } from 'zod';
import { jsonSchema } from './json.ts';

/** A run as its runtime shows it. `review` is a run that stopped because an effect's outcome is unknown. */
export const runStatusSchema = z.enum(['absent', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'review']);
export type RunStatus = z.infer<typeof runStatusSchema>;
/** Whether a run of that status does nothing more by itself. */
export const isTerminal = (status: RunStatus): boolean =>
  ['succeeded', 'failed', 'cancelled', 'review'].includes(status);

/** One committed result: who wrote it and when, in the runtime's own words; order is the runtime's. Equal values hide an overwrite, commits do not. */
export const commitSchema = z.object({ by: z.string(), at: z.string(), value: jsonSchema });
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
    .array(z.object({ id: z.string(), step: z.string(), status: z.string(), revision: z.string() }))
    .readonly()
    .optional(),
  slots: z.array(slotViewSchema).readonly().optional(),
  attempts: z.array(attemptViewSchema).readonly().optional(),
});
export type RunView = z.infer<typeof runViewSchema>;
