import { childSlotOf, effectOf, outputOf } from '../model/rules/names.ts';
import { allSteps, type Step, type StepView, stepViewSchema } from '../model/vocabulary.ts';
import type { Looking } from './looking.ts';

/** Every step at any depth; those inside a child are shown with the slot that holds it. */
export const stepsOf = (store: Looking, slot: string): readonly Step[] =>
  allSteps(store.get('slot', slot)?.context ?? nothing);
const nothing = { steps: [] };

/** One step: its commits and, for an effect, what is believed of it. Neither is derived from the other. */
export const stepViewOf = (store: Looking, slot: string, step: Step): StepView => {
  const held = holding(store, slot, step);
  const output = store.get('output', outputOf(held, step.id));
  const effect = store.get('effect', effectOf(held, step.id));
  const parent = parentOf(store, store.get('slot', held)?.context.run ?? '');
  const commits = (output?.context.commits ?? []).map(({ by, atMs, value, revision, source }) => ({
    ...{ by, at: String(atMs), value },
    provenance: { task: step.id, revision, attempt: by, parent, source },
  }));
  const last = commits.at(-1);
  return {
    commits,
    ...(last !== undefined && { inForce: last.value }),
    ...(effect !== undefined && {
      effect: stepViewSchema.shape.effect.parse(effect.leaf === 'accepted' ? 'dispatched' : effect.leaf),
    }),
  };
};

/** The slot that does a step: that of the child which it is inside of, if it is. */
export const holding = (store: Looking, slot: string, step: Step): string => {
  const steps = store.get('slot', slot)?.context.steps ?? [];
  const child = steps.find((one) => one.op === 'child' && one.steps.some(({ id }) => id === step.id));
  return child === undefined ? slot : childSlotOf(slot, child.id);
};

/** The execution above a run: the one that it is a child of, or a branch of. */
const parentOf = (store: Looking, run: string): string | null => {
  const context = store.get('run', run)?.context;
  return context?.parent?.run ?? context?.origin?.run ?? null;
};
