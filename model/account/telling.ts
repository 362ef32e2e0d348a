/** What the specification makes of a history, event by event. `first` is the first event that it could not follow. */
export type Account = { readonly moments: readonly Moment[]; readonly first?: Refused };

/** What the specification believes after one observation. */
export type Moment = {
  readonly seq: number;
  /** Each entity ("run run-1", "slot slot-1", "attempt slot-1/1", "effect publish") with the state that its machine has it in. */
  readonly states: Readonly<Record<string, string>>;
  /** The steps that nobody showed, and without which the observation could not have been. */
  readonly hidden: readonly string[];
  readonly legal: readonly Legal[];
  readonly refused?: Refused;
};

/** A command that the rules accept in this state. */
export type Legal = { readonly command: string; readonly who?: string; readonly words: string };

/** What happened and the rules refuse: which command, of which entity in which state, for which reason, and the values compared. */
export type Refused = {
  readonly seq: number;
  readonly command: string;
  readonly entity: string;
  readonly state: string;
  readonly refusal: string;
  readonly words: string;
  readonly operands: readonly Operand[];
  /** The event that the entity's machine refused, and the guard by which it did, where it has a name. */
  readonly event?: string;
  readonly guard?: string;
};

/** One of the values compared, with the observation that it came from where there is one. */
export type Operand = { readonly name: string; readonly value: string; readonly seq?: number };
