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

/**
 * Whether a call was told that somebody else has made what it asks for. Who asks again and is told of its own doing has what it wanted; and
 * while an earlier request of its own is still being served, nothing is said.
 */
export const isForeignConflict = (reading: Reading, call: Call): boolean => {
  const answered = call.answered?.event.status === 409 ? call.answered.seq : undefined;
  return (
    answered !== undefined &&
    !reading.calls.some(
      (other) => isOfOneStep(other, call) && (isOpenAt(other, answered) || wasApplied(other, answered)),
    )
  );
};

const isOfOneStep = (one: Call, other: Call): boolean =>
  one !== other && one.run === other.run && one.step === other.step;
const wasApplied = ({ applied }: Call, seq: number): boolean => applied !== undefined && applied.seq < seq;
const isOpenAt = ({ seq: began, lost, answered, applied }: Call, seq: number): boolean =>
  began < seq && lost === undefined && (answered?.seq ?? Infinity) > seq && applied === undefined;

/** Whether the world asked for another try later. */
export const isPassingRefusal = ({ answered }: Call): boolean =>
  answered !== undefined && (answered.event.status >= 500 || passing.has(answered.event.status));
