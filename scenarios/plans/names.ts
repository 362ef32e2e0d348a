import type { Boundary, Intervention } from '../../model/vocabulary.ts';

/** A boundary as people write it: `call.done(extract)`, or with `#2` for a second time. */
export const boundaryText = ({ at, step, nth }: Boundary): string =>
  `${at}${step === undefined ? '' : `(${step})`}${nth > 1 ? `#${nth}` : ''}`;

/** What a plan does, as a name that reads well in a table and is a good file name: `kill@call.done(extract)+retry-wait`. */
export const nameOf = (deed: string, interventions: readonly Intervention[]): string => {
  const places = interventions.filter(({ do: what }) => what !== 'continue').map(({ at }) => boundaryText(at));
  return places.length === 0 ? deed : `${deed}@${[...new Set(places)].join('+')}`;
};
