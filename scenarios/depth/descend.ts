import type { History, Plan } from '../../model/vocabulary.ts';
import { type Run, shrink, withoutOne } from '../shrinking.ts';
import type { Draw } from './draws.ts';
import { movesAfter, planFor } from './moves.ts';

/** A failure as it was met, and as small as it was made. */
export type Shrunken = { readonly from: History; readonly to: History };

/**
 * Goes on from an undisturbed run, one intervention after another, each chosen among those that are possible after what the last run
 * showed. Ends with the choices, with the possibilities, where an intervention is missed, or with a failure, which is then made smaller.
 */
export const descend = async (undisturbed: History, draw: Draw, run: Run): Promise<Shrunken | undefined> => {
  let history = undisturbed;
  for (const choice of draw.choices) {
    const moves = movesAfter(history, draw);
    const move = moves[choice % Math.max(1, moves.length)];
    if (move === undefined) return undefined;
    const { program, interventions } = history.plan;
    const next = await run(planFor(program, [...interventions, ...move], draw));
    if (next === undefined) return undefined;
    history = next.history;
    const [requirement] = next.fails;
    if (requirement === undefined) continue;
    const smallest = await shrink(history, { requirement, smaller: (failed) => withoutOneOf(failed, draw), run });
    return { from: history, to: smallest };
  }
  return undefined;
};

/** A single deed stays: undisturbed the program passes. */
const withoutOneOf = ({ plan: { interventions, program } }: History, draw: Draw): readonly Plan[] =>
  interventions.filter(({ do: deed }) => deed !== 'continue').length < 2
    ? []
    : withoutOne(interventions).map((each) => planFor(program, each, draw));
