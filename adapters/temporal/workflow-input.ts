import type { Program } from '../../model/vocabulary.ts';
import { type Timing, timings } from './timing.ts';
import type { Store } from './variant.ts';

/** What every workflow here is started with. `run` is the run that calls on the world are made for, also in a child. */
export type Input = {
  readonly run: string;
  readonly timing: Timing;
  readonly cancelling: 'TRY_CANCEL' | 'WAIT_CANCELLATION_COMPLETED';
};
/** The input of the workflow that walks a program. */
export type ProgramInput = Input & { readonly program: Program };

/** The input of a run under a variant. */
export const inputOf = (run: string, { timeouts, cancelling }: Store): Input => ({
  run,
  timing: timings[timeouts],
  cancelling: cancelling === 'try' ? 'TRY_CANCEL' : 'WAIT_CANCELLATION_COMPLETED',
});
