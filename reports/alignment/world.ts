import type { EventOf, Observation } from '../../model/vocabulary.ts';
import type { Said } from './point.ts';
import {
  again,
  answered,
  isWork,
  numberOf,
  type Place,
  placeOf,
  resultWords,
  type Telling,
  type Told,
} from './telling.ts';

/** What the world's servers saw. Answers are no points of their own: they follow from their calls, unless they are errors. */
export const worldPoints = ({ event, worker = '' }: Observation, telling: Telling): readonly Told[] => {
  const about = (subject: string, ...says: readonly Said[]): Told => ({ subject: again(telling, subject), says });
  switch (event.type) {
    case 'call.received':
      return [callPoint(event, worker, telling)];
    case 'call.done':
      answered(telling, event, event.value);
      return [];
    case 'call.answered':
      if (event.status >= 400)
        return [about(`error for ${placeOf(event)}`, { name: 'status', value: String(event.status) })];
      answered(telling, event, event.value);
      return [];
    case 'effect.applied':
      return [about(`effect ${placeOf(event)} applied`, ...keyOf(event, telling))];
    case 'effect.deduplicated':
      return [{ ...about(`effect ${placeOf(event)} recognised`, ...keyOf(event, telling)), excuse: 'allowed' }];
    case 'effect.looked-up':
      return [
        { ...about(`effect ${placeOf(event)} looked up`, { name: 'found', value: event.found }), excuse: 'allowed' },
      ];
    case 'effect.called-back':
      return [about(`call-back for ${placeOf(event)}`, { name: 'outcome', value: event.outcome })];
    case 'artifact.stored':
      return [about(`artifact of ${placeOf(event)} stored`, { name: 'bytes', value: String(event.bytes) })];
    case 'call.escaped':
    case 'call.strange':
      return [about('unexpected call')];
    default:
      return [];
  }
};

/** A step may be sampled again before it is committed, a prompt shown again, an action sent again under its key. */
const callPoint = (event: EventOf<'call.received'>, worker: string, telling: Telling): Told => {
  const { op, nth, step } = event;
  const keysBefore = telling.keys.size;
  const by = { name: 'by', value: `worker ${numberOf(telling, 'worker', worker)}` };
  const says = [by, ...keyOf(event, telling), ...givenTo(event, telling)];
  const isSameKey = telling.keys.size === keysBefore;
  const isFree = nth > 1 && isSameKey && (op === 'approval' || !telling.committed.has(placeOf(event)));
  return {
    subject: `call ${nth} for ${placeOf(event)}`,
    says,
    ...(telling.atOnce.has(step) ? { isAfloat: true as const } : {}),
    ...(isFree ? { excuse: 'allowed' as const } : {}),
  };
};

/** The results that a call was given. What is no result of a call on the world, as a decision, each runtime has in its own words. */
const givenTo = ({ run, inputs }: EventOf<'call.received'>, telling: Telling): readonly Said[] =>
  Object.entries(inputs)
    .filter(([step]) => isWork(telling, step))
    .map(([step, value]) => ({
      name: `given ${step}`,
      value: resultWords(telling, { run, step }, value),
      exact: JSON.stringify(value),
    }));

/** What counts of a key is which requests share it: it is told by the action that sent it first, and its number there. */
const keyOf = (event: Place & { readonly key?: string | undefined }, telling: Telling): readonly Said[] => {
  if (event.key === undefined) return [];
  const owner = telling.keys.get(event.key) ?? placeOf(event);
  telling.keys.set(event.key, owner);
  const nth = numberOf(telling, `key of ${owner}`, event.key);
  return [{ name: 'key', value: `${nth === 1 ? 'the first' : `number ${nth}`} of ${owner}` }];
};
