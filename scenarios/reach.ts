import { boundaries } from '../model/index.ts';
import { type Plan, type Reach, reaches } from '../model/vocabulary.ts';

/** How far a run gets into its target unless it is told. Reach store costs many plans more, and what its target does not notice. */
export const usualReach: readonly Reach[] = ['outside', 'world', 'sliced'];

/** How far a plan gets into its target: as far as the deepest of its boundaries lies. One that only looks gets nowhere. */
export const reachOf = ({ interventions }: Plan): Reach =>
  interventions
    .map(({ at }) => boundaries.find(({ id }) => id === at.at)?.reach ?? 'outside')
    .reduce<Reach>(
      (deepest, other) => (reaches.indexOf(other) > reaches.indexOf(deepest) ? other : deepest),
      'outside',
    );
