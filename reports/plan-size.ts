import { allSteps, type Plan } from '../model/vocabulary.ts';
import { counted } from './value-words.ts';

/** How much there is of a plan, in words. */
export const planSize = ({ interventions, script, program }: Plan): string =>
  script === undefined
    ? `${counted(interventions.length, 'intervention')}, ${counted(allSteps(program).length, 'step')}`
    : counted(script.length, 'command line');

/** What one plan has and a smaller one has not, in words. Calls are counted anew in a smaller plan, so their number tells nothing here. */
export const leftOut = (whole: Plan, smaller: Plan): readonly string[] => {
  const deeds = ({ interventions }: Plan): readonly string[] =>
    interventions.map(({ at, do: deed }) => `${deed} at ${at.at}${at.step === undefined ? '' : `(${at.step})`}`);
  const steps = ({ program }: Plan): readonly string[] => allSteps(program).map(({ id, op }) => `step ${id} (${op})`);
  const lines = (whole.script?.length ?? 0) - (smaller.script?.length ?? 0);
  return [
    ...without(deeds(whole), deeds(smaller)),
    ...(lines === 0 ? [] : [`${lines} of ${counted(whole.script?.length ?? 0, 'command line')}`]),
    ...(whole.program.limits !== undefined && smaller.program.limits === undefined ? ['its limits'] : []),
    ...without(steps(whole), steps(smaller)),
  ];
};

const without = (all: readonly string[], kept: readonly string[]): readonly string[] =>
  kept.reduce<readonly string[]>((left, one) => {
    const at = left.indexOf(one);
    return at < 0 ? left : left.toSpliced(at, 1);
  }, all);
