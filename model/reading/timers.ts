import { isAbout } from './exchanges.ts';
import { callsBefore } from './order.ts';
import { firstAnswer, type Reading } from './reading.ts';

/** A place in a history, and its time. */
export type Moment = { readonly seq: number; readonly atMs: number };

/** The least time that may pass for a wait to count as kept: clocks differ a little, and a call takes its time to be written down. */
export const leastMs = (ms: number): number => 0.9 * ms - 5;

/**
 * The earliest moment at which a timer can have begun: every step before it had its first result. A timer that began anew after a
 * crash ends later, so this never accuses it.
 */
export const timerBeganAt = (reading: Reading, run: string, timer: string): Moment | undefined => {
  const before = callsBefore(reading.program, timer);
  const given = before
    .map((step) => firstAnswer(reading.calls, run, step.id))
    .filter((answer) => answer !== undefined)
    .sort((one, other) => one.seq - other.seq);
  if (before.length > 0) return given.at(-1);
  const launch = reading.exchanges.find((one) => isAbout(one, 'launch') && one.command.run === run);
  return reading.history.observations.find((seen) => seen.seq === launch?.sent);
};
