import { actsTwice } from './acts-twice.ts';
import { forgetsDecisions } from './forgets-decisions.ts';
import { keyPerAttempt } from './key-per-attempt.ts';
import type { Mutant } from './mutant.ts';
import { reassignCreatesWorker } from './reassign-creates-worker.ts';
import { reassignIgnoresOwner } from './reassign-ignores-owner.ts';
import { reassignRefusesAll } from './reassign-refuses-all.ts';
import { rerunsCommitted } from './reruns-committed.ts';
import { resamples } from './resamples.ts';
import { effectShapes } from './shapes-effects.ts';
import { operationShapes } from './shapes-operations.ts';
import { recoveryShapes } from './shapes-recovery.ts';
import { structureShapes } from './shapes-structure.ts';
import { successBeforeReceipt } from './success-before-receipt.ts';
import { unfenced } from './unfenced.ts';

export type { Mutant } from './mutant.ts';

/** Every mutant of the reference. */
export const mutants: readonly Mutant[] = [
  unfenced,
  rerunsCommitted,
  resamples,
  keyPerAttempt,
  successBeforeReceipt,
  forgetsDecisions,
  actsTwice,
  reassignIgnoresOwner,
  reassignCreatesWorker,
  reassignRefusesAll,
  ...effectShapes,
  ...operationShapes,
  ...recoveryShapes,
  ...structureShapes,
];

/** The mutant of this id. Throws where there is none. */
export const mutantNamed = (id: string): Mutant => {
  const found = mutants.find((mutant) => mutant.id === id);
  if (found !== undefined) return found;
  throw new Error(`expected a mutant, found '${id}'; there are ${mutants.map((mutant) => mutant.id).join(', ')}`);
};
