import type { Mutant } from './mutant.ts';

/** The intent is durable and keeps its key; what is sent carries another one. */
export const keyPerAttempt: Mutant = {
  id: 'key-per-attempt',
  defect: 'Every attempt sends the action under an idempotency key of its own.',
  fails: ['effect.applied-once', 'effect.same-action-same-key'],
  explained:
    'The other key is what effect.same-action-same-key looks at; its owner applies the action once more by it.',
  conduct: { keyFor: ({ attempt }, intended) => `${intended} of ${attempt}` },
};
