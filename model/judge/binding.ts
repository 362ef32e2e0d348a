import { capabilityOf } from '../reading.ts';
import type { Clause, Duty, Feature, LeftTo, Requirement, Subject } from '../vocabulary.ts';

/** Whose duty a requirement is on this target. */
export const dutyOn = (subject: Subject, { duty, dutyFollows }: Requirement): Duty =>
  dutyFollows !== undefined && subject[dutyFollows] === 'application' ? 'application' : duty;

/** Why a requirement does not bind this target: it lacks what the requirement is about, leaves it to others, or its documentation says no. */
export const absenceOf = (requirement: Requirement, subject: Subject): string | undefined => {
  const lacks = lackedBy(requirement.needs, subject);
  if (lacks.length > 0) return `not offered: ${lacks.join(', ')}`;
  const open = requirement.clauses.map((clause) => lackedBy(clause.features ?? [], subject));
  if (open.every((some) => some.length > 0)) return `not offered: ${[...new Set(open.flat())].join(', ')}`;
  if (requirement.duty === 'application' && subject.keyBuiltBy === 'application')
    return 'left to you by this runtime: the application sends its effects itself';
  const { dutyFollows } = requirement;
  if (dutyFollows !== undefined && subject[dutyFollows] === 'application')
    return `left to you by this runtime: ${leftWords[dutyFollows]}`;
  const capability = capabilityOf(subject, requirement.id);
  return capability?.claim === 'disclaimed' ? `disclaimed by its documentation (${capability.link})` : undefined;
};

const leftWords: Readonly<Record<LeftTo, string>> = {
  keyBuiltBy: 'the application builds the key',
  recoveryBy: 'the application finds lost runs and takes them up again',
};

/** Whether a target offers what a clause is about. */
export const isBoundBy = (subject: Subject, clause: Clause): boolean =>
  lackedBy(clause.features ?? [], subject).length === 0;

/** A requirement as far as it binds this target: what its check finds for other clauses is held against nobody. */
export const boundTo = (requirement: Requirement, subject: Subject): Requirement => {
  const clauses = requirement.clauses.filter((clause) => isBoundBy(subject, clause));
  const isBound = (id: string): boolean => !requirement.clauses.some((one) => one.id === id && !clauses.includes(one));
  return { ...requirement, check: (history) => requirement.check(history).filter(({ clause }) => isBound(clause)) };
};

/** What of the requirement does not bind this target, in words; nothing where all does. */
export const unboundWords = (requirement: Requirement, subject: Subject): string => {
  const parts = requirement.clauses
    .filter((clause) => !isBoundBy(subject, clause))
    .map((clause) => `${clause.id} (${lackedBy(clause.features ?? [], subject).join(', ')})`);
  return parts.length === 0 ? '' : `; not offered: ${parts.join(', ')}`;
};

const lackedBy = (features: readonly Feature[], subject: Subject): readonly Feature[] =>
  features.filter((feature) => !subject.can.includes(feature));
