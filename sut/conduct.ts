import { randomUUID } from 'node:crypto';
import type { CallStep, Json } from '../model/vocabulary.ts';
import type { Configuration } from './perform.ts';

/**
 * One step at one moment of its attempt. `isRecovery`: an earlier attempt of the slot was lost or failed. `isRetry`: the one before this
 * said itself that it failed.
 */
export type Moment = {
  readonly step: CallStep;
  readonly attempt: string;
  readonly isRecovery: boolean;
  readonly isRetry: boolean;
};

/** Values by the ids of their steps. */
type Results = Readonly<Record<string, Json>>;

/**
 * The places where the machines cannot stop a worker from doing wrong, because it acts outside the store there. The honest
 * answers are in `honest`; a mutant gives another one.
 */
export interface Conduct {
  /** The run whose name the calls of an attempt carry, where `run` is the one that was launched. */
  callsFor(attempt: Omit<Moment, 'step'>, run: string): string;
  /** Whether a worker takes up a run of a workflow revision that it has no code of. */
  takesOver(run: string): boolean;
  /** Whether what a worker cannot serve keeps it from what comes after. */
  waitsFor(run: string): boolean;
  /** The revisions under which a step is done, where `pinned` are those that its run is bound to. */
  runsUnder(moment: Moment, pinned: Configuration): Configuration;
  /** Whether an artifact that was stored is taken to be what was sent, without a look. */
  trusts(moment: Moment): boolean;
  /** Whether a step that is committed is performed all the same. */
  repeats(moment: Moment): boolean;
  /** What later steps are given for a committed value. */
  recalls(moment: Moment, committed: Json): Json;
  /** The key that an effect is to have, where it has none yet. */
  names(moment: Moment): string;
  /** The arguments with which an effect is sent, where `intended` are those of its durable intent. */
  argumentsFor(moment: Moment, intended: Results): Results;
  /** The key under which an effect is sent, where `intended` is the one of its durable intent. */
  keyFor(moment: Moment, intended: string): string;
  /** For whom an effect is sent, and under which fencing token, where `current` are those of its attempt. */
  authorityFor(moment: Moment, current: Json): Json;
  /** Whether what exists already under a key is the doing of the effect that was sent under another, or the same. */
  recognises(moment: Moment, keys: { readonly sent: string; readonly existing: string }): boolean;
  /** Whether an effect is recorded as applied before its owner has answered. */
  presumes(moment: Moment): boolean;
  /** Whether the call of the next step is made before the result of this one is committed. */
  runsAhead(moment: Moment): boolean;
  /** Whether the call after a result leaves although the commit of that result was refused. */
  outruns(moment: Moment): boolean;
}

export const honest: Conduct = {
  callsFor: (_, run) => run,
  takesOver: () => false,
  waitsFor: () => false,
  runsUnder: (_, pinned) => pinned,
  trusts: () => false,
  repeats: () => false,
  recalls: (_, committed) => committed,
  names: () => randomUUID(),
  argumentsFor: (_, intended) => intended,
  keyFor: (_, intended) => intended,
  authorityFor: (_, current) => current,
  recognises: (_, { sent, existing }) => sent === existing,
  presumes: () => false,
  runsAhead: () => false,
  outruns: () => false,
};
