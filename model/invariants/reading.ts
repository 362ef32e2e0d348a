import type { Entity } from '../kinds.ts';
import { attemptOf, effectOf, outputOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
import { insideOf, type Json, type Step } from '../vocabulary.ts';
import type { Look } from './law.ts';

/** An attempt with its record, lease and worker, where they are there. */
export type Try = {
  readonly id: string;
  readonly attempt: Entity<'attempt'> | undefined;
  readonly lease: Entity<'lease'> | undefined;
  readonly worker: Entity<'worker'> | undefined;
};

/** Every attempt that a slot has counted. */
export const triesOf = (look: Look, slot: string, { context }: Entity<'slot'>): readonly Try[] =>
  Array.from({ length: context.attempts }, (_, index) => tryOf(look, attemptOf(slot, index + 1)));

/** One attempt by its id. */
export const tryOf = (look: Look, id: string): Try => ({
  id,
  attempt: look.get('attempt', id),
  lease: look.get('lease', id),
  worker: look.get('worker', id),
});

/** The attempt that a slot works with: claimed or active. */
export const currentOf = ({ context }: Entity<'slot'>): string | null => context.pending ?? context.active;

/** Whether a run has decided to end otherwise than by success. */
export const isStopped = (run: Entity<'run'> | undefined): boolean =>
  is(run, 'closing') || (run !== undefined && hasTag(run, 'terminal') && !is(run, 'succeeded'));

/** Whether a run may start things, and the run that it is a child of. */
export const isOpen = (look: Look, run: string): boolean => {
  const found = look.get('run', run);
  const parent = found?.context.parent ?? null;
  return is(found, 'running') && (parent === null || is(look.get('run', parent.run), 'running'));
};

/** The steps of a slot at any depth. Those inside a child are its own slot's. */
export const stepsIn = ({ context }: Entity<'slot'>): readonly Step[] =>
  context.steps.flatMap((step): readonly Step[] => (step.op === 'child' ? [step] : [step, ...insideOf(step)]));

/** Whether the result of a step is durable. */
export const isCommitted = (look: Look, slot: string, step: string): boolean =>
  is(look.get('output', outputOf(slot, step)), 'committed');

/** The result of a step that is in force, if there is one. */
export const resultIn = (look: Look, slot: string, step: string): Json | undefined =>
  isCommitted(look, slot, step) ? look.get('output', outputOf(slot, step))?.context.commits.at(-1)?.value : undefined;

/** Whether a step may be worked on, by what is durable alone: it has no result, and whatever goes before it has one. */
export const isNext = (look: Look, id: string, step: string): boolean => {
  const steps = look.get('slot', id)?.context.steps ?? [];
  const at = steps.findIndex((top) => top.id === step || insideOf(top).some((inner) => inner.id === step));
  const top = steps[at];
  if (top === undefined || isCommitted(look, id, step)) return false;
  return steps.slice(0, at).every((before) => isCommitted(look, id, before.id)) && isNextIn(look, id, { top, step });
};

const isNextIn = (look: Look, id: string, { top, step }: { readonly top: Step; readonly step: string }): boolean => {
  if (top.op === 'parallel') return top.id !== step;
  if (top.op !== 'choose') return top.id === step;
  const way = top.cases[String(resultIn(look, id, top.by))] ?? [];
  const at = way.findIndex((one) => one.id === step);
  return at >= 0 && way.slice(0, at).every((before) => isCommitted(look, id, before.id));
};

/** The effects of a slot that are there. */
export const effectsOf = (look: Look, slot: string, entity: Entity<'slot'>): readonly Entity<'effect'>[] =>
  stepsIn(entity).flatMap(({ id }) => look.get('effect', effectOf(slot, id)) ?? []);

/** The slot of the run that a slot's run was branched from, if it is a branch. */
export const originOf = (look: Look, run: string): string | undefined => {
  const origin = look.get('run', run)?.context.origin;
  return origin ? look.get('run', origin.run)?.context.slots[0] : undefined;
};
