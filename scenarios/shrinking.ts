import type { History, Intervention, Plan } from '../model/vocabulary.ts';

/** A plan that was run, and the requirements that its history fails by itself, in the order of the specification. */
export type Ran = { readonly history: History; readonly fails: readonly string[] };

/** Runs a plan. Nothing where it did not come to all of its interventions, or is not to be run any more. */
export type Run = (plan: Plan) => Promise<Ran | undefined>;

/** How a failing plan is made smaller: the requirement that has to fail on, what to try after a failure, best first, and who runs it. */
export type Shrinking = {
  readonly requirement: string;
  readonly smaller: (failed: History) => readonly Plan[];
  readonly run: Run;
};

/**
 * Takes one smaller plan after another, as long as it still lands and still fails the requirement that failed first. What is left is the
 * smallest: nothing that `smaller` names can be left out of it alone.
 */
export const shrink = async (failed: History, how: Shrinking): Promise<History> => {
  for (const plan of how.smaller(failed)) {
    const ran = await how.run(plan);
    if (ran?.fails.includes(how.requirement)) return shrink(ran.history, how);
  }
  return failed;
};

/**
 * The same interventions with one deed less, each way. A deed and what ends it go together. Without a kill of the first call of a step the
 * second one is the first, so that each comes as it is and with the calls counted anew.
 */
export const withoutOne = (interventions: readonly Intervention[]): readonly (readonly Intervention[])[] =>
  interventions.flatMap(({ do: deed, at: { step } }, nth) => {
    if (ends(deed)) return [];
    const end = interventions.findIndex((other, place) => place > nth && ends(other.do));
    const left = interventions.filter((_, place) => place !== nth && !(isEnded(deed) && place === end));
    const earlier = left.map((one) => (one.at.step === step ? oneCallEarlier(one) : one));
    return JSON.stringify(left) === JSON.stringify(earlier) ? [left] : [left, earlier];
  });

const ends = (deed: Intervention['do']): boolean => deed === 'continue' || deed === 'restore';
const isEnded = (deed: Intervention['do']): boolean => ['stop', 'outage', 'full', 'lose'].includes(deed);

const oneCallEarlier = ({ at, do: deed }: Intervention): Intervention => ({
  at: { ...at, nth: Math.max(1, at.nth - 1) },
  do: deed,
});
