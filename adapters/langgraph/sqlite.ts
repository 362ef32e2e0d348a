import { join } from 'node:path';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { jsonText, places, type Threads, valuesSchema, versionsSchema, writesSchema } from './thread.ts';

/**
 * Makes a new SQLite store in a folder. Two processes that both set up a new file meet SQLITE_BUSY, so it is made whole before there is
 * any process.
 */
export const makeSqlite = async (folder: string): Promise<string> => {
  const file = join(folder, 'langgraph.db');
  const saver = SqliteSaver.fromConnString(file);
  await saver.getTuple({ configurable: { thread_id: 'none' } });
  saver.db.close();
  return file;
};

/** Reads a SQLite store without LangGraph, whose own reading sets up the tables first and so may write. */
export const readSqlite = (file: string): Threads => {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  return {
    mark: () => db.pragma('data_version', { simple: true }),
    read: (run) => {
      const rows = db.transaction(() => ({
        checkpoints: db.prepare(checkpointsOf).all(run),
        writes: db.prepare(writesOf).all(run),
      }))();
      const { checkpoints, writes } = rowsSchema.parse(rows);
      return {
        checkpoints: checkpoints.map(({ checkpoint, ...place }) => ({
          ...place,
          values: checkpoint.channel_values,
          versions: checkpoint.channel_versions,
        })),
        writes,
      };
    },
    close: async () => void db.close(),
  };
};

const checkpointsOf = `select checkpoint_ns as space, checkpoint_id as id, parent_checkpoint_id as parent,
    cast(checkpoint as text) as checkpoint
  from checkpoints where thread_id = ? order by checkpoint_id`;
const writesOf = `select checkpoint_ns as space, checkpoint_id as id, task_id as task, channel, cast(value as text) as value
  from writes where thread_id = ? order by checkpoint_id, task_id, idx`;

const bodySchema = z.object({ channel_values: valuesSchema, channel_versions: versionsSchema });
const rowsSchema = z.object({
  checkpoints: z.array(z.object({ ...places, parent: z.string().nullable(), checkpoint: jsonText.pipe(bodySchema) })),
  writes: writesSchema,
});
