import { z } from 'zod';
import { variantFrom } from '../process/index.ts';

/** The settings of this adapter that decide a verdict; the first value of each is its default. */
export const variantSchema = z.object({
  /** `short` notices a stopped worker in seconds; `documented` leaves every timeout and backoff as the server has it. */
  timeouts: z.enum(['short', 'documented']).default('short'),
  /** Whether the document review runs in the interpreter or hand-written in Restate's own idiom. */
  program: z.enum(['interpreted', 'native']).default('interpreted'),
});
export type Variant = z.infer<typeof variantSchema>;

/** What a process is told of its store: Restate's two addresses, the case's services there, and where a worker says that it is ready. */
export const storeSchema = z.object({
  ingress: z.string(),
  admin: z.string(),
  service: z.string(),
  readiness: z.number(),
  variant: variantSchema,
});
export type Store = z.infer<typeof storeSchema>;

/** Reads the variant that was asked for. Throws an error that names what is allowed. */
export const variantOf = (asked: Readonly<Record<string, string>>): Variant =>
  variantFrom('restate', variantSchema, asked);
