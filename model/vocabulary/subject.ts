import { z } from 'zod';
import { featureSchema } from './features.ts';
import { serverSpecSchema } from './server.ts';

/** What a runtime's documentation says of a requirement. */
export const claimSchema = z.enum(['promised', 'silent', 'disclaimed']);
export type Claim = z.infer<typeof claimSchema>;

/** `name` is a requirement's id or an area as `area.*`; the more exact one counts, and what is not named is `silent`. */
export const capabilitySchema = z.object({ name: z.string(), claim: claimSchema, link: z.string() });
export type Capability = z.infer<typeof capabilitySchema>;

/** The times that the harness waits by, in milliseconds; generous ones cost time, short ones cost verdicts. */
export const boundsSchema = z.object({
  /** From a worker's loss to its successor's first act. */
  takeoverMs: z.number().positive(),
  /** The lease, or 0 where there is none. A live worker is never held longer than a third of it. */
  leaseMs: z.number().nonnegative(),
  /** How long nothing must happen for a run to count as at rest. */
  idleMs: z.number().positive(),
  /** The largest declared backoff. */
  retryMs: z.number().nonnegative(),
});
export type Bounds = z.infer<typeof boundsSchema>;

/** The runtime under test, as its adapter describes it. What an adapter leaves out is taken as not known and not offered. */
export const subjectSchema = z.object({
  name: z.string().min(1).default('unnamed'),
  version: z.string().default('unknown'),
  language: z.string().default('unknown'),
  links: z.array(z.string()).readonly().default([]),
  /** The settings that decide a verdict, as the variant that was asked for has them. */
  variant: z.record(z.string(), z.string()).default({}),
  can: z.array(featureSchema).readonly().default([]),
  capabilities: z.array(capabilitySchema).readonly().default([]),
  bounds: boundsSchema.default({ takeoverMs: 2_000, leaseMs: 0, idleMs: 400, retryMs: 0 }),
  /** Who builds an effect's idempotency key. Where it is the application, key requirements are the application's duty. */
  keyBuiltBy: z.enum(['runtime', 'application']).default('application'),
  /**
   * Who finds lost runs and takes them up again. Where it is the application, so is the duty to start no second executor beside a living
   * one: the adapter is that application, and a verdict on it would be one on the adapter.
   */
  recoveryBy: z.enum(['runtime', 'application']).default('runtime'),
  /**
   * Where its durable state is: `files`, all of it in files of the case's folder, where they can be watched one system call at a time and
   * put back as a loss of power leaves them; `servers`, in a server that the harness runs. Without it neither is tried.
   */
  store: z.enum(['files', 'servers']).optional(),
  /** What has to run beside the workers: the harness starts each once, and shares it among all cases. */
  servers: z.array(serverSpecSchema).readonly().default([]),
  /** What a reader of the verdicts has to know: the recovery question that the adapter asks, settings that were shortened. */
  notes: z.array(z.string()).readonly().default([]),
});
export type Subject = z.infer<typeof subjectSchema>;
/** A subject before what it leaves out was filled in. */
export type Described = z.input<typeof subjectSchema>;
