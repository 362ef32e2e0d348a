import { createHash } from 'node:crypto';
import type { Plan } from '../model/vocabulary.ts';
import type { Costs } from './costs.ts';

/** One of the parts that a run is divided into: the `index`-th, from 1, of `of`. `costs`: what the plans took in an earlier run. */
export type Shard = { readonly index: number; readonly of: number; readonly costs?: Costs | undefined };

/**
 * Says which shard a plan belongs to. Plans that were measured are dealt out, the longest first, each to the shard that has least to do;
 * the others by their ids. Neither looks at what a shard saw of the target: two shards that see something different agree all the same
 * about every plan that both of them know.
 */
export const dividing = ({ of, costs }: Omit<Shard, 'index'>): ((plan: string) => number) => {
  const dealt = dealtOut(Object.entries(costs?.plans ?? {}), of);
  return (plan) => dealt.get(plan) ?? drawnFor(plan, of);
};

const dealtOut = (measured: readonly (readonly [string, number])[], of: number): ReadonlyMap<string, number> => {
  const loads = Array.from({ length: of }, () => 0);
  const longestFirst = measured.toSorted(([a, aMs], [b, bMs]) => bMs - aMs || (a < b ? -1 : 1));
  return new Map(
    longestFirst.map(([plan, ms]) => {
      const least = loads.indexOf(Math.min(...loads));
      loads[least] = (loads[least] ?? 0) + ms;
      return [plan, least + 1];
    }),
  );
};

const drawnFor = (plan: string, of: number): number =>
  (createHash('sha256').update(plan).digest().readUIntBE(0, 6) % of) + 1;

/** Everything that a run plans, in order, and which of it is run here: all of it, or a shard's part and what its plans rest on. */
export class Portion {
  readonly #order = new Map<string, number>();
  readonly #own = new Set<string>();
  readonly #shared = new Set<string>();
  readonly #shard: Shard | undefined;
  readonly #belongsTo: (plan: string) => number;

  constructor(shard: Shard | undefined) {
    this.#shard = shard;
    this.#belongsTo = shard === undefined ? () => 1 : dividing(shard);
  }

  /** Takes up what is planned next, and returns what of it is run here. */
  divide(plans: readonly Plan[]): readonly Plan[] {
    this.#note(plans);
    const index = this.#shard?.index ?? 1;
    return this.#take(plans.filter(({ id }) => this.#belongsTo(id) === index));
  }
  /** Takes up what every shard runs, since the plans that follow are made of what it shows. */
  share(plans: readonly Plan[]): readonly Plan[] {
    this.#note(plans);
    for (const { id } of plans) this.#shared.add(id);
    return this.#take(plans.filter(({ id }) => !this.#own.has(id)));
  }
  /** The draws that are made here: a draw is run by whoever makes it, whatever plans it comes to. */
  draws<T>(all: readonly T[]): readonly T[] {
    const { index, of } = this.#shard ?? { index: 1, of: 1 };
    return all.filter((_, nth) => nth % of === index - 1);
  }
  /** Takes up a plan that a draw of this shard has come to. */
  draw(plan: Plan): void {
    this.#note([plan]);
    this.#take([plan]);
  }
  has(plan: string): boolean {
    return this.#order.has(plan);
  }
  isShared(plan: string): boolean {
    return this.#shared.has(plan);
  }
  placeOf(plan: string): number {
    return this.#order.get(plan) ?? 0;
  }
  get planned(): readonly string[] {
    return [...this.#order.keys()];
  }
  get own(): readonly string[] {
    return [...this.#own];
  }

  #note(plans: readonly Plan[]): void {
    for (const { id } of plans) if (!this.#order.has(id)) this.#order.set(id, this.#order.size);
  }
  #take(plans: readonly Plan[]): readonly Plan[] {
    for (const { id } of plans) this.#own.add(id);
    return plans;
  }
}
