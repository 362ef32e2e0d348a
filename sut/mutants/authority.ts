import type { Json } from '../../model/vocabulary.ts';
import type { Mutant } from './mutant.ts';

/** The exception is raised whatever the other side says with it. */
const takesOwnForForeign: Mutant = {
  id: 'takes-own-for-foreign',
  defect: 'What exists already counts as a conflict, also where an earlier request of the same effect made it.',
  fails: ['effect.own-duplicate-is-success', 'recovery.run-finishes-after-any-interruption'],
  explained: 'Where the worker was lost that had it made, the run fails.',
  reports: ['dagster-conflict-after-ambiguous-5xx'],
  conduct: { recognises: () => false },
};

/** It is there, so nothing is left to do. */
const takesForeignForOwn: Mutant = {
  id: 'takes-foreign-for-own',
  defect: 'What exists already counts as done, whoever made it.',
  fails: [
    'effect.own-duplicate-is-success',
    'effect.belief-never-ahead-of-owner',
    'effect.applied-once',
    'evidence.success-needs-its-proof',
  ],
  explained: "Of the run's own effect nothing was applied, and it ends as a success.",
  conduct: { recognises: () => true },
};

/** A token that is kept with the action is the one of the attempt which began it. */
const keepsTheFirstToken: Mutant = {
  id: 'keeps-the-first-token',
  defect: 'Whoever sends a guarded effect does so under the fencing token of the first attempt.',
  fails: ['effect.carries-its-authority'],
  conduct: { authorityFor: (_, current) => (isObject(current) ? { ...current, token: 1 } : current) },
};

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** It lives in the memory of the worker that had the command from its client. */
const forgetsForWhomItActs: Mutant = {
  id: 'forgets-for-whom-it-acts',
  defect: 'A worker that takes over sends a guarded effect for nobody.',
  fails: ['effect.carries-its-authority'],
  conduct: { authorityFor: ({ isRecovery }, current) => (isRecovery ? {} : current) },
};

/** The defects about whose an action is, and under which right it is done. */
export const authorityMutants: readonly Mutant[] = [
  takesOwnForForeign,
  takesForeignForOwn,
  keepsTheFirstToken,
  forgetsForWhomItActs,
];
