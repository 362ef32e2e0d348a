import { reaches, type Strength } from '../vocabulary.ts';
import type { Judged } from './case.ts';

/** What was judged for a requirement: how many cases, and how much was planned in them and landed. */
export type Tried = { readonly cases: number; readonly planned: number; readonly landed: number };

/**
 * How much the cases of a requirement weigh together. Reach and fault model come from those that exercised it; where all of them were
 * driven by commands alone, no interruption counts for it.
 */
export const strengthOf = (judged: readonly Judged[], { cases, planned, landed }: Tried): Strength => {
  const exercised = judged.filter((one) => one.verdict.exercised.length > 0);
  const isCommandsOnly = exercised.length > 0 && exercised.every(({ weight }) => weight.planned === 0);
  const found = new Set(exercised.flatMap(({ weight }) => weight.reach));
  return {
    reach: reaches.filter((reach) => found.has(reach)),
    ...(isCommandsOnly ? { planned: 0, landed: 0 } : { planned, landed }),
    exercised: exercised.length,
    cases,
    faultModel: faultModelOf(exercised),
  };
};

/** The hardest that it held against: a loss of power takes what a mere death leaves. */
const faultModelOf = (exercised: readonly Judged[]): Strength['faultModel'] => {
  if (exercised.some(({ weight }) => weight.faults === 'power loss')) return 'power loss';
  return exercised.some(({ weight }) => weight.faults === 'crash') ? 'process crash' : 'none';
};
