import { allSteps, type History, isOf, type Json, type RunView, type Step } from '../../model/vocabulary.ts';
import type { Point } from './point.ts';

/** What an event tells of a point; the rest is added where the words are at hand. */
export type Told = Omit<Point, 'seq' | 'words'> & Partial<Pick<Point, 'words'>>;

/** What is kept while a story is told: names become numbers in the order in which they appear, so that two stories can be compared. */
export type Telling = {
  readonly steps: ReadonlyMap<string, Step>;
  /** Steps that go on at the same time. */
  readonly atOnce: ReadonlySet<string>;
  readonly numbers: Map<string, Map<string, number>>;
  readonly counts: Map<string, number>;
  readonly views: Map<string, RunView>;
  /** What the world has answered, by step, the last answer last. */
  readonly answers: Map<string, string[]>;
  /** The action that sent a key first. */
  readonly keys: Map<string, string>;
  /** The command of an id, and those of which nobody knows how they came out. */
  readonly commands: Map<number, string>;
  readonly open: Set<string>;
  /** Runs that were shown at all, those that were shown to be over, and steps that were shown committed. */
  readonly seen: Set<string>;
  readonly over: Set<string>;
  readonly committed: Set<string>;
};

/** Begins to tell the story of a history. Who works first is worker 1, whatever spare was booted before it. */
export const tellingOf = ({ plan: { program }, observations }: History): Telling => {
  const workers = observations.flatMap((seen) => (isOf(seen, 'process.working') ? [seen.worker ?? ''] : []));
  return {
    steps: new Map(allSteps(program).map((step) => [step.id, step])),
    atOnce: new Set(program.steps.flatMap((step) => (step.op === 'parallel' ? step.members.map(({ id }) => id) : []))),
    numbers: new Map([['worker', new Map([...new Set(workers)].map((worker, at) => [worker, at + 1]))]]),
    ...{ counts: new Map(), views: new Map(), answers: new Map(), keys: new Map(), commands: new Map() },
    ...{ open: new Set(), seen: new Set(), over: new Set(), committed: new Set() },
  };
};

/** The number of a name among those of its kind, from 1. */
export const numberOf = ({ numbers }: Telling, kind: string, name: string): number => {
  const known = numbers.get(kind) ?? new Map<string, number>();
  const number = known.get(name) ?? known.size + 1;
  numbers.set(kind, known.set(name, number));
  return number;
};

/** A subject that comes again and again, told apart by which time it is. */
export const again = ({ counts }: Telling, subject: string): string => {
  const nth = (counts.get(subject) ?? 0) + 1;
  counts.set(subject, nth);
  return `${subject} (${nth})`;
};

/** Whether a step is one call on the world, so that every runtime commits the result that it was given. */
export const isWork = ({ steps }: Telling, step: string): boolean =>
  ['model', 'tool', 'effect', 'output'].includes(steps.get(step)?.op ?? '');

/** A step of a run. */
export type Place = { readonly run: string; readonly step: string };

/** A step of a run, as one word. */
export const placeOf = ({ run, step }: Place): string => `${run}.${step}`;

/** The world has answered a call. */
export const answered = ({ answers }: Telling, place: Place, value: Json): void => {
  const list = answers.get(placeOf(place)) ?? [];
  const text = JSON.stringify(value);
  if (list.at(-1) !== text) answers.set(placeOf(place), [...list.filter((one) => one !== text), text]);
};

/** A result, told by which answer it is: two runtimes may have asked more or less often, as long as each keeps to its last answer. */
export const resultWords = ({ answers }: Telling, place: Place, value: Json): string => {
  const list = answers.get(placeOf(place)) ?? [];
  const text = JSON.stringify(value);
  const at = list.indexOf(text);
  if (at < 0) return text;
  return at === list.length - 1 ? 'the last answer' : `an answer before the last, by ${list.length - 1 - at}`;
};
