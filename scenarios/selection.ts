import type { Feature, Plan, Requirement, Subject } from '../model/vocabulary.ts';
import { UsageError } from './failures.ts';
import { scenarios } from './programs.ts';
import { reassignmentPlans } from './reassignment/plans.ts';
import { isScripted, scriptsFor } from './scripts.ts';

/** Whether a target offers all that a plan needs. A plan that needs more is not run, and judges nothing. */
export const isOffered = (plan: Plan, { can }: Pick<Subject, 'can'>): boolean => missingFor(plan, { can }).length === 0;

/** What a plan needs and a target does not offer. */
export const missingFor = ({ needs }: Pick<Plan, 'needs'>, { can }: Pick<Subject, 'can'>): readonly Feature[] =>
  needs.filter((feature) => !can.includes(feature));

/** Throws `UsageError` where a target does not offer what a plan needs that was asked for by its file. */
export const mustOffer = (subject: Pick<Subject, 'name' | 'can'>, plan: Plan): void => {
  const missing = missingFor(plan, subject);
  if (missing.length > 0)
    throw new UsageError(
      `${subject.name} does not offer ${missing.join(', ')}, which the plan needs: it cannot be run there`,
    );
};

/** The plans that drive a target by commands alone, where a requirement that they can exercise is asked for. */
export const scriptedPlans = (requirements: readonly Requirement[]): readonly Plan[] => [
  ...(requirements.some(isOfReassignment) ? reassignments() : []),
  ...scriptsFor(new Set(requirements.map(({ id }) => id))).map(({ plan }) => plan),
];

/** Whether any requirement is asked for that plans with workers can exercise, or that nothing exercises yet. */
export const needsWorkers = (requirements: readonly Requirement[]): boolean =>
  !requirements.every((one) => !isWorked(one) && (isOfReassignment(one) || isScripted(one.id)));

const reassignments = (): readonly Plan[] => {
  const program = scenarios.find(({ program: { steps } }) => steps.length === 1)?.program;
  return program === undefined ? [] : reassignmentPlans(program);
};

/** Whether the situations that lead to a reassignment show something of a requirement: how a slot is claimed, and reopened. */
const isOfReassignment = ({ id, needs }: Requirement): boolean =>
  needs.includes('reassign') || id.startsWith('claim.creates') || id.startsWith('claim.accepts');

const isWorked = ({ id }: Requirement): boolean =>
  scenarios.some(({ exercises }) => exercises.some((one) => one.split('/')[0] === id));
