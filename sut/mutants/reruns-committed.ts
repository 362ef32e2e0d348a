import type { Mutant } from './mutant.ts';

/** It makes the call and throws the answer away, so that nothing else differs. */
export const rerunsCommitted: Mutant = {
  id: 'reruns-committed',
  defect: 'After a worker was lost, its successor calls the model and tool steps again that are committed already.',
  fails: ['recovery.committed-step-runs-once', 'recovery.replays-every-value'],
  explained:
    'recovery.replays-every-value says of each awkward value what the first says of every result: a step that has its result is not run again.',
  conduct: { repeats: ({ step, isRecovery }) => isRecovery && (step.op === 'model' || step.op === 'tool') },
};
