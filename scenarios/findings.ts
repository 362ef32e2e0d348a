import type { Binary, History, Requirement, Subject, Verdict } from '../model/vocabulary.ts';
import type { Interruptions } from './assignment.ts';
import type { Digest } from './digest.ts';

/** What a report is made of. */
export type Findings = {
  readonly address: string;
  readonly subject: Subject;
  readonly binaries: readonly Binary[];
  readonly verdicts: readonly Verdict[];
  /** What was found out about the run itself on the way, and what of the machine and of the plans a reader has to know. */
  readonly remarks: readonly string[];
  readonly digests: readonly Digest[];
  /** The undisturbed runs. */
  readonly controls: readonly History[];
  readonly killpoint: string;
  readonly requirements: readonly Requirement[];
  readonly isPartial: boolean;
  readonly interruptions: Interruptions;
  /** Plans that the run's budget left no time for. */
  readonly leftOut: number;
  /** Milliseconds since the epoch. */
  readonly started: number;
};
