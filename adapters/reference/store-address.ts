import { z } from 'zod';
import type { Json } from '../../model/vocabulary.ts';

const milliseconds = z.number().int().nonnegative();

/** Times that make a suite short. A plan may ask for others by name. */
const settingsSchema = z.object({
  leaseMs: milliseconds.default(600),
  graceMs: milliseconds.default(200),
  backoffMs: milliseconds.default(50),
  deliveryMs: milliseconds.default(500),
  pollMs: milliseconds.default(15),
  busyMs: milliseconds.default(5_000),
});

/** What a process of the reference is told in `open`: which file is its store, and by which times it lives. */
export const storeAddressSchema = z.object({ file: z.string(), settings: settingsSchema });
export type StoreAddress = z.infer<typeof storeAddressSchema>;

/**
 * The times that a plan asks for, and the usual ones where it does not. Where all processes live in one, nobody could let go of a file while
 * another waits for it, so nobody waits. Throws where a time is none.
 */
export const settingsFrom = (asked: Readonly<Record<string, Json>>, isInProcess = false): StoreAddress['settings'] => ({
  ...settingsSchema.parse(asked),
  ...(isInProcess && { busyMs: 0 }),
});
