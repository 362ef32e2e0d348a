import { isOf, type ObservationOf } from '../vocabulary.ts';
import type { Call } from './calls.ts';
import type { Reading } from './reading.ts';

/** An owner under the contract `async` answers a request at once, and says its outcome later, at least once: further answers to one call. */
export type Callback = ObservationOf<'call.answered'>;

/** Every time that an owner said the outcome of an accepted request. */
export const callbacksOf = ({ history }: Reading, call: Call): readonly Callback[] =>
  history.observations
    .filter((seen) => isOf(seen, 'call.answered'))
    .filter((seen) => seen.event.call === call.number && seen.seq > (call.answered?.seq ?? Infinity));
