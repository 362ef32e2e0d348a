import { describe, expect, it } from 'vitest';
import type { Plan } from '../../model/vocabulary.ts';
import { costsOf } from '../../scenarios/costs.ts';
import { planOf } from '../../scenarios/plans/make.ts';
import { scenarios } from '../../scenarios/programs.ts';
import { dividing, Portion } from '../../scenarios/shards.ts';

const [scenario] = scenarios;
if (scenario === undefined) throw new Error('expected a program in the catalogue');
const planned = (id: string): Plan => ({ ...planOf(scenario.program, []), id });
const plans = Array.from({ length: 400 }, (_, nth) => planned(`one/kill-${nth}`));
const ids = (some: readonly Plan[]): readonly string[] => some.map(({ id }) => id);

/** One plan in ten takes ten times as long as the others. */
const measured = costsOf('reference', new Map(plans.map(({ id }, nth) => [id, nth % 10 === 0 ? 5_000 : 500])));

describe('a run in shards', () => {
  it('has each plan in one shard, and all of them in all', () => {
    const parts = [1, 2, 3, 4].map((index) => ids(new Portion({ index, of: 4 }).divide(plans)));
    expect(parts.flat().toSorted()).toEqual(ids(plans).toSorted());
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(130);
  });

  it('puts a plan where it was whatever else is planned: a shard that saw another path disagrees about nothing else', () => {
    const belongsTo = dividing({ of: 4 });
    const few = new Portion({ index: 2, of: 4 }).divide(plans.slice(100, 200));
    expect(few.every(({ id }) => belongsTo(id) === 2)).toBe(true);
  });

  it('gives each shard as much to do as any other, by what its plans took before', () => {
    const belongsTo = dividing({ of: 4, costs: measured });
    const loads = [1, 2, 3, 4].map((index) =>
      Object.entries(measured.plans).reduce((sum, [id, ms]) => sum + (belongsTo(id) === index ? ms : 0), 0),
    );
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(500);
  });

  it('divides alike in whatever order its costs were measured', () => {
    const turned = costsOf('reference', new Map(Object.entries(measured.plans).toReversed()));
    const [one, other] = [dividing({ of: 3, costs: measured }), dividing({ of: 3, costs: turned })];
    expect(plans.every(({ id }) => one(id) === other(id))).toBe(true);
  });

  it('runs what its plans rest on in every shard, and once', () => {
    const portion = new Portion({ index: 3, of: 4 });
    expect(ids(portion.share(plans.slice(0, 2)))).toEqual(['one/kill-0', 'one/kill-1']);
    const own = ids(portion.divide(plans.slice(2)));
    expect(ids(portion.share(plans)).length).toBe(398 - own.length);
    expect(portion.planned).toEqual(ids(plans));
  });

  it('is whole where it is not divided', () => {
    expect(new Portion(undefined).divide(plans)).toEqual(plans);
    expect(new Portion(undefined).draws([1, 2, 3])).toEqual([1, 2, 3]);
  });

  it('has each draw in one shard', () => {
    const draws = Array.from({ length: 10 }, (_, nth) => nth);
    expect([1, 2, 3].flatMap((index) => new Portion({ index, of: 3 }).draws(draws)).toSorted((a, b) => a - b)).toEqual(
      draws,
    );
  });
});
