import type { Boundary, Intervention } from '../../model/vocabulary.ts';

/** A boundary as people write it: `call.done(extract)`, with `#2` for a second time, `call.done(run-2.extract)` in a run that the plan adds. */
export const boundaryText = ({ at, run, step, label, nth }: Boundary): string => {
  const about = at === 'write.before' ? label : step;
  const place = [run, about].filter((part) => part !== undefined).join('.');
  return `${at}${place === '' ? '' : `(${place})`}${nth > 1 ? `#${nth}` : ''}`;
};

/**
 * What a plan does, as a name that reads well in a table and is a good file name: `kill@call.done(extract)+retry-wait`, or, where its
 * deeds differ, `cancel@call.done(extract)+kill@cancel.accepted`. That a stopped worker is continued goes without saying.
 */
export const nameOf = (interventions: readonly Intervention[]): string => {
  const named = interventions.filter(({ do: deed }) => deed !== 'continue');
  const [first] = named;
  if (first === undefined) return 'nothing';
  if (named.some(({ do: deed }) => deed !== first.do))
    return named.map((one) => `${deedText(one)}@${boundaryText(one.at)}`).join('+');
  const places = named.map(({ at }) => boundaryText(at));
  const once = [...new Set(places)];
  const deed = places.length > 1 && once.length === 1 ? `${first.do}-${places.length}-times` : deedText(first);
  return `${deed}@${once.join('+')}`;
};

/** A deed with the image of the disk that it leaves: `lose-power[drop-one-2]`. */
const deedText = ({ do: deed, image }: Intervention): string =>
  image === undefined ? deed : `${deed}[${image.class}${image.of === undefined ? '' : `-${image.of}`}]`;
