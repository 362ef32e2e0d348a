import { callSteps } from '../../model/vocabulary.ts';
import { isAnyOf, type Landmark } from './landmarks.ts';
import { approvalsOf, at, planOf } from './make.ts';
import type { Generate } from './signals.ts';

/**
 * A second run of the same program beside the first, under ids and a start key of its own: while the first waits for a decision, and while
 * a call of it is held that was given a result. There the second comes to the same steps with other results.
 */
export const launchAnother: Generate = (program, landmarks) => [
  ...approvalsOf(program).map((step) =>
    planOf(program, [at({ at: 'approval.requested', step }, 'launch-another')], {
      judges: ['approval.wait-frees-capacity'],
    }),
  ),
  ...landmarks
    .filter(isAnyOf('call.received', 'effect.received'))
    .filter(({ boundary }: Landmark) =>
      callSteps(program).some(({ id, uses }) => id === boundary.step && uses.length > 0),
    )
    .slice(-1)
    .map(({ boundary }) =>
      planOf(program, [{ at: boundary, do: 'launch-another' }], { judges: ['identity.runs-share-nothing'] }),
    ),
];
