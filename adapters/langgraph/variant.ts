import { z } from 'zod';

const allowed = {
  /** Where checkpoints are kept: LangGraph's two savers for a database. */
  saver: ['sqlite', 'postgres'],
  /** How far a run may get ahead of its stored checkpoints. `async` is LangGraph's own default. */
  durability: ['async', 'sync', 'exit'],
  /** The question by which the application finds unfinished threads. `next` is the one that the documentation teaches. */
  unfinished: ['next', 'tasks'],
  /** Whether the document review runs in the interpreter or hand-written in LangGraph's own idiom. */
  program: ['interpreted', 'native'],
} as const;

/** The settings of this adapter that decide a verdict; the first value of each is its default. */
export const variantSchema = z.object({
  saver: z.enum(allowed.saver).default('sqlite'),
  durability: z.enum(allowed.durability).default('async'),
  unfinished: z.enum(allowed.unfinished).default('next'),
  program: z.enum(allowed.program).default('interpreted'),
});
export type Variant = z.infer<typeof variantSchema>;

/** What a process is told of its store: the file or the database's address, and the variant that its application runs under. */
export const storeSchema = variantSchema.extend({ at: z.string() });
export type Store = z.infer<typeof storeSchema>;

/** Reads the variant that was asked for. Throws an error that names what is allowed. */
export const variantOf = (asked: Readonly<Record<string, string>>): Variant => {
  const read = variantSchema.strict().safeParse(asked);
  if (read.success) return read.data;
  const choices = Object.entries(allowed).map(([name, values]) => `${name}=${values.join('|')}`);
  throw new Error(`langgraph has no variant ${JSON.stringify(asked)}. Use any of ${choices.join(', ')}.`);
};
