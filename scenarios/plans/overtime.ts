import type { Boundary, Intervention } from '../../model/vocabulary.ts';
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

/**
 * One step at work for longer than its run may be, over two attempts. The first leaves the second time to begin, although a runtime may
 * count what passes until it misses a lost worker.
 */
export const workTooLong: Generate = (program, landmarks) =>
  landmarks
    .filter(isAnyOf('call.received'))
    .slice(0, 1)
    .map(({ boundary }) => {
      const done: Boundary = { ...boundary, at: 'call.done' };
      const slow = (place: Boundary): Intervention => ({ at: place, do: 'delay' });
      const again = [boundary, done].map((place) => slow({ ...place, nth: 2 }));
      return planOf(program, [slow(boundary), { at: done, do: 'kill' }, ...again]);
    });
