import type { RequirementId } from '../model/vocabulary.ts';
import { sizeOf } from './plans/make.ts';
import { agents } from './programs/agents.ts';
import { ground } from './programs/ground.ts';
import { limits } from './programs/limits.ts';
import { operations } from './programs/operations.ts';
import { outputs } from './programs/outputs.ts';
import { owners } from './programs/owners.ts';
import type { Scenario } from './programs/scenario.ts';
import { structures } from './programs/structures.ts';

/**
 * The scenarios of a quick run: for each requirement asked for, the smallest program whose plans exercise it. One that no program is
 * named for is exercised by commands alone.
 */
export const quick = (
  all: readonly Scenario[],
  requirements: readonly { readonly id: RequirementId }[],
): readonly Scenario[] => {
  const asked = new Set(requirements.map(({ id }) => id));
  const wanted = new Set(
    all.flatMap(({ exercises }) => exercises.filter((one) => asked.has(one.split('/')[0] ?? one))),
  );
  const chosen = [...wanted].map((one) =>
    all
      .filter(({ exercises }) => exercises.includes(one))
      .reduce((least, other) => (sizeOf(other.program) < sizeOf(least.program) ? other : least)),
  );
  return all.filter((scenario) => chosen.includes(scenario));
};

/** The catalogue: adding a scenario is adding an entry to one of its parts, and touches no adapter. */
export const scenarios: readonly Scenario[] = [
  ...agents,
  ...outputs,
  ...structures,
  ...limits,
  ...operations,
  ...owners,
  ...ground,
];
