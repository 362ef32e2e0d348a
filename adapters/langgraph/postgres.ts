import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import pg from 'pg';
import { z } from 'zod';
import { jsonSchema } from '../../model/vocabulary.ts';
import { type Databases, databasesOf } from '../postgres/database.ts';
import { jsonText, places, type Threads, versionsSchema, writesSchema } from './thread.ts';

/** The databases of this adapter, with the tables that LangGraph's own `setup` makes. */
export const postgresDatabases = (): Databases =>
  databasesOf('langgraph', {
    run: async (url, statement) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    },
    migrate: async (url) => {
      const saver = PostgresSaver.fromConnString(url);
      await saver.setup().finally(() => saver.end());
    },
  });

/** Reads a Postgres store: one statement is one snapshot. */
export const readPostgres = async (url: string): Promise<Threads> => {
  const client = new pg.Client({ connectionString: url });
  // The database is dropped under whoever reads it last; a lost connection then fails its next question, which is soon enough.
  client.on('error', () => undefined);
  await client.connect();
  return {
    mark: async (run) => JSON.stringify((await client.query(markOf, [run])).rows),
    read: async (run) => {
      const { rows } = await client.query(threadOf, [run]);
      const { checkpoints, blobs, writes } = threadSchema.parse(rows[0]);
      const values = new Map(
        blobs.map((blob) => [JSON.stringify([blob.space, blob.channel, blob.version]), blob.value]),
      );
      return {
        checkpoints: checkpoints.map(({ versions, ...place }) => ({
          ...place,
          versions,
          values: Object.fromEntries(
            Object.entries(versions).flatMap(([channel, version]) => {
              const value = values.get(JSON.stringify([place.space, channel, String(version)]));
              return value === undefined ? [] : [[channel, value]];
            }),
          ),
        })),
        writes,
      };
    },
    close: () => client.end(),
  };
};

/** A row that is added or replaced carries another transaction's number; no row of these tables is ever taken away. */
const markOf = ['checkpoints', 'checkpoint_writes', 'checkpoint_blobs']
  .map((table) => `select count(*) as rows, sum(xmin::text::bigint) as sum from ${table} where thread_id = $1`)
  .join(' union all ');

const threadOf = `select
  (select coalesce(json_agg(json_build_object('space', checkpoint_ns, 'id', checkpoint_id, 'parent', parent_checkpoint_id,
    'versions', checkpoint -> 'channel_versions') order by checkpoint_id), '[]')
    from checkpoints where thread_id = $1) as checkpoints,
  (select coalesce(json_agg(json_build_object('space', checkpoint_ns, 'channel', channel, 'version', version,
    'value', convert_from(blob, 'UTF8'))), '[]')
    from checkpoint_blobs where thread_id = $1 and type <> 'empty') as blobs,
  (select coalesce(json_agg(json_build_object('space', checkpoint_ns, 'id', checkpoint_id, 'task', task_id, 'channel', channel,
    'value', convert_from(blob, 'UTF8')) order by checkpoint_id, task_id, idx), '[]')
    from checkpoint_writes where thread_id = $1) as writes`;

const threadSchema = z.object({
  checkpoints: z.array(z.object({ ...places, parent: z.string().nullable(), versions: versionsSchema })),
  blobs: z.array(
    z.object({ space: z.string(), channel: z.string(), version: z.string(), value: jsonText.pipe(jsonSchema) }),
  ),
  writes: writesSchema,
});
