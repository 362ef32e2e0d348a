import type { Mutant } from './mutant.ts';

/** The effect is sent right after, so that with nothing interrupted nobody sees a difference. */
export const successBeforeReceipt: Mutant = {
  id: 'success-before-receipt',
  defect: 'An effect is recorded as applied before its owner has answered.',
  fails: [
    'effect.belief-never-ahead-of-owner',
    'evidence.success-needs-its-proof',
    'effect.applied-once',
    'evidence.three-facts-are-separate',
  ],
  explained:
    'Killed before the owner applied it, the effect is never sent again. So the run succeeds without it, against evidence.success-needs-its-proof, and the effect is never applied, against effect.applied-once. What is shown of the effect follows from its worker, not from its owner: evidence.three-facts-are-separate.',
  conduct: { presumes: () => true },
};
