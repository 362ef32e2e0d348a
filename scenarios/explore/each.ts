import type { Command, StepOp } from '../../model/vocabulary.ts';
import { attemptsOf, stepsOf } from './basics.ts';
import type { Deed } from './deed.ts';
import type { Place } from './place.ts';

/** What may happen in a place. */
export type Deeds = (place: Place) => readonly Deed[];

/** For every attempt that a scope follows. */
export const perAttempt =
  (deeds: (attempt: string) => readonly Command[]): Deeds =>
  (place) =>
    attemptsOf(place).flatMap(deeds);

/** For every step of a kind. */
export const perStep =
  (op: StepOp, deeds: (place: Place, step: string) => readonly Deed[]): Deeds =>
  (place) =>
    stepsOf(place)
      .filter((step) => step.op === op)
      .flatMap(({ id }) => deeds(place, id));

/** For every attempt at every step of a kind. */
export const perTry = (op: StepOp, deeds: (one: Try) => readonly Deed[]): Deeds =>
  perStep(op, (place, step) => attemptsOf(place).flatMap((attempt) => deeds({ attempt, step })));
/** An attempt at a step. */
type Try = { readonly attempt: string; readonly step: string };
