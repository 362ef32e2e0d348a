import type { Mutant } from './mutant.ts';

/** The effect is sent right after, so that with nothing interrupted nobody sees a difference. */
export const successBeforeReceipt: Mutant = {
  id: 'success-before-receipt',
  defect: 'An effect is recorded as applied before its owner has answered.',
  fails: ['effect.belief-never-ahead-of-owner'],
  explained:
    'Killed before the owner applied it, the effect is never sent again: so effect.applied-once and evidence.success-needs-its-proof can fail, too.',
  conduct: { presumes: () => true },
};
