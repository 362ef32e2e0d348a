import type { History, Observation } from '../../model/vocabulary.ts';
import { zombieHistory } from '../reports/sample-history.ts';

/** A history over and over, with calls and commands of their own, until it has so many events. */
export const longHistory = (events: number, history = zombieHistory()): History => {
  const part = history.observations;
  const observations = Array.from({ length: events }, (_, seq) => again(part, seq));
  return { ...history, observations };
};

const again = (part: readonly Observation[], seq: number): Observation => {
  const round = Math.floor(seq / part.length);
  const seen = part[seq % part.length];
  if (seen === undefined) throw new Error('expected an observation in the sample');
  const { event } = seen;
  const moved = { ...seen, seq, atMs: seq * 20 };
  if ('call' in event && event.call !== undefined)
    return { ...moved, event: { ...event, call: event.call + 1000 * round } };
  if ('id' in event) return { ...moved, event: { ...event, id: event.id + 1000 * round } };
  return moved;
};
