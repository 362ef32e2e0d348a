import type { Entity } from '../kinds.ts';
import { attemptOf, effectOf, outputOf } from '../rules/names.ts';
import { hasTag, is } from '../step.ts';
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

/** Whether the result of a step is durable. */
export const isCommitted = (look: Look, slot: string, step: string): boolean =>
  is(look.get('output', outputOf(slot, step)), 'committed');

/** The effects of a slot that are there. */
export const effectsOf = (look: Look, slot: string, { context }: Entity<'slot'>): readonly Entity<'effect'>[] =>
  context.steps.flatMap(({ id }) => look.get('effect', effectOf(slot, id)) ?? []);
