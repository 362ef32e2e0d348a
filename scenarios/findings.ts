import type { Binary, History, Requirement, Subject, Verdict } from '../model/vocabulary.ts';
import type { Depth } from './depth/draws.ts';

/** What a report is made of. */
export type Findings = {
  readonly address: string;
  readonly subject: Subject;
  readonly binaries: readonly Binary[];
  /** What of the machine and of the plans a reader has to know. */
  readonly remarks?: readonly string[];
  readonly verdicts: readonly Verdict[];
  readonly histories: readonly History[];
  readonly killpoint: string;
  readonly requirements: readonly Requirement[];
  readonly isPartial: boolean;
  readonly depth?: Depth | undefined;
  /** Milliseconds since the epoch. */
  readonly started: number;
};
