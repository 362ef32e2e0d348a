import type { CaseVerdict, Verdict } from '../vocabulary.ts';

/** One defect usually fails several requirements: those that fail for nothing but another's events say so. */
export const withSameEvents = (verdicts: readonly Verdict[]): readonly Verdict[] => {
  const events = new Map(verdicts.map((verdict) => [verdict.requirement, eventsOf(verdict)]));
  return verdicts.map((verdict, at) => {
    const own = events.get(verdict.requirement) ?? new Set();
    const other = verdicts.find((one, place) => {
      const theirs = events.get(one.requirement) ?? new Set();
      const isWithin = own.size > 0 && place !== at && [...own].every((event) => theirs.has(event));
      return isWithin && (theirs.size > own.size || place < at);
    });
    if (other === undefined) return verdict;
    return { ...verdict, message: `${verdict.message} (same events as ${other.requirement})` };
  });
};

/** The observations that broke something, each with its case. */
const eventsOf = (verdict: Verdict): ReadonlySet<string> =>
  new Set(verdict.status === 'fail' ? verdict.cases.filter((one) => one.status === 'fail').flatMap(brokenAt) : []);

const brokenAt = (one: CaseVerdict): readonly string[] =>
  one.evidence
    .filter((evidence) => evidence.role === 'illegal' || evidence.role === 'rest')
    .map((evidence) => `${one.plan}#${evidence.seq}`);
