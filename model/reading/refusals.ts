import type { Call } from './calls.ts';
import type { Reading } from './reading.ts';

/** Answers that no repeat will better. A conflict is none of them: whose it is decides. */
const definite: ReadonlySet<number> = new Set([400, 401, 403, 404, 410, 422]);
/** Answers after which the same request may be sent again. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Whether the world refused a call for good. An owner that deduplicates answers 400 and 422 to a key that is missing, or that comes with
 * other arguments: there the fault is the caller's, and another requirement's affair.
 */
export const isDefiniteRefusal = (reading: Reading, call: Call): boolean => {
  const status = call.answered?.event.status ?? 0;
  const step = reading.steps.find((one) => one.id === call.step);
  const isAboutKeys = step?.op === 'effect' && step.contract === 'idempotent' && (status === 400 || status === 422);
  return definite.has(status) && !isAboutKeys;
};

/** Whether the world asked for another try later. */
export const isPassingRefusal = ({ answered }: Call): boolean =>
  answered !== undefined && (answered.event.status >= 500 || passing.has(answered.event.status));
