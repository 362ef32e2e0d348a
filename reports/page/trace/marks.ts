import type { History } from '../../../model/vocabulary.ts';
import { callMarks } from './calls.ts';
import { leaseMarks } from './leases.ts';
import { lifeMarks } from './lives.ts';
import type { Mark } from './mark.ts';
import { commandMarks } from './orders.ts';
import { storeMarks } from './store.ts';

/** Everything that a history draws into its lanes, in terms of its events: no pixel and no clock is in it. */
export const marksOf = (history: History): readonly Mark[] => [
  ...commandMarks(history),
  ...lifeMarks(history),
  ...leaseMarks(history),
  ...callMarks(history),
  ...storeMarks(history),
];
