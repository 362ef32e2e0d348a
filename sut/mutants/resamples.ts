import type { Mutant } from './mutant.ts';

/** It makes the other value up instead of calling the model, so that the committed step still runs once. */
export const resamples: Mutant = {
  id: 'resamples',
  defect: 'After a worker was lost, later steps are given another sample of a committed model step.',
  fails: ['recovery.later-steps-see-the-committed-output'],
  conduct: {
    recalls: ({ step, isRecovery }, committed) =>
      isRecovery && step.op === 'model' ? { resampled: committed } : committed,
  },
};
