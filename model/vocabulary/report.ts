import { z } from 'zod';
import { markSchema } from './baseline.ts';
import { levelSchema, profiles } from './requirement.ts';
import { capabilitySchema } from './subject.ts';
import { verdictSchema } from './verdict.ts';

const count = z.number().int().nonnegative();
const text = z.string();

/** How many requirements ended in each status. */
export const tallySchema = z.object({ pass: count, fail: count, inconclusive: count, unsupported: count });
export type Tally = z.infer<typeof tallySchema>;

/** Interruptions planned and landed. */
export const plannedSchema = z.object({ planned: count, landed: count });
export type Planned = z.infer<typeof plannedSchema>;

/** What recovery cost, over all interrupted cases. Reported, never a verdict. */
export const costSchema = z.object({
  cases: count,
  stepsRepeated: count,
  modelCallsRepeated: count,
  toolCallsRepeated: count,
  uploadsRepeated: count.default(0),
  effectsDispatched: count,
  effectsApplied: count,
  attemptsUsed: count,
  /** Median milliseconds from the interruption to the next useful call, and to the usable result. */
  toNextCallMs: z.number(),
  toResultMs: z.number(),
});
export type Cost = z.infer<typeof costSchema>;

const targetSchema = z.object({
  address: text,
  name: text,
  version: text,
  language: text,
  variant: z.record(text, text),
  binaries: z.record(text, text),
  capabilities: z.array(capabilitySchema).readonly(),
  notes: z.array(text).readonly(),
});

const interruptionsSchema = z.object({
  ...plannedSchema.shape,
  /** Boundary to what it needs. */
  unreachable: z.record(text, text),
  byBoundary: z.record(text, z.record(text, plannedSchema)),
});

/** A verdict with what a reader of it has to know of its requirement. */
const resultSchema = z.object({
  requirement: text,
  title: text,
  statement: text,
  profile: z.enum(profiles),
  level: levelSchema,
  /** What the baseline says of it, where it knows of this verdict. */
  baseline: markSchema.exactOptional(),
  ...verdictSchema.omit({ requirement: true }).shape,
});

const named = 'killpoint.report/1';

/**
 * The result of one run of the harness on one target: what `report.json` holds and every reporter reads. Whoever parses a file with it
 * accepts members that it does not know, and drops them: a later release may write more.
 */
export const reportSchema = z.object({
  schema: z.literal(named, {
    error: ({ input }) =>
      `expected the schema ${named}, found ${JSON.stringify(input) ?? 'none'}; read this file with the release of killpoint that wrote it`,
  }),
  /** The run was cut short, by its user or by a failure of ours: what is here is finished, what is missing is not. */
  partial: z.boolean(),
  killpoint: text,
  specification: z.object({ revision: text, hash: text }),
  target: targetSchema,
  host: z.object({ platform: text, node: text, cores: count }),
  started: text,
  durationMs: z.number().nonnegative(),
  exit: z.object({ code: z.number().int(), because: text }),
  summary: z.object({
    ...tallySchema.shape,
    level: levelSchema.exactOptional(),
    profiles: z.record(text, tallySchema),
  }),
  interruptions: interruptionsSchema,
  /** Things said once for the whole run: the positive control, the reassignment space, what was skipped and why. */
  remarks: z.array(text).readonly(),
  /** Entries of the baseline that are no longer true, each as a sentence. Present where a baseline was given. */
  stale: z.array(text).readonly().exactOptional(),
  cost: costSchema,
  results: z.array(resultSchema).readonly(),
});
export type Report = z.infer<typeof reportSchema>;
