import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Level } from '../model/vocabulary.ts';
import {
  type Assignment,
  COSTS_FILE,
  type Conformance,
  digestOfCosts,
  SHARD_FILE,
  type ShardRecord,
  usualReach,
} from '../scenarios/index.ts';

/** Writes what later commands need of a run: what its plans took and, where it was a shard, which part of what it is. */
export const leaveForOthers = async (
  { costs, part }: Conformance,
  assignment: Assignment,
  { byName, level }: { readonly byName: readonly string[]; readonly level: Level | undefined },
): Promise<void> => {
  const save = (file: string, value: unknown): Promise<void> =>
    writeFile(join(assignment.archive.folder, file), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await save(COSTS_FILE, costs);
  const { shard, requirements, scenarios, interruptions, reach = usualReach } = assignment;
  if (shard === undefined) return;
  const record: ShardRecord = {
    schema: 'killpoint.shard/1',
    ...{ index: shard.index, of: shard.of },
    costs: shard.costs === undefined ? null : digestOfCosts(shard.costs),
    asked: {
      requirements: requirements.map(({ id }) => id),
      programs: scenarios.map(({ program: { id } }) => id),
      ...{ interruptions, reach, byName },
      level: level ?? null,
    },
    ...part,
  };
  await save(SHARD_FILE, record);
};
