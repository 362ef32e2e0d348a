import { type CommandOf, dependenciesOf, type Program } from '../vocabulary.ts';
import { type Exchange, isAbout, isAccepted } from './exchanges.ts';
import type { Reading } from './reading.ts';

/** A branch and its answer. */
export type Branch = Exchange<CommandOf<'branch'>>;

/** The branches that were accepted. */
export const branchesOf = (reading: Reading): readonly Branch[] =>
  reading.exchanges.filter((one) => isAbout(one, 'branch')).filter(isAccepted);

/** Whether a step rests on what the branch changed, so that nothing that its parent had for it holds any more. */
export const isChanged = (reading: Reading, branch: Branch, step: string): boolean => {
  const program: Program = branch.command.program ?? reading.program;
  const changed = Object.keys(branch.command.changes);
  return changed.includes(step) || changed.some((one) => dependenciesOf(program, step).has(one));
};
