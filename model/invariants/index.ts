import { answerLaws } from './answers.ts';
import { approvalLaws } from './approval.ts';
import { attemptLaws } from './attempt.ts';
import { closingLaws } from './closing.ts';
import { effectLaws } from './effect.ts';
import { fenceLaws } from './fence.ts';
import type { ChangeRule, CommandRule, Invariant } from './law.ts';
import { operatingLaws } from './operating.ts';
import { progressLaws } from './progress.ts';

/** Every law that the machines have to keep, in whatever order commands come. An area is a file; a new one is a line here. */
export const laws: readonly (Invariant | ChangeRule | CommandRule)[] = [
  ...attemptLaws,
  ...fenceLaws,
  ...progressLaws,
  ...effectLaws,
  ...approvalLaws,
  ...closingLaws,
  ...operatingLaws,
  ...answerLaws,
];

export { isAtItsEnd } from './closing.ts';
export type { ChangeRule, CommandRule, Invariant, Look } from './law.ts';
