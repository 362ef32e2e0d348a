/** One way to do what is compared. `run` does it and says how many states it found, which must be the same for each. */
export type Way = {
  readonly name: string;
  readonly states: number;
  /** How often it asks what a deed does. */
  readonly decisions: number;
  readonly run: () => number;
};

/** Ways to do the same; each is compared with the first. */
export type Bench = { readonly title: string; readonly ways: readonly Way[] };
