import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { levelSchema, reaches } from '../model/vocabulary.ts';
import { messageOf, UsageError } from './failures.ts';

/** The file in a shard's folder that says which part of which run it holds. */
export const SHARD_FILE = 'shard.json';

const names = z.array(z.string()).readonly();

/** What a shard leaves beside its report, so that the parts of a run can be put together and a missing one is seen. */
const shardRecordSchema = z.object({
  schema: z.literal('killpoint.shard/1'),
  index: z.number().int().positive(),
  of: z.number().int().positive(),
  /** The SHA-256 of the costs by which plans were dealt out; null where they were drawn by their ids. */
  costs: z.string().nullable(),
  /** What the whole run was asked to do. It is the same for each of its shards. */
  asked: z.object({
    requirements: names,
    programs: names,
    interruptions: z.union([
      z.enum(['quick', 'all', 'smallest', 'pairs']),
      z.object({ count: z.number().int(), seed: z.number().int() }),
    ]),
    reach: z.array(z.enum(reaches)).readonly(),
    /** Requirements that were asked for by their full ids, and the level: they decide the exit code of the whole. */
    byName: names,
    level: levelSchema.nullable(),
  }),
  /** Every plan of the whole run in the order of planning, as this shard saw it, and those that it was to run itself. */
  planned: names,
  own: names,
  leftOut: z.number().int().nonnegative(),
  /** What was found out about the run itself, and by its self-check. */
  remarks: names,
  selfCheck: names,
});
export type ShardRecord = z.infer<typeof shardRecordSchema>;

/** Reads what a shard left. Throws `UsageError` where the folder is none of a shard. */
export const readShardRecord = async (folder: string): Promise<ShardRecord> => {
  const file = join(folder, SHARD_FILE);
  try {
    return shardRecordSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new UsageError(
      `expected the folder of a shard, with ${SHARD_FILE} in it; found none in ${folder}: ${messageOf(error)}. 'killpoint run --shard 1/4 --out DIR' writes one`,
      { cause: error },
    );
  }
};
