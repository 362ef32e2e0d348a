import type { ArtifactReference, Json } from '../../model/vocabulary.ts';

/** One version in the artifact store, whole and for ever. */
export type Artifact = ArtifactReference & { readonly content: Uint8Array };

/** What the world's servers remember of one case. A value: handlers return the next one, and change nothing. */
export type Ledger = {
  /** Samples given so far, by models, tools and owners: what makes each answer differ from the last. */
  readonly samples: number;
  /** How often each step of each run was asked for, by `run step`. */
  readonly asked: ReadonlyMap<string, number>;
  /** The first outcome of every action that an owner applied, by idempotency key. */
  readonly outcomes: ReadonlyMap<string, { readonly action: string; readonly value: Json }>;
  /** What owners that call back have taken and not carried out yet, by key, with the body that came first. */
  readonly accepted: ReadonlyMap<string, string>;
  /** The fencing tokens under which each guarded effect was asked for, by `run step`, in the order in which they came first. */
  readonly tokens: ReadonlyMap<string, readonly Token[]>;
  /** Owners that guard themselves let nobody act any more. */
  readonly isBarred: boolean;
  /** What the artifact store holds, by name: every version, in the order in which they came. */
  readonly artifacts: ReadonlyMap<string, readonly Artifact[]>;
};

/** A fencing token: numbers have an order of their own, other tokens that in which they came. */
export type Token = number | string;

/** What the world remembers when a case begins. */
export const emptyLedger: Ledger = {
  samples: 0,
  asked: new Map(),
  outcomes: new Map(),
  accepted: new Map(),
  tokens: new Map(),
  isBarred: false,
  artifacts: new Map(),
};
