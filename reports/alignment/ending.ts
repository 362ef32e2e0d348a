import { type History, isOf, type Json, type ObservationOf, type RunView } from '../../model/vocabulary.ts';
import { counted, shortValue } from '../value-words.ts';
import { statusWords } from '../view-words.ts';
import type { Point, Said } from './point.ts';
import { isWork, resultWords, type Telling } from './telling.ts';

/**
 * What the store shows of each run at last, after all that `telling` has heard. Of slots and attempts that is told only where the `other`
 * history shows them too.
 */
export const endingPoints = (history: History, other: History, telling: Telling): readonly Point[] => {
  const shown = lastViews(other).map(({ event }) => event.view);
  const parts = { slots: shown.some(({ slots }) => slots), attempts: shown.some(({ attempts }) => attempts) };
  return lastViews(history).map(({ seq, event: { run, view } }) => {
    const results = resultsIn(view, telling);
    return {
      seq,
      subject: `the end of ${run}`,
      says: [
        { name: 'status', value: view.status },
        ...results.map(([step, value]) => ({
          name: step,
          value: resultWords(telling, { run, step }, value),
          exact: JSON.stringify(value),
        })),
        ...openEffects(view),
        ...entitiesIn(view, parts),
      ],
      words: wordsOf(run, view, results),
    };
  });
};

const lastViews = ({ observations }: History): readonly ObservationOf<'view.read'>[] => {
  const last = new Map<string, ObservationOf<'view.read'>>();
  for (const seen of observations) if (isOf(seen, 'view.read')) last.set(seen.event.run, seen);
  return [...last.values()];
};

type Results = readonly (readonly [step: string, value: Json])[];

/** In the order of the program: a runtime may list its steps in any. */
const resultsIn = ({ steps }: RunView, telling: Telling): Results =>
  [...telling.steps.keys()].flatMap((step) => {
    const value = steps[step]?.inForce ?? steps[step]?.commits.at(-1)?.value;
    return isWork(telling, step) && value !== undefined ? [[step, value] as const] : [];
  });

/** What a runtime says of an effect that has no result: that nothing is said of it is a difference, too. */
const openEffects = ({ steps }: RunView): readonly Said[] =>
  Object.entries(steps).flatMap(([step, { effect, commits }]) =>
    effect === undefined || commits.length > 0 ? [] : [{ name: `effect ${step}`, value: effect }],
  );

/** In the order in which they are shown, without their names. */
const entitiesIn = (
  { slots, attempts }: RunView,
  parts: { readonly slots: boolean; readonly attempts: boolean },
): readonly Said[] => [
  ...(parts.slots && slots !== undefined ? [{ name: 'slot', value: slots.map(({ state }) => state).join(', ') }] : []),
  ...(parts.attempts && attempts !== undefined
    ? [{ name: 'attempts', value: attempts.map(({ outcome }) => outcome).join(', ') }]
    : []),
];

const wordsOf = (run: string, view: RunView, results: Results): string =>
  [
    `in the end ${run} is ${statusWords(view.status)}`,
    ...results.map(([step, value]) => `${step} = ${shortValue(value, 24)}`),
    ...openEffects(view).map(({ name, value }) => `${name} ${value}`),
    ...(view.attempts === undefined ? [] : [counted(view.attempts.length, 'attempt')]),
  ].join(', ');
