import type { Fact } from '../../account.ts';

/** What every view of a trace follows: the event at the cursor, how to go to another, and the events that are marked. */
export type Stepping = {
  readonly cursor: number;
  readonly go: (seq: number) => void;
  readonly facts: readonly Fact[];
  /** The first event that the specification refuses. */
  readonly refused: number | undefined;
  /** Where it parts from the reference's trace, where there is one and it does. */
  readonly parting?: number | undefined;
};
