import { z } from 'zod';
import { variantFrom } from '../process/index.ts';

/** The settings of this adapter that decide a verdict; the first value of each is its default. */
export const variantSchema = z.object({
  /**
   * The executor id of a worker. `local` is DBOS's own default and what its documentation teaches for a single server: whoever restarts
   * recovers what was running. `own` gives every process another one, as it teaches for several servers; nothing but Conductor then
   * recovers what a dead one left.
   */
  executor: z.enum(['local', 'own']).default('local'),
  /** Whether the document review runs in the interpreter or hand-written in DBOS's own idiom. */
  program: z.enum(['interpreted', 'native']).default('interpreted'),
});
export type Variant = z.infer<typeof variantSchema>;

/** What a process is told of its store: the system database, and the variant that its application runs under. */
export const storeSchema = variantSchema.extend({ url: z.string() });

/** Reads the variant that was asked for. Throws an error that names what is allowed. */
export const variantOf = (asked: Readonly<Record<string, string>>): Variant =>
  variantFrom('dbos', variantSchema, asked);
