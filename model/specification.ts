import { requirements } from './requirements/index.ts';
import type { Requirement } from './vocabulary.ts';

/** The dated revision of the requirements, and all that they say as one text: whoever keeps its hash knows what was judged by. */
export const specification: { readonly revision: string; readonly text: string } = {
  revision: '2026-12',
  text: `${[...requirements]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(textOf)
    .join('\n')}\n`,
};

/** One line of JSON, its members in a fixed order. A check is code, and stands in the version of killpoint instead. */
function textOf(one: Requirement): string {
  const { id, since, title, statement, duty, dutyFollows = null, level, profile, reach, needs, clauses, source } = one;
  const isOptional = one.isOptional === true;
  const parts = clauses.map((clause) => ({
    id: clause.id,
    statement: clause.statement,
    needs: clause.needs ?? null,
    features: clause.features ?? [],
  }));
  return JSON.stringify({
    ...{ id, since, title, statement, duty, dutyFollows, level, isOptional, profile, reach, needs },
    ...{ clauses: parts, source },
  });
}
