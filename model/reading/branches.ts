import { type CommandOf, dependenciesOf, type Program } from '../vocabulary.ts';
import { type Exchange, isAbout, isAccepted } from './exchanges.ts';
import type { Reading } from './reading.ts';

/** A branch and its answer. */
export type Branch = Exchange<CommandOf<'branch'>>;

/** The branches that were accepted. */
export const branchesOf = (reading: Reading): readonly Branch[] =>
  reading.exchanges.filter((one) => isAbout(one, 'branch')).filter(isAccepted);

/** What a branch does: its own program where it was given one, else that of its parent. */
export const programOfBranch = (reading: Reading, { command }: Branch): Program => command.program ?? reading.program;

/** Whether a step rests on what the branch changed, so that nothing that its parent had for it holds any more. */
export const isChanged = (reading: Reading, branch: Branch, step: string): boolean => {
  const program = programOfBranch(reading, branch);
  const changed = Object.keys(branch.command.changes);
  return changed.includes(step) || changed.some((one) => dependenciesOf(program, step).has(one));
};

/** Whether nothing but the results of steps differs: under another program nobody can say which evidence still fits. */
export const isOfResultsOnly = ({ command }: Branch): boolean => command.program === undefined;
