import { referenceIn } from '../../model/vocabulary.ts';
import { cutOff, find, type Wanted } from '../world/artifacts.ts';
import type { WorldDecision } from '../world/decision.ts';
import type { Artifact, Ledger } from '../world/ledger.ts';

/** The artifact store of one case as its plan spoils it: uploads that it keeps half of, and versions that are gone. */
export class Shelf {
  #isTearing = false;
  /** The newest version that each step brought, and those that are gone, as `NAME VERSION`. */
  readonly #brought = new Map<string, string>();
  readonly #gone = new Set<string>();

  /** Of the next upload half is kept, and the answer says nothing of that. */
  tear(): void {
    this.#isTearing = true;
  }
  /** Takes away what a step brought last. False where it brought nothing. */
  lose(step: string): boolean {
    const version = this.#brought.get(step);
    if (version !== undefined) this.#gone.add(version);
    return version !== undefined;
  }
  /** What is gone is back, and uploads are kept whole. */
  restore(): void {
    this.#isTearing = false;
    this.#gone.clear();
  }

  /** What becomes of a call that may be an upload. */
  keep(step: string, decision: WorldDecision): WorldDecision {
    const reference = decision.did === 'stored' ? referenceIn(decision.value) : undefined;
    if (reference === undefined) return decision;
    this.#brought.set(step, placeOf(reference));
    const kept = this.#isTearing ? cutOff(decision, reference) : decision;
    this.#isTearing = false;
    return kept;
  }
  /** The version that somebody wants, where the store has it. */
  find(wanted: Wanted, ledger: Ledger): Artifact | undefined {
    const found = find(wanted, ledger);
    return found === undefined || this.#gone.has(placeOf(found)) ? undefined : found;
  }
}

const placeOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name} ${version}`;
