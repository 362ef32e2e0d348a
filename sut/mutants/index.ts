import { actsTwice } from './acts-twice.ts';
import { approvalMutants } from './approval.ts';
import { approvalDecisionMutants } from './approval-decisions.ts';
import { attemptMutants } from './attempt.ts';
import { authorityMutants } from './authority.ts';
import { cancelMutants } from './cancel.ts';
import { cancelAtWorkMutants } from './cancel-at-work.ts';
import { claimMutants } from './claim.ts';
import { clockMutants } from './clock.ts';
import { commitMutants } from './commit.ts';
import { drainMutants } from './drain.ts';
import { effectMutants } from './effect.ts';
import { evidenceMutants } from './evidence.ts';
import { forgetsDecisions } from './forgets-decisions.ts';
import { groundMutants } from './ground.ts';
import { codeMutants } from './ground-code.ts';
import { identityMutants } from './identity.ts';
import { keyPerAttempt } from './key-per-attempt.ts';
import { leaseMutants } from './lease.ts';
import { limitMutants } from './limit.ts';
import type { Mutant } from './mutant.ts';
import { neighbourMutants } from './neighbours.ts';
import { ownerMutants } from './owners.ts';
import { reassignMutants } from './reassign.ts';
import { reassignCreatesWorker } from './reassign-creates-worker.ts';
import { reassignIgnoresOwner } from './reassign-ignores-owner.ts';
import { reassignRefusesAll } from './reassign-refuses-all.ts';
import { recoveryMutants } from './recovery.ts';
import { recoveryBranchMutants } from './recovery-branches.ts';
import { recoveryChildMutants } from './recovery-children.ts';
import { recoveryStructureMutants } from './recovery-structures.ts';
import { rerunsCommitted } from './reruns-committed.ts';
import { resamples } from './resamples.ts';
import { effectShapes } from './shapes-effects.ts';
import { operationShapes } from './shapes-operations.ts';
import { recoveryShapes } from './shapes-recovery.ts';
import { structureShapes } from './shapes-structure.ts';
import { successBeforeReceipt } from './success-before-receipt.ts';
import { twoCommitMutants } from './two-commits.ts';
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
  ...recoveryMutants,
  ...recoveryStructureMutants,
  ...recoveryChildMutants,
  ...recoveryBranchMutants,
  ...commitMutants,
  ...evidenceMutants,
  ...effectMutants,
  ...ownerMutants,
  ...authorityMutants,
  ...leaseMutants,
  ...attemptMutants,
  ...approvalMutants,
  ...approvalDecisionMutants,
  ...cancelMutants,
  ...cancelAtWorkMutants,
  ...twoCommitMutants,
  ...claimMutants,
  ...limitMutants,
  ...reassignMutants,
  ...identityMutants,
  ...neighbourMutants,
  ...groundMutants,
  ...clockMutants,
  ...codeMutants,
  ...drainMutants,
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
