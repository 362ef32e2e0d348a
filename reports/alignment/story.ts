import type { History, Observation } from '../../model/vocabulary.ts';
import { sayingsOf } from '../sayings.ts';
import { answerPoint, sentPoint } from './asking.ts';
import { endingPoints } from './ending.ts';
import type { Point, Said } from './point.ts';
import { shownPoints } from './showing.ts';
import { again, numberOf, type Telling, type Told, tellingOf } from './telling.ts';
import { worldPoints } from './world.ts';

/**
 * A history as the points by which it can be held against `other`: what the world saw, what the harness did, what was asked, and what the
 * store showed. What only this machine or this runtime is like (spares that boot, commits by the way) is no part of it.
 */
export const storyOf = (history: History, other: History): readonly Point[] => {
  const telling = tellingOf(history);
  const points = sayingsOf(history).flatMap(({ observation, who, what }) =>
    pointsAt(observation, telling).map((told): Point => ({ seq: observation.seq, words: `${who} ${what}`, ...told })),
  );
  return [...points, ...endingPoints(history, other, telling)];
};

const pointsAt = (seen: Observation, telling: Telling): readonly Told[] => {
  const { event, worker = 'a process' } = seen;
  const about = (subject: string, ...says: readonly Said[]): Told => ({ subject: again(telling, subject), says });
  const aboutWorker = (what: string, ...says: readonly Said[]): Told =>
    about(`worker ${numberOf(telling, 'worker', worker)} ${what}`, ...says);
  switch (event.type) {
    case 'process.working':
      return [{ ...aboutWorker('begins'), isAfloat: true }];
    case 'process.stopped':
    case 'process.continued':
      return [aboutWorker(event.type)];
    case 'process.died':
      return event.by === 'clean-up' ? [] : [aboutWorker('dies', { name: 'by', value: event.by })];
    case 'intervention.landed':
    case 'intervention.missed':
      return [{ ...about(`intervention ${event.index}`, { name: 'is', value: event.type }), isAfloat: true }];
    case 'run.rested':
      return [about(`${event.run} rests`, { name: 'as', value: event.as })];
    case 'command.sent':
      return [sentPoint(event, telling)];
    case 'command.answered':
      return [answerPoint(event, telling)];
    case 'view.read':
      return shownPoints(event, telling);
    default:
      return worldPoints(seen, telling);
  }
};
