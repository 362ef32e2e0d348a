import type { Program } from '../../model/vocabulary.ts';

/** The kinds of plans that a program is put through; `scenarios/plans.ts` says which plans each kind makes. */
export type Coverage =
  | 'every'
  | 'kills'
  | 'values'
  | 'races'
  | 'decisions'
  | 'cancellations'
  | 'launches'
  | 'ready'
  | 'workers'
  | 'unknown'
  | 'nodes'
  | 'commits'
  | 'poison'
  | 'time'
  | 'late'
  | 'neighbours'
  | 'operations'
  | 'resumption'
  | 'long-work'
  | 'answers'
  | 'lookups'
  | 'callbacks'
  | 'guards'
  | 'conflicts'
  | 'outages'
  | 'engine'
  | 'artifacts'
  | 'upgrades'
  | 'clocks'
  | 'drains';

/**
 * A program with what is done to it, and what its plans exercise: requirements by id, or one clause as `ID/CLAUSE` where clauses need
 * programs of their own.
 */
export type Scenario = {
  readonly program: Program;
  readonly coverage: readonly Coverage[];
  readonly exercises: readonly string[];
};
