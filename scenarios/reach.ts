import { boundaries } from '../model/index.ts';
import { type Plan, type Reach, reaches, type Subject } from '../model/vocabulary.ts';

/** How far a run gets into its target unless it is told. Reach store costs many plans more. */
export const usualReach: readonly Reach[] = ['outside', 'world', 'sliced'];

/**
 * How far a plan gets into its target: as far as the deepest of its boundaries lies. A runtime that tells of its commits by itself has
 * nobody stand before its store, so that these count for nothing there.
 */
export const reachOf = ({ interventions, reach, watches }: Plan): Reach =>
  reach ?? (watches === 'files' ? 'store' : deepestOf(interventions));

const deepestOf = (interventions: Plan['interventions']): Reach =>
  interventions
    .map(({ at }) => boundaries.find(({ id }) => id === at.at)?.reach ?? 'outside')
    .filter((one) => one !== 'store')
    .reduce<Reach>((deepest, one) => (reaches.indexOf(one) > reaches.indexOf(deepest) ? one : deepest), 'outside');

/** A target as it is when it is reached so far: where the harness stands before its store, it is told of every commit. */
export const reached = (subject: Subject, reach: readonly Reach[] = usualReach): Subject =>
  reach.includes('store') && subject.can.includes('store') ? { ...subject, can: [...subject.can, 'commits'] } : subject;
