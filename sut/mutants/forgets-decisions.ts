import type { Mutant } from './mutant.ts';
import { onlyTold } from './to-the-living.ts';

/** A worker that starts throws away what lies in the mailbox, as if it had been said to a process that is gone. */
export const forgetsDecisions: Mutant = {
  id: 'forgets-decisions',
  defect: 'A decision is answered with ok, but only told to a worker that is alive, and written down by nobody else.',
  fails: ['approval.decision-survives-no-worker', 'recovery.run-finishes-after-any-interruption'],
  explained:
    'recovery.run-finishes-after-any-interruption fails with the same events: whose decision is lost waits for it for ever, after a kill.',
  plot: onlyTold('decide'),
};
