import { z } from 'zod';
import { variantFrom } from '../process/index.ts';

/** The settings of this adapter; the first value of each is its default. `server` is the path of a `temporal` binary, or `wheel` for the one that setup installed. */
export const variantSchema = z.object({
  /** Whether timeouts are shortened so that a suite ends today, or are those of the documentation's samples and defaults. */
  timeouts: z.enum(['short', 'documented']).default('short'),
  /** What a cancelled workflow does about an activity that is under way: go on at once, or wait until that has ended. */
  cancelling: z.enum(['try', 'wait']).default('try'),
  /** Whether the document review runs in the interpreter or hand-written in Temporal's own idiom. */
  program: z.enum(['interpreted', 'native']).default('interpreted'),
  server: z.string().default('wheel').describe('PATH'),
});
export type Variant = z.infer<typeof variantSchema>;

/** What a process is told of its store: where the server is, whose runs these are, and the bundle of workflow code to run. */
export const storeSchema = variantSchema.extend({ address: z.string(), name: z.string(), bundle: z.string() });
export type Store = z.infer<typeof storeSchema>;

/** Reads the variant that was asked for. Throws an error that names what is allowed. */
export const variantOf = (asked: Readonly<Record<string, string>>): Variant =>
  variantFrom('temporal', variantSchema, asked);

/** Where a run is, in Temporal's words. One server serves all cases, so each has a task queue and workflow ids of its own. */
export const workflowIdOf = (name: string, run: string): string => `${name}/${run}`;
