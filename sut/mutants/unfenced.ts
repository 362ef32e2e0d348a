import type { Kind } from '../../model/kinds.ts';
import type { RefusalReason } from '../../model/refusal.ts';
import type { Mutant } from './mutant.ts';

const lift = (kind: Kind, ...reasons: readonly RefusalReason[]) => reasons.map((reason) => ({ kind, reason }));

/** Everything that stands between a late result and the committed one: with the lease's fence alone lifted, the others hold. */
export const unfenced: Mutant = {
  id: 'unfenced',
  defect: 'What a worker writes after its lease ended is accepted and overwrites what its successor committed.',
  fails: ['lease.zombie-changes-nothing', 'commit.one-result-per-step', 'evidence.outputs-carry-provenance'],
  explained:
    'The late result is a second one of its step, for commit.one-result-per-step, and made a state revision that another result had made, for evidence.outputs-carry-provenance.',
  reports: ['pgboss-expired-handler-keeps-running', 'stepfunctions-callback-token-stranded'],
  defects: {
    without: [
      ...lift('lease', 'lease-is-terminal'),
      ...lift('attempt', 'attempt-is-terminal'),
      ...lift('run', 'run-is-terminal'),
      ...lift('slot', 'attempt-is-not-current', 'slot-not-active', 'step-is-not-next', 'revision-is-stale'),
      ...lift('effect', 'effect-is-settled', 'effect-not-in-flight'),
      ...lift('output', 'already-committed'),
    ],
  },
};
