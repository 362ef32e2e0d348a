import { z } from 'zod';
import { markSchema } from './baseline.ts';
import { costSchema, plannedSchema, reportSchema, tallySchema } from './report.ts';
import { dutySchema, levelSchema, profiles } from './requirement.ts';
import { claimSchema } from './subject.ts';
import { statusSchema, strengthSchema } from './verdict.ts';

const text = z.string();

/** One target in one variant, as its own run reported it. */
const columnSchema = z.object({
  ...reportSchema.shape.target.omit({ capabilities: true }).shape,
  /** What it was judged by, where that is another specification than the comparison's: an id may have meant less then. */
  specification: reportSchema.shape.specification.exactOptional(),
  started: text,
  durationMs: z.number().nonnegative(),
  partial: z.boolean(),
  interruptions: plannedSchema,
  summary: tallySchema,
  /** The level that was reached, where one was. */
  level: levelSchema.exactOptional(),
  cost: costSchema,
  exit: reportSchema.shape.exit,
});
/** One target, in one of its variants. */
export type ComparisonColumn = z.infer<typeof columnSchema>;

/** One requirement on one target, with what it rests on. */
const cellSchema = z.object({
  status: statusSchema,
  promise: claimSchema,
  /** The sentence of the documentation that the promise rests on, as its adapter names it. */
  link: text.exactOptional(),
  duty: dutySchema,
  message: text,
  strength: strengthSchema,
  baseline: markSchema.exactOptional(),
  /** The failing plans: how often each came again when it was run alone, and its counterexample file below that run's folder. */
  failing: z
    .array(z.object({ plan: text, reproduced: text.exactOptional(), counterexample: text.exactOptional() }))
    .readonly(),
});
export type ComparisonCell = z.infer<typeof cellSchema>;

const rowSchema = z.object({
  requirement: text,
  title: text,
  statement: text,
  profile: z.enum(profiles),
  level: levelSchema,
  /** A cell per column; null where that run did not ask for the requirement. */
  cells: z.array(cellSchema.nullable()).readonly(),
});
/** One requirement on every target. */
export type ComparisonRow = z.infer<typeof rowSchema>;

/** Several targets side by side, made of their reports: what `comparison.json` holds. */
export const comparisonSchema = z.object({
  schema: z.literal('killpoint.comparison/1'),
  killpoint: text,
  specification: reportSchema.shape.specification,
  host: reportSchema.shape.host,
  columns: z.array(columnSchema).readonly(),
  rows: z.array(rowSchema).readonly(),
});
export type Comparison = z.infer<typeof comparisonSchema>;
