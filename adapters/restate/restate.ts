import { z } from 'zod';

/** Asks Restate's SQL over its durable state; reads only. Throws what the server says when it refuses. */
export const query = async <T>(admin: string, sql: string, row: z.ZodType<T>): Promise<readonly T[]> => {
  const response = await fetch(`${admin}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: sql }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Restate answered ${response.status} to ${sql}: ${text}`);
  return z.object({ rows: z.array(row) }).parse(JSON.parse(text)).rows;
};

/** A text as SQL has it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The invocation that is a run: that of the `run` handler of its service under the run's ID. */
export const invocationOf = async (admin: string, service: string, run: string): Promise<string | undefined> => {
  const found = await query(
    admin,
    `select id from sys_invocation where target_service_name = ${quoted(service)}
      and target_service_key = ${quoted(run)} and target_handler_name = 'run'`,
    z.object({ id: z.string() }),
  );
  return found[0]?.id;
};
