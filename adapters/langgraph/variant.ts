import { z } from 'zod';
import { variantFrom } from '../process/index.ts';

/** The settings of this adapter that decide a verdict; the first value of each is its default. */
export const variantSchema = z.object({
  /** Where checkpoints are kept: LangGraph's two savers for a database. */
  saver: z.enum(['sqlite', 'postgres']).default('sqlite'),
  /** How far a run may get ahead of its stored checkpoints. `async` is LangGraph's own default. */
  durability: z.enum(['async', 'sync', 'exit']).default('async'),
  /** The question by which the application finds unfinished threads. `next` is the one that the documentation teaches. */
  unfinished: z.enum(['next', 'tasks']).default('next'),
  /** Whether the document review runs in the interpreter or hand-written in LangGraph's own idiom. */
  program: z.enum(['interpreted', 'native']).default('interpreted'),
});
export type Variant = z.infer<typeof variantSchema>;

/** What a process is told of its store: the file or the database's address, and the variant that its application runs under. */
export const storeSchema = variantSchema.extend({ at: z.string() });
export type Store = z.infer<typeof storeSchema>;

/** Reads the variant that was asked for. Throws an error that names what is allowed. */
export const variantOf = (asked: Readonly<Record<string, string>>): Variant =>
  variantFrom('langgraph', variantSchema, asked);
