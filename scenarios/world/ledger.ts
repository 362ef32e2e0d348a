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
  /** What the artifact store holds, by name: every version, in the order in which they came. */
  readonly artifacts: ReadonlyMap<string, readonly Artifact[]>;
};

/** What the world remembers when a case begins. */
export const emptyLedger: Ledger = { samples: 0, asked: new Map(), outcomes: new Map(), artifacts: new Map() };
