import type { Json } from '../../model/vocabulary.ts';
import type { Ledger } from './ledger.ts';

/** An upload as it arrived, with what its headers claim of it. */
export type Upload = {
  readonly name: string;
  readonly content: Uint8Array;
  /** Its digest, as in a reference, and its length; undefined where no header says it. */
  readonly digest: string | undefined;
  readonly bytes: number | undefined;
  /** `If-None-Match: *`: only where the store has nothing of that name yet. */
  readonly isOnlyFirst: boolean;
};

/** One call on the world, after its envelope was understood. */
export type WorldCall = {
  readonly run: string;
  readonly step: string;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly key: string | undefined;
  /** What comes with a PUT. */
  readonly upload?: Upload | undefined;
};

/** What the world does with a call: the answer that it will give, what it will have done, and what it remembers then. */
export type WorldDecision = {
  readonly status: number;
  readonly value: Json;
  readonly did: 'sampled' | 'stored' | 'applied' | 'accepted' | 'deduplicated' | 'nothing';
  readonly ledger: Ledger;
};
