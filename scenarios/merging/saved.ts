import { join } from 'node:path';
import { Judging } from '../../model/index.ts';
import type { History, Requirement } from '../../model/vocabulary.ts';
import { filesIn, readHistory } from '../archive.ts';
import { type Digest, digestOf } from '../digest.ts';
import type { ShardPart } from './whole.ts';

/** A case of the whole: what is kept of it, the shard that saw it, the plan's name there, and where its history lies. */
export type Copied = {
  readonly digest: Digest;
  readonly shard: number;
  readonly plan: string;
  readonly file: string;
};

/** The history of a case, under the name that it has in the whole. */
export const historyOf = async ({ file, digest }: Copied): Promise<History> => ({
  ...(await readHistory(file)),
  plan: digest.plan,
});

/**
 * The cases of all shards in the order of planning. What every shard ran stands here once; where another shard saw it fail something that
 * the first did not, that one's stands beside it under a name of its own: a failure that was seen is never lost.
 */
export const savedBy = async (
  parts: readonly ShardPart[],
  requirements: readonly Requirement[],
): Promise<readonly Copied[]> => {
  const seen = new Map<string, Copied[]>();
  for (const { folder, record } of parts)
    for (const name of await filesIn(folder, 'histories')) {
      const file = join(folder, name);
      const digest = digestOf(await readHistory(file));
      const plan = digest.plan.id;
      seen.set(plan, [...(seen.get(plan) ?? []), { digest, plan, file, shard: record.index }]);
    }
  const order = orderOf(parts);
  const kept: Copied[] = [];
  for (const copies of seen.values()) kept.push(...(await withNews(copies, requirements)));
  return kept.sort((a, b) => (order.get(a.plan) ?? 0) - (order.get(b.plan) ?? 0));
};

/** The first of the copies of a plan, and of the others those that fail something that none before them does. */
const withNews = async (
  copies: readonly Copied[],
  requirements: readonly Requirement[],
): Promise<readonly Copied[]> => {
  if (copies.length < 2) return copies;
  const failed = new Set<string>();
  const kept: Copied[] = [];
  for (const copy of copies) {
    const fails = failsOf(await historyOf(copy), requirements);
    if (kept.length === 0) kept.push(copy);
    else if (fails.some((requirement) => !failed.has(requirement))) kept.push(renamed(copy));
    for (const requirement of fails) failed.add(requirement);
  }
  return kept;
};

const renamed = (copy: Copied): Copied => {
  const plan = { ...copy.digest.plan, id: `${copy.plan}-shard-${copy.shard}` };
  return { ...copy, digest: { ...copy.digest, plan } };
};

const failsOf = (history: History, requirements: readonly Requirement[]): readonly string[] =>
  new Judging(history.subject, requirements).add({ history, file: '' });

const orderOf = (parts: readonly ShardPart[]): ReadonlyMap<string, number> => {
  const planned = [...new Set(parts.flatMap(({ record }) => record.planned))];
  return new Map(planned.map((plan, at) => [plan, at]));
};
