import { type History, isOf, type Observation } from '../../model/vocabulary.ts';
import { boundaryLabel } from '../boundary-words.ts';

/**
 * What a reader has to know of a plan's interventions before he holds two stories together: those that missed on the reference, and that the
 * stories had parted (at `partedAt` of the target's) before the plan did anything, so that it met another moment.
 */
export const landingWords = (reference: History, target: History, partedAt: number | undefined): readonly string[] => {
  const missed = reference.observations.flatMap((seen) =>
    isOf(seen, 'intervention.missed')
      ? [
          `On the reference, ${seen.event.do} at ${boundaryLabel(seen.event.boundary)} did not land: ${seen.event.because}.`,
        ]
      : [],
  );
  const first = target.observations.find(isInterfering);
  const isBefore = partedAt !== undefined && first !== undefined && partedAt < first.seq;
  return [
    ...missed,
    ...(isBefore ? ['They part before the plan interferes: it meets another moment on each of them.'] : []),
  ];
};

/** Where a plan first takes a hand: it holds a call, or does something to a process. */
const isInterfering = (seen: Observation): boolean =>
  isOf(seen, 'boundary.held') ||
  isOf(seen, 'process.stopped') ||
  isOf(seen, 'intervention.landed') ||
  (isOf(seen, 'process.died') && seen.event.by === 'plan');
