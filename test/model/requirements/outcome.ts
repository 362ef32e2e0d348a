import { requirements } from '../../../model/requirements/index.ts';
import type { History } from '../../../model/vocabulary.ts';

/** What a check says of one history, clause by clause: how often it was exercised, and the violations in words. */
export const outcomeOf = (id: string, history: History): Record<string, string> => {
  const requirement = requirements.find((one) => one.id === id);
  if (requirement === undefined) throw new Error(`there is no requirement ${id}`);
  return Object.fromEntries(
    requirement
      .check(history)
      .map(({ clause, exercised, violations }) => [
        clause,
        violations[0]?.message ?? (exercised === 0 ? 'not exercised' : 'kept'),
      ]),
  );
};
