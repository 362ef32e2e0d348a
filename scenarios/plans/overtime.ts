import type { Intervention } from '../../model/vocabulary.ts';
import { isAnyOf } from './landmarks.ts';
import { approvalsOf, at, planOf } from './make.ts';
import type { Generate } from './signals.ts';

/** Nobody decides until the time for it is over, and then somebody does: with a worker alive all along, and with one lost meanwhile. */
export const decideTooLate: Generate = (program) =>
  approvalsOf(program).flatMap((step) => {
    const late = at({ at: 'run.rested' }, 'decide');
    const lost = at({ at: 'approval.requested', step }, 'kill');
    return [[late], [lost, late]].map((interventions) => planOf(program, interventions, { needs: ['client'] }));
  });

/** One step at work for longer than its run may be, in two attempts, neither of which is too long by itself. */
export const workTooLong: Generate = (program, landmarks) =>
  landmarks
    .filter(isAnyOf('call.received'))
    .slice(0, 1)
    .map(({ boundary }) => {
      const slow: Intervention = { at: boundary, do: 'delay' };
      const lost: Intervention = { at: { ...boundary, at: 'call.done' }, do: 'kill' };
      const again: Intervention = { at: { ...boundary, nth: 2 }, do: 'delay' };
      return planOf(program, [slow, lost, again]);
    });
