import { z } from 'zod';

const allowed = {
  /** Whether timeouts are shortened so that a suite ends today, or are those of the documentation's samples and defaults. */
  timeouts: ['short', 'documented'],
  /** What a cancelled workflow does about an activity that is under way: go on at once, or wait until that has ended. */
  cancelling: ['try', 'wait'],
  /** Whether the document review runs in the interpreter or hand-written in Temporal's own idiom. */
  program: ['interpreted', 'native'],
} as const;

/** The settings of this adapter; the first value of each is its default. `server` is the path of a `temporal` binary, or `wheel` for the one that setup installed. */
export const variantSchema = z.object({
  timeouts: z.enum(allowed.timeouts).default('short'),
  cancelling: z.enum(allowed.cancelling).default('try'),
  program: z.enum(allowed.program).default('interpreted'),
  server: z.string().default('wheel'),
});
export type Variant = z.infer<typeof variantSchema>;

/** What a process is told of its store: where the server is, whose runs these are, and the bundle of workflow code to run. */
export const storeSchema = variantSchema.extend({ address: z.string(), name: z.string(), bundle: z.string() });
export type Store = z.infer<typeof storeSchema>;

/** Reads the variant that was asked for. Throws an error that names what is allowed. */
export const variantOf = (asked: Readonly<Record<string, string>>): Variant => {
  const read = variantSchema.strict().safeParse(asked);
  if (read.success) return read.data;
  const choices = Object.entries(allowed).map(([name, values]) => `${name}=${values.join('|')}`);
  throw new Error(`temporal has no variant ${JSON.stringify(asked)}. Use any of ${choices.join(', ')}, server=PATH.`);
};

/** Where a run is, in Temporal's words. One server serves all cases, so each has a task queue and workflow ids of its own. */
export const workflowIdOf = (name: string, run: string): string => `${name}/${run}`;
