import type { Mutant } from './mutant.ts';

/** It makes the call and throws the answer away, so that nothing else differs. */
export const rerunsCommitted: Mutant = {
  id: 'reruns-committed',
  defect: 'After a worker was lost, its successor calls the model and tool steps again that are committed already.',
  fails: [
    'recovery.committed-step-runs-once',
    'recovery.replays-every-value',
    'commit.output-durable-before-progress',
    'evidence.recoverable-prefix-is-shown',
  ],
  explained:
    'recovery.replays-every-value says of each awkward value what the first says of every result: a step that has its result is not run again. Nor would a step run again whose result had been durable before its use, or that is shown as one that is not repeated.',
  conduct: { repeats: ({ step, isRecovery }) => isRecovery && (step.op === 'model' || step.op === 'tool') },
};
