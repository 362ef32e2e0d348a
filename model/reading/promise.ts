import type { Claim, RequirementId, Subject } from '../vocabulary.ts';

/** What a runtime's documentation says of a requirement: of the id itself, else of its area (`effect.*`), else nothing. */
export const promiseOf = (subject: Subject, id: RequirementId): Claim => capabilityOf(subject, id)?.claim ?? 'silent';

/** The declaration that counts for a requirement, with its link. */
export const capabilityOf = (subject: Subject, id: RequirementId): Subject['capabilities'][number] | undefined => {
  const area = `${id.split('.')[0] ?? ''}.*`;
  const named = (name: string) => subject.capabilities.find((capability) => capability.name === name);
  return named(id) ?? named(area);
};
