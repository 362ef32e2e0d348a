import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Judging } from '../../model/index.ts';
import type { History, Requirement } from '../../model/vocabulary.ts';
import { readHistory } from '../archive.ts';
import type { ShardPart } from './whole.ts';

/** A history of the whole, the shard that saw it, and the plan's name there. */
export type Copied = { readonly history: History; readonly shard: number; readonly plan: string };

/**
 * The histories of all shards in the order of planning. What every shard ran stands here once; where another shard saw it fail
 * something that the first did not, that one's stands beside it under a name of its own: a failure that was seen is never lost.
 */
export const savedBy = async (
  parts: readonly ShardPart[],
  requirements: readonly Requirement[],
): Promise<readonly Copied[]> => {
  const seen = new Map<string, Copied[]>();
  for (const { folder, record } of parts)
    for (const history of await historiesIn(folder)) {
      const plan = history.plan.id;
      seen.set(plan, [...(seen.get(plan) ?? []), { history, plan, shard: record.index }]);
    }
  const order = orderOf(parts);
  return [...seen.values()]
    .flatMap((copies) => withNews(copies, requirements))
    .toSorted((a, b) => (order.get(a.plan) ?? 0) - (order.get(b.plan) ?? 0));
};

/** The first of the copies of a plan, and of the others those that fail something that none before them does. */
const withNews = (copies: readonly Copied[], requirements: readonly Requirement[]): readonly Copied[] => {
  if (copies.length < 2) return copies;
  const failed = new Set<string>();
  return copies.flatMap((copy, nth) => {
    const fails = failsOf(copy.history, requirements);
    const isNews = nth === 0 || fails.some((requirement) => !failed.has(requirement));
    for (const requirement of fails) failed.add(requirement);
    return isNews ? [nth === 0 ? copy : renamed(copy)] : [];
  });
};

const renamed = (copy: Copied): Copied => {
  const plan = { ...copy.history.plan, id: `${copy.plan}-shard-${copy.shard}` };
  return { ...copy, history: { ...copy.history, plan } };
};

/** Only what lies in the folder by itself is read: no path that a file names leads anywhere else. */
const historiesIn = async (folder: string): Promise<readonly History[]> => {
  const place = join(folder, 'histories');
  if (!existsSync(place)) return [];
  const entries = await readdir(place, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl')).map(({ name }) => name);
  const histories: History[] = [];
  for (const name of files.sort()) histories.push(await readHistory(join(place, name)));
  return histories;
};

const failsOf = (history: History, requirements: readonly Requirement[]): readonly string[] =>
  new Judging(history.subject, requirements).add({ history, file: '' });

const orderOf = (parts: readonly ShardPart[]): ReadonlyMap<string, number> => {
  const planned = [...new Set(parts.flatMap(({ record }) => record.planned))];
  return new Map(planned.map((plan, at) => [plan, at]));
};
