import { z } from 'zod';
import { variantFrom } from '../process/index.ts';

/** The settings of this adapter that decide a verdict; the first value of each is its default. */
export const variantSchema = z.object({
  /** How long a claim lasts without a heartbeat: seconds instead of the half minute that OpenWorkflow has built in, or as it is built in. */
  lease: z.enum(['short', 'documented']).default('short'),
  /** Whether the document review runs in the interpreter or hand-written in OpenWorkflow's own idiom. */
  program: z.enum(['interpreted', 'native']).default('interpreted'),
});
export type Variant = z.infer<typeof variantSchema>;

/** What a process is told of its store: the address of the case's database, and the variant that it runs under. */
export const storeSchema = variantSchema.extend({ url: z.string() });

/** Reads the variant that was asked for. Throws an error that names what is allowed. */
export const variantOf = (asked: Readonly<Record<string, string>>): Variant =>
  variantFrom('openworkflow', variantSchema, asked);
