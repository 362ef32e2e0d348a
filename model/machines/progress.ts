import { insideOf, type Json, type Step } from '../vocabulary.ts';

/** How far a slot is: its steps, those that have their result, and the way that each choice took. */
export type Progress = {
  readonly steps: readonly Step[];
  readonly done: readonly string[];
  readonly paths: Readonly<Record<string, string>>;
};

/**
 * The steps that may be worked on now: the next one of the program; of a group, every member without a result; of a choice, the next of
 * the way that was taken. None where all is done.
 */
export const dueSteps = (progress: Progress): readonly Step[] => {
  const next = nextStep(progress);
  const isOpen = ({ id }: Step): boolean => !progress.done.includes(id);
  if (next === undefined) return [];
  switch (next.op) {
    case 'parallel':
      return next.members.filter(isOpen);
    case 'choose':
      return (wayOf(next, progress.paths) ?? []).filter(isOpen).slice(0, 1);
    default:
      return [next];
  }
};

/** The first step of the program itself that has no result yet. */
export const nextStep = ({ steps, done }: Progress): Step | undefined => steps.find(({ id }) => !done.includes(id));

/** What is done once this step is: the step, and the group or choice that ends with it. In the order of the program. */
export const doneWith = (progress: Progress, step: string): readonly string[] => {
  const done = new Set([...progress.done, step]);
  for (const holder of progress.steps) if (isEnded(holder, progress, done)) done.add(holder.id);
  return ownSteps(progress.steps).flatMap(({ id }) => (done.has(id) ? [id] : []));
};

const isEnded = (holder: Step, { paths }: Progress, done: ReadonlySet<string>): boolean => {
  if (holder.op === 'parallel') return holder.members.every(({ id }) => done.has(id));
  return holder.op === 'choose' && wayOf(holder, paths)?.every(({ id }) => done.has(id)) === true;
};

/** The steps of the way that a choice took, once it took one. */
const wayOf = (choice: Choice, paths: Progress['paths']): readonly Step[] | undefined =>
  choice.cases[paths[choice.id] ?? ''];

/** The steps of a slot at any depth. Those inside a child are its own slot's. */
export const ownSteps = (steps: readonly Step[]): readonly Step[] =>
  steps.flatMap((step): readonly Step[] => (step.op === 'child' ? [step] : [step, ...insideOf(step)]));

/** The way that a choice takes by a value, where the value names one. */
export const pathFor = (choice: Choice, value: Json): string | undefined =>
  typeof value === 'string' && Object.hasOwn(choice.cases, value) ? value : undefined;

type Choice = Extract<Step, { readonly op: 'choose' }>;
