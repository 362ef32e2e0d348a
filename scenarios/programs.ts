import { allSteps, type Program, type RequirementId } from '../model/vocabulary.ts';
import { agents } from './programs/agents.ts';
import { structures } from './programs/structures.ts';

/** The kinds of plans that a program is put through; `scenarios/plans.ts` says which plans each kind makes. */
export type Coverage =
  | 'every'
  | 'kills'
  | 'values'
  | 'races'
  | 'decisions'
  | 'cancellations'
  | 'launches'
  | 'workers'
  | 'nodes'
  | 'poison'
  | 'time';

/**
 * A program with what is done to it, and what its plans exercise: requirements by id, or one clause as `ID/CLAUSE` where clauses need
 * programs of their own.
 */
export type Scenario = {
  readonly program: Program;
  readonly coverage: readonly Coverage[];
  readonly exercises: readonly string[];
};

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
      .reduce((least, other) => (sizeOf(other) < sizeOf(least) ? other : least)),
  );
  return all.filter((scenario) => chosen.includes(scenario));
};

const sizeOf = ({ program }: Scenario): number => allSteps(program).length;

/** The catalogue: adding a scenario is adding an entry to one of its parts, and touches no adapter. */
export const scenarios: readonly Scenario[] = [...agents, ...structures];
