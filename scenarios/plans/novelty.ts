import type { Plan } from '../../model/vocabulary.ts';

/**
 * Plans in the order of what they can still teach: first one for each kind of interruption, whatever its program, then a second for each,
 * and so on. Where a run is cut short, nothing that it leaves out is of a kind that it never tried.
 */
export const byNovelty = (plans: readonly Plan[]): readonly Plan[] => {
  const seen = new Map<string, number>();
  const ranked = plans.map((plan) => {
    const kind = kindOf(plan);
    const rank = seen.get(kind) ?? 0;
    seen.set(kind, rank + 1);
    return { plan, rank };
  });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ plan }) => plan);
};

const kindOf = ({ interventions }: Plan): string =>
  interventions.map(({ at, do: deed }) => `${deed}@${at.at}`).join('+');
