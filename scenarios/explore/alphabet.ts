import { basicDeeds, launch } from './basics.ts';
import type { Deed } from './deed.ts';
import { features } from './features.ts';
import { branchOf, type Place, placesOf, withChildren } from './place.ts';
import { acceptances, registrations } from './registry.ts';
import type { Scope } from './scope.ts';

/** What happens before a scope begins. */
export const beginningOf = (scope: Scope): readonly Deed[] => [
  ...(scope.may.includes('registry') ? [] : [...registrations, ...acceptances]),
  ...(scope.may.includes('launch') ? [] : placesOf(scope).map(launch)),
];

/** Everything that may happen in a scope, in every state of it; what is impossible is refused there. */
export const alphabetOf = (scope: Scope): readonly Deed[] => {
  const deeds = runsOf(scope)
    .flatMap(withChildren)
    .flatMap((place) => [...basicDeeds(place), ...scope.may.flatMap((feature) => features[feature](place))]);
  return [...new Map(deeds.map((deed) => [JSON.stringify(deed), deed])).values()];
};

/** The runs of a scope, and those that may be branched from them. */
export const runsOf = (scope: Scope): readonly Place[] => {
  const places = placesOf(scope);
  return scope.may.includes('branch') ? [...places, ...places.map(branchOf)] : places;
};
