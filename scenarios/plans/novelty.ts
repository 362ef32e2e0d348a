import { type Intervention, type Plan, type Program, stepOf } from '../../model/vocabulary.ts';
import { sizeOf } from './make.ts';

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

/** Of each kind of interruption the plans of the smallest program that has it. */
export const onSmallest = (plans: readonly Plan[]): readonly Plan[] => {
  const smallest = new Map<string, Program>();
  for (const plan of plans) {
    const kind = kindOf(plan);
    const known = smallest.get(kind);
    if (known === undefined || sizeOf(plan.program) < sizeOf(known)) smallest.set(kind, plan.program);
  }
  return plans.filter((plan) => smallest.get(kindOf(plan))?.id === plan.program.id);
};

/** What is done where, at a step of what kind, and how often it had been there. */
const kindOf = ({ program, interventions }: Plan): string =>
  interventions.map((one) => `${one.do}@${placeOf(program, one)}`).join('+');

const placeOf = (program: Program, { at: { at, step, run, nth }, image }: Intervention): string => {
  const found = step === undefined ? undefined : stepOf(program, step);
  const kind = found?.op === 'effect' ? found.contract : found?.op;
  const more = [kind, run, nth > 1 ? 'again' : undefined, image?.class].filter((word) => word !== undefined);
  return [at, ...more].join(' ');
};
