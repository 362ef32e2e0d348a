import { childOf, childSlotOf } from '../../model/rules/names.ts';
import { insideOf, type Program, type Step } from '../../model/vocabulary.ts';

/** What there is in a bounded world, and how often. */
export type Bounds = {
  readonly id: string;
  /** What it is for, in a sentence. */
  readonly about: string;
  /** The steps of each run. Runs are alike, so that it does not matter which of them is called the first. */
  readonly steps: readonly Step[];
  readonly limits?: NonNullable<Program['limits']>;
  readonly runs: number;
  /** An attempt of a slot beyond this number is cut: counted, and not followed. */
  readonly attempts: number;
};

/** One run of a scope, by the names that its commands use. */
export type Place = { readonly scope: Bounds; readonly run: string; readonly slot: string };

/** The runs of a scope. Every name in a run contains the name of the run or of its slot. */
export const placesOf = (scope: Bounds): readonly Place[] =>
  Array.from({ length: scope.runs }, (_, index) => ({ scope, run: `run-${index + 1}`, slot: `slot-${index + 1}` }));

/** A place and the children that may be started in it. */
export const withChildren = ({ scope, run, slot }: Place): readonly Place[] => [
  { scope, run, slot },
  ...scope.steps.flatMap((step) =>
    step.op === 'child'
      ? [{ scope: { ...scope, steps: insideOf(step) }, run: childOf(run, step.id), slot: childSlotOf(slot, step.id) }]
      : [],
  ),
];

/** The run that may be branched from a place. */
export const branchOf = ({ scope, run, slot }: Place): Place => ({
  scope,
  run: `${run} branch`,
  slot: `${slot} branch`,
});
