import { type Deed, isOf, type ObservationOf } from '../vocabulary.ts';
import type { Call } from './calls.ts';
import type { Reading } from './reading.ts';

/** An intervention that landed. */
export type Landed = ObservationOf<'intervention.landed'>;

/** What the plan did, of these kinds, in the order in which it was done. */
export const landedOf = (reading: Reading, ...deeds: readonly Deed[]): readonly Landed[] =>
  reading.history.observations
    .filter((seen) => isOf(seen, 'intervention.landed'))
    .filter((seen) => deeds.includes(seen.event.do));

/** Whether each worker that comes to some step is killed there, or as many were lost as there may be attempts: such a run may be given up. */
export const isOutOfAttempts = (reading: Reading): boolean =>
  landedOf(reading, 'poison').length > 0 || reading.losses.length >= (reading.program.limits?.attempts ?? Infinity);

/** The call that was held while a deed was done: as the harness noted it, else the one that the boundary names. */
export const heldCallOf = (reading: Reading, { seq, event: { boundary } }: Landed): Call | undefined => {
  const held = reading.history.observations
    .filter((seen) => isOf(seen, 'boundary.held'))
    .findLast((seen) => seen.seq < seq && JSON.stringify(seen.event.boundary) === JSON.stringify(boundary));
  const number = held?.event.call;
  if (number !== undefined) return reading.calls.find((call) => call.number === number);
  const { run, step, nth } = boundary;
  return reading.calls.filter((call) => call.step === step && (run === undefined || call.run === run))[nth - 1];
};

/** Workers whose node was lost with them, each at its death. */
export const nodeLossesOf = (reading: Reading): readonly ObservationOf<'process.died'>[] =>
  landedOf(reading, 'lose-node').flatMap((landed) => {
    const died = reading.history.observations
      .filter((seen) => isOf(seen, 'process.died'))
      .findLast((seen) => seen.seq < landed.seq && seen.event.by === 'plan');
    return died === undefined ? [] : [died];
  });

/** A time in which something was taken away: from its fault to the `restore` after it, or to the end. */
export type Window = { readonly from: number; readonly to: number };

/** The windows that a fault opened. */
export const windowsOf = (reading: Reading, ...deeds: readonly Deed[]): readonly Window[] =>
  landedOf(reading, ...deeds).map(({ seq }) => ({
    from: seq,
    to: landedOf(reading, 'restore').find((landed) => landed.seq > seq)?.seq ?? Infinity,
  }));
