import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, UsageError } from './failures.ts';

/** The file in a run's folder that holds what each of its plans took. */
export const COSTS_FILE = 'costs.json';

const costsSchema = z.object({
  schema: z.literal('killpoint.costs/1'),
  target: z.string(),
  /** Milliseconds that each plan took, by its id. Plans that every shard runs are none of them. */
  plans: z.record(z.string(), z.number().nonnegative()),
});
/** What the plans of an earlier run took. */
export type Costs = z.infer<typeof costsSchema>;

/** What the plans of a run took, as its file says it: in an order that does not depend on which case ended first. */
export const costsOf = (target: string, plans: ReadonlyMap<string, number>): Costs => ({
  schema: 'killpoint.costs/1',
  target,
  plans: Object.fromEntries([...plans].toSorted(([a], [b]) => (a < b ? -1 : 1))),
});

/** Reads the costs that a run left, by its folder or by the file itself. Throws `UsageError` where it is no such file. */
export const readCosts = async (place: string): Promise<Costs> => {
  const file = existsSync(place) && statSync(place).isDirectory() ? join(place, COSTS_FILE) : place;
  try {
    return costsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new UsageError(
      `expected the costs of an earlier run in ${file}: ${messageOf(error)}. A run leaves them as ${COSTS_FILE} in its folder`,
      { cause: error },
    );
  }
};

/** By this two shards know that they were divided by the same costs. */
export const digestOfCosts = ({ plans }: Costs): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(plans).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
