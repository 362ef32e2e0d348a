import type { CallStep, Json } from '../model/vocabulary.ts';

/** One step at one moment of its attempt. `isRecovery`: an earlier attempt of the slot was lost or failed. */
export type Moment = { readonly step: CallStep; readonly attempt: string; readonly isRecovery: boolean };

/**
 * The places where the machines cannot stop a worker from doing wrong, because it acts outside the store there. The honest
 * answers are in `honest`; a mutant gives another one.
 */
export interface Conduct {
  /** The run whose name the calls of an attempt carry, where `run` is the one that was launched. */
  callsFor(attempt: Omit<Moment, 'step'>, run: string): string;
  /** Whether a step that is committed is performed all the same. */
  repeats(moment: Moment): boolean;
  /** What later steps are given for a committed value. */
  recalls(moment: Moment, committed: Json): Json;
  /** The key under which an effect is sent, where `intended` is the one of its durable intent. */
  keyFor(moment: Moment, intended: string): string;
  /** Whether an effect is recorded as applied before its owner has answered. */
  presumes(moment: Moment): boolean;
}

export const honest: Conduct = {
  callsFor: (_, run) => run,
  repeats: () => false,
  recalls: (_, committed) => committed,
  keyFor: (_, intended) => intended,
  presumes: () => false,
};
