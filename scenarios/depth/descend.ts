import type { History, Intervention, Plan } from '../../model/vocabulary.ts';
import type { Draw } from './draws.ts';
import { movesAfter, planFor } from './moves.ts';

/** A plan that was run, and the requirements that its history fails by itself, in the order of the specification. */
export type Ran = { readonly history: History; readonly fails: readonly string[] };

/** Runs a plan. Nothing where it did not come to all of its interventions, or is not to be run any more. */
export type Run = (plan: Plan) => Promise<Ran | undefined>;

/**
 * Goes on from an undisturbed run, one intervention after another, each chosen among those that are possible after what the last run
 * showed. Ends with the choices, with the possibilities, where an intervention is missed, or with a failure, which is then made smaller.
 */
export const descend = async (undisturbed: History, draw: Draw, run: Run): Promise<void> => {
  let history = undisturbed;
  for (const choice of draw.choices) {
    const moves = movesAfter(history, draw);
    const move = moves[choice % Math.max(1, moves.length)];
    if (move === undefined) return;
    const { program, interventions } = history.plan;
    const next = await run(planFor(program, [...interventions, ...move], draw));
    if (next === undefined) return;
    history = next.history;
    const [requirement] = next.fails;
    if (requirement !== undefined) return shrink(history, { draw, run, requirement });
  }
};

/**
 * Leaves out one intervention after another, as long as the plan still lands and still fails the requirement that it failed first. What
 * is left is the smallest: no single intervention can be left out of it.
 */
const shrink = async (
  failed: History,
  { draw, run, requirement }: { draw: Draw; run: Run; requirement: string },
): Promise<void> => {
  for (const smaller of withoutOne(failed, draw)) {
    const ran = await run(smaller);
    if (ran?.fails.includes(requirement)) return shrink(ran.history, { draw, run, requirement });
  }
};

/** A stop and its continuation go together. Without a kill of the first call the second call of that step is the first. */
const withoutOne = ({ plan: { interventions, program } }: History, draw: Draw): readonly Plan[] => {
  const starts = interventions.flatMap(({ do: deed }, nth) => (deed === 'continue' ? [] : [nth]));
  if (starts.length < 2) return [];
  return starts.flatMap((nth) => {
    const isDropped = (other: number): boolean =>
      other === nth || (other === nth + 1 && interventions[other]?.do === 'continue');
    const left = interventions.filter((_, other) => !isDropped(other));
    const earlier = left.map((one) => (one.at.step === interventions[nth]?.at.step ? oneCallEarlier(one) : one));
    return [left, earlier].map((each) => planFor(program, each, draw));
  });
};

const oneCallEarlier = ({ at, do: deed }: Intervention): Intervention => ({
  at: { ...at, nth: Math.max(1, at.nth - 1) },
  do: deed,
});
