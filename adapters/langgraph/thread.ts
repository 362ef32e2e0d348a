import { z } from 'zod';
import { type Json, jsonSchema } from '../../model/vocabulary.ts';

/** What a saver keeps of one thread, in one moment, oldest first: its checkpoints, and the writes of tasks on them. */
export type Thread = { readonly checkpoints: readonly Checkpoint[]; readonly writes: readonly Write[] };

/** One checkpoint. `space` is '' for the graph itself, and begins with the node's name for a subgraph that a node called. */
export type Checkpoint = {
  readonly space: string;
  readonly id: string;
  readonly parent: string | null;
  readonly values: Readonly<Record<string, Json>>;
  readonly versions: Readonly<Record<string, string | number>>;
};

/** One write of a task that ran on the checkpoint `id`. */
export type Write = {
  readonly space: string;
  readonly id: string;
  readonly task: string;
  readonly channel: string;
  readonly value: Json;
};

/** A way to read threads that never writes. */
export interface Threads {
  read(run: string): Promise<Thread> | Thread;
  /** Changes with whatever may change a reading; equal marks allow the reader to keep what it has. */
  mark(run: string): Promise<unknown> | unknown;
  close(): Promise<void>;
}

/** JSON that stands in a column as text. */
export const jsonText = z.string().transform((text): unknown => JSON.parse(text));
/** The columns that both savers share. */
export const places = { space: z.string(), id: z.string() };
/** The versions of a checkpoint's channels. */
export const versionsSchema = z.record(z.string(), z.union([z.number(), z.string()]));
/** The values of a checkpoint's channels. */
export const valuesSchema = z.record(z.string(), jsonSchema);
/** The rows of writes, as both savers' queries name their columns. */
export const writesSchema = z.array(
  z.object({ ...places, task: z.string(), channel: z.string(), value: jsonText.pipe(jsonSchema) }),
);
