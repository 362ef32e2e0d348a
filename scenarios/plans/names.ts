import type { Boundary, Intervention } from '../../model/vocabulary.ts';

/** A boundary as people write it: `call.done(extract)`, or with `#2` for a second time. */
export const boundaryText = ({ at, step, nth }: Boundary): string =>
  `${at}${step === undefined ? '' : `(${step})`}${nth > 1 ? `#${nth}` : ''}`;

/** What a plan does, as a name that reads well in a table and is a good file name: `kill@call.done(extract)+retry-wait`. */
export const nameOf = (interventions: readonly Intervention[]): string => {
  const [first] = interventions;
  const places = interventions.filter(({ do: deed }) => deed !== 'continue').map(({ at }) => boundaryText(at));
  const deed =
    first !== undefined && places.length > 1 && new Set(places).size === 1
      ? `${first.do}-${places.length}-times`
      : first?.do;
  return `${deed ?? 'nothing'}@${[...new Set(places)].join('+')}`;
};
