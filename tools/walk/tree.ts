import { alphabetOf } from '../../scenarios/explore/alphabet.ts';
import type { Deed } from '../../scenarios/explore/deed.ts';
import type { Scope } from '../../scenarios/explore/scope.ts';
import { Search } from '../../scenarios/explore/search.ts';

/** A scope with one run, explored, as a tree: what leads from each state to each state that was not known before. */
export class Tree {
  readonly scope: Scope;
  readonly deeds: readonly Deed[];
  readonly states: number;
  readonly depth: number;
  /** For each state, the state that each deed leads to first. */
  readonly #children = new Map<number, Map<number, number>>();
  readonly #parents = new Map<number, { readonly state: number; readonly deed: number }>();

  constructor(scope: Scope) {
    if (scope.runs !== 1)
      throw new Error(`expected a scope with one run, whose names stay as they are; "${scope.id}" has more`);
    this.scope = scope;
    const search = new Search(scope, {
      laws: [],
      defects: {},
      stopsAtFirst: false,
      limit: 1e6,
      isForgetful: false,
    }).run();
    const { from, deed, into } = search.paths;
    this.deeds = alphabetOf(scope);
    this.states = search.rows.size;
    this.depth = search.paths.depth;
    for (const [nth, to] of into.entries())
      if (to !== 0 && !this.#parents.has(to)) this.#grow(from[nth] ?? 0, deed[nth] ?? 0, to);
  }

  /** The state that a deed led to first, where it was the first to lead there. */
  child(state: number, deed: number): number | undefined {
    return this.#children.get(state)?.get(deed);
  }

  /** The deeds that lead to a state. */
  path(state: number): readonly number[] {
    const parent = this.#parents.get(state);
    return parent === undefined ? [] : [...this.path(parent.state), parent.deed];
  }

  /** The states from which nothing new was found. */
  get leaves(): readonly number[] {
    return Array.from({ length: this.states }, (_, state) => state).filter((state) => !this.#children.has(state));
  }

  #grow(state: number, deed: number, to: number): void {
    this.#parents.set(to, { state, deed });
    const children = this.#children.get(state) ?? new Map<number, number>();
    this.#children.set(state, children.set(deed, to));
  }
}
