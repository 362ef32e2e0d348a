import type { Mutant } from './mutant.ts';

/** It makes the other value up instead of calling the model, so that the committed step still runs once. */
export const resamples: Mutant = {
  id: 'resamples',
  defect: 'After a worker was lost, later steps are given another sample of a committed model step.',
  fails: ['recovery.later-steps-see-the-committed-output', 'recovery.retry-keeps-inputs'],
  explained: 'The step that is tried again after the loss is given the other sample: recovery.retry-keeps-inputs.',
  conduct: {
    recalls: ({ step, isRecovery }, committed) =>
      isRecovery && step.op === 'model' ? { resampled: committed } : committed,
  },
};
