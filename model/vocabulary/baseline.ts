import { z } from 'zod';

const text = z.string().min(1);
const date = z.iso.date();

/** What every entry says: the requirement, why it is here, and, where the file is about several targets, which (`*` for any text). */
const entry = { requirement: text, reason: text, issue: text.exactOptional(), target: text.exactOptional() };

/** Fails, and each of its failing cases begins with such a message. From the day after `expires` on the entry is stale. */
const failingSchema = z.strictObject({ ...entry, message: text, expires: date });
/** Fails now and then: `rate` is in how many of how many runs it was seen to. */
const flakySchema = z.strictObject({
  ...entry,
  rate: z.string().regex(/^\d+\/[1-9]\d*$/, 'expected k/n, such as 2/40'),
  expires: date.exactOptional(),
});
/** Is not offered, which is known also where a level is asked for. */
const unsupportedSchema = z.strictObject(entry);

/**
 * What is known of a target and is not to fail its run, in a file that its owners keep. An entry that is no longer true is stale, and fails
 * the run: nothing stays known that nobody sees any more. Members that the schema does not know are refused, since they are typing errors.
 */
export const baselineSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  schema: z.literal('killpoint.baseline/1'),
  failing: z.array(failingSchema).readonly().default([]),
  flaky: z.array(flakySchema).readonly().default([]),
  unsupported: z.array(unsupportedSchema).readonly().default([]),
});
export type Baseline = z.infer<typeof baselineSchema>;
/** A requirement that is known to fail. */
export type FailingEntry = z.infer<typeof failingSchema>;
/** A requirement that is known to fail now and then. */
export type FlakyEntry = z.infer<typeof flakySchema>;
/** A requirement that is known not to be offered. */
export type UnsupportedEntry = z.infer<typeof unsupportedSchema>;

/** A verdict that its baseline knows of, with what the entry says. The verdict's status stays what it is. */
export const markSchema = z.object({
  mark: z.enum(['known-failing', 'known-flaky', 'known-unsupported']),
  reason: z.string(),
  issue: z.string().exactOptional(),
  expires: z.string().exactOptional(),
  rate: z.string().exactOptional(),
});
export type Mark = z.infer<typeof markSchema>;
