import { answerLaws } from './answers.ts';
import { approvalLaws } from './approval.ts';
import { artifactLaws } from './artifact.ts';
import { attemptLaws } from './attempt.ts';
import { branchingLaws } from './branching.ts';
import { closingLaws } from './closing.ts';
import { configurationLaws } from './configuration.ts';
import { effectLaws } from './effect.ts';
import { fenceLaws } from './fence.ts';
import type { ChangeRule, CommandRule, Invariant } from './law.ts';
import { limitLaws } from './limit.ts';
import { operatingLaws } from './operating.ts';
import { progressLaws } from './progress.ts';
import { recoveringLaws } from './recovering.ts';
import { structureLaws } from './structure.ts';

/** Every law that the machines have to keep, in whatever order commands come. An area is a file; a new one is a line here. */
export const laws: readonly (Invariant | ChangeRule | CommandRule)[] = [
  ...attemptLaws,
  ...fenceLaws,
  ...progressLaws,
  ...structureLaws,
  ...artifactLaws,
  ...effectLaws,
  ...approvalLaws,
  ...closingLaws,
  ...limitLaws,
  ...recoveringLaws,
  ...branchingLaws,
  ...configurationLaws,
  ...operatingLaws,
  ...answerLaws,
];

export { isAtItsEnd } from './closing.ts';
export type { ChangeRule, CommandRule, Invariant, Look } from './law.ts';
