import { type EventOf, isTerminal, type Json, type RunView, type StepView, sameJson } from '../../model/vocabulary.ts';
import { shortValue } from '../value-words.ts';
import { statusWords } from '../view-words.ts';
import { again, isWork, type Place, placeOf, resultWords, type Telling, type Told } from './telling.ts';

/**
 * What a reading of the store shows that the one before did not. A reading comes when it comes, so that none of it has a place among the
 * rest, and what passes may be missed between two of them; but an end lasts, and so does a commit.
 */
export const shownPoints = ({ run, view }: EventOf<'view.read'>, telling: Telling): readonly Told[] => {
  const before = telling.views.get(run);
  telling.views.set(run, view);
  // A page holds equal readings as one object.
  if (before === view) return [];
  return [
    ...(before?.status === view.status ? [] : [statusPoint(run, view, telling)]),
    ...Object.entries(view.steps).flatMap(([step, now]) =>
      freshCommits(before?.steps[step], now).map((value) => commitPoint({ run, step }, value, telling)),
    ),
  ];
};

const statusPoint = (run: string, { status }: RunView, telling: Telling): Told => {
  const wasOver = telling.over.has(run);
  const isOver = isTerminal(status);
  if (isOver) telling.over.add(run);
  const isGone = status === 'absent' && telling.seen.has(run);
  telling.seen.add(run);
  const what = wasOver && !isOver ? 'goes on after its end' : isGone ? 'is gone' : status;
  return {
    subject: again(telling, `${run} ${what}`),
    says: [],
    words: `the store shows ${run} ${statusWords(status)}${wasOver ? ', after it was over' : ''}`,
    isAfloat: true,
    ...(isOver || wasOver || isGone ? {} : { excuse: 'unseen' as const }),
  };
};

const freshCommits = (before: StepView | undefined, { commits }: StepView): readonly Json[] => {
  const known = before?.commits ?? [];
  if (known === commits) return [];
  return commits
    .filter(({ by, at, value }) => !known.some((old) => old.by === by && old.at === at && sameJson(old.value, value)))
    .map(({ value }) => value);
};

/** Only the result of a call on the world is the same value for every runtime; not each of them commits the others at all. */
const commitPoint = (place: Place, value: Json, telling: Telling): Told => {
  const ofWork = isWork(telling, place.step);
  telling.committed.add(placeOf(place));
  return {
    subject: again(telling, `commit of ${placeOf(place)}`),
    says: ofWork ? [{ name: 'result', value: resultWords(telling, place, value), exact: JSON.stringify(value) }] : [],
    words: `the store shows ${place.step} committed: ${shortValue(value)}`,
    isAfloat: true,
    ...(ofWork ? {} : { excuse: 'unseen' as const }),
  };
};
