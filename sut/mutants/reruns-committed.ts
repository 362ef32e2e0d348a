import type { Mutant } from './mutant.ts';

/** It makes the call and throws the answer away, so that nothing else differs. */
export const rerunsCommitted: Mutant = {
  id: 'reruns-committed',
  defect: 'After a worker was lost, its successor calls the model and tool steps again that are committed already.',
  fails: ['recovery.committed-step-runs-once'],
  conduct: { repeats: ({ step, isRecovery }) => isRecovery && (step.op === 'model' || step.op === 'tool') },
};
