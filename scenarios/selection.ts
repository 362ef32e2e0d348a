import type { Feature, Plan, Requirement, Subject } from '../model/vocabulary.ts';
import { scenarios } from './programs.ts';
import { reassignmentPlans } from './reassignment/plans.ts';

/** Whether a target offers all that a plan needs. A plan that needs more is not run, and judges nothing. */
export const isOffered = (plan: Plan, { can }: Pick<Subject, 'can'>): boolean => missingFor(plan, { can }).length === 0;

/** What a plan needs and a target does not offer. */
export const missingFor = ({ needs }: Pick<Plan, 'needs'>, { can }: Pick<Subject, 'can'>): readonly Feature[] =>
  needs.filter((feature) => !can.includes(feature));

/** The plans that drive a target by commands alone, where a requirement that they can exercise is asked for. */
export const scriptedPlans = (requirements: readonly Requirement[]): readonly Plan[] => {
  const isAsked = requirements.some(isByCommands);
  const program = scenarios.find(({ program: { steps } }) => steps.length === 1)?.program;
  return isAsked && program !== undefined ? reassignmentPlans(program) : [];
};

/** Whether any requirement is asked for that plans with workers can exercise. */
export const needsWorkers = (requirements: readonly Requirement[]): boolean => !requirements.every(isByCommands);

/** Whether a requirement is about commands alone, which no plan with workers sends. */
const isByCommands = ({ needs }: Requirement): boolean => needs.includes('reassign') || needs.includes('claim');
