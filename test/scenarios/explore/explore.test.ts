import { describe, expect, it } from 'vitest';
import type { Asked } from '../../../model/step.ts';
import { explore } from '../../../scenarios/explore/explore.ts';
import { scopes, storyOf } from '../../../scenarios/explore/index.ts';
import type { Scope } from '../../../scenarios/explore/scope.ts';
import { byUs, byXState } from '../../model/oracle.ts';

const scopeOf = (id: string): Scope => {
  const found = scopes.find((scope) => scope.id === id);
  if (found === undefined) throw new Error(`There is no scope ${id}.`);
  return found;
};

/** States, edges, depth and cut edges. They change with the machines: look at why before a number is changed here. */
const pinned: Readonly<Record<string, readonly [number, number, number, number]>> = {
  launch: [104, 408, 7, 0],
  operator: [354, 1_468, 11, 0],
  reassign: [24_676, 172_060, 16, 0],
  lease: [1_497, 6_956, 15, 0],
  steps: [4_038, 16_014, 15, 0],
  unlimited: [10_244, 41_288, 20, 4_584],
  approval: [1_046, 5_651, 13, 0],
  'approved-effect': [5_163, 32_944, 17, 0],
  'effect-idempotent': [1_788, 7_064, 17, 0],
  'cancel-idempotent': [9_868, 55_698, 14, 144],
  'effect-opaque': [1_446, 5_465, 17, 0],
  'cancel-opaque': [8_236, 45_979, 14, 144],
  'two-effects': [69, 125, 12, 0],
  review: [11_488, 68_726, 22, 0],
};

describe('the specification in every quick scope', () => {
  it.each(scopes.filter(({ isLarge }) => isLarge !== true))('$id: $about', (scope) => {
    const { states, edges, depth, cut, violations, isComplete } = explore(scope);
    expect([violations, isComplete]).toEqual([[], true]);
    expect([states, edges, depth, cut]).toEqual(pinned[scope.id]);
  });
});

describe('the compiled step against XState', () => {
  const compare = (scope: Scope, isChosen: (nth: number) => boolean): number => {
    let nth = 0;
    let compared = 0;
    const watch = (asked: Asked): void => {
      nth += 1;
      if (!isChosen(nth)) return;
      compared += 1;
      expect(byUs(asked)).toEqual(byXState(asked));
    };
    explore(scope, { watch, isForgetful: true, laws: [] });
    return compared;
  };

  it.each(['two-effects', 'operator'])('agrees on every state and event of %s', (id) => {
    expect(compare(scopeOf(id), () => true)).toBeGreaterThan(800);
  });

  it.each(['lease', 'approval', 'effect-opaque'])('agrees on every 31st question of %s', (id) => {
    expect(compare(scopeOf(id), (nth) => nth % 31 === 0)).toBeGreaterThan(800);
  });
});

describe('what is remembered by what was read', () => {
  it.each(['two-effects', 'launch', 'operator', 'lease'])('equals what is decided anew each time: %s', (id) => {
    const [remembered, anew] = [explore(scopeOf(id)), explore(scopeOf(id), { isForgetful: true })];
    expect({ ...remembered, learned: 0 }).toEqual(anew);
    expect(remembered.learned).toBeLessThan(remembered.decisions / 3);
  });
});

describe('runs that are alike', () => {
  it('change places: n states of one run are n(n+1)/2 of two that share nothing', () => {
    const one: Scope = { ...scopeOf('two-effects'), may: ['death'] };
    const { states, edges } = explore(one);
    const two = explore({ ...one, runs: 2 });
    expect(two.states).toBe((states * (states + 1)) / 2);
    expect(two.edges).toBe(edges * (states + 1));
    expect(two.violations).toEqual([]);
  });

  it('have their own names in a path', () => {
    const one: Scope = { ...scopeOf('two-effects'), may: ['death'], runs: 2 };
    const law = {
      law: 'nobody starts twice',
      requirement: 'claim.one-of-many-wins',
      of: 'run',
      holds: (_: unknown, { look }: { look: { get: (kind: 'attempt', id: string) => { leaf: string } | undefined } }) =>
        look.get('attempt', 'slot-1/1')?.leaf !== 'running' || look.get('attempt', 'slot-2/1')?.leaf !== 'running',
    } as const;
    const [violation] = explore(one, { laws: [law], stopsAtFirst: true }).violations;
    const story = storyOf(violation?.path ?? []);
    expect(story).toHaveLength(4);
    expect(story.toSorted()).toEqual([
      'ann claims slot-1 for a standard worker',
      'ann claims slot-2 for a standard worker',
      'worker slot-1/1 starts',
      'worker slot-2/1 starts',
    ]);
  });
});

describe('a planted defect', () => {
  it('is found with the least that shows it, told as a story', () => {
    const { violations } = explore(scopeOf('operator'), {
      without: [{ kind: 'slot', reason: 'prior-lease-not-terminal' }],
      stopsAtFirst: true,
    });
    expect(violations.map(({ law }) => law)).toContain('at most one lease of a slot is live');
    expect(storyOf(violations[0]?.path ?? [])).toEqual([
      'ann claims slot-1 for a standard worker',
      'the sweep reports slot-1/1 lost, having seen it die',
      'ann claims slot-1 for a standard worker',
    ]);
  });

  it('that leaves a run without an end is found backwards', () => {
    const { violations } = explore(scopeOf('launch'), {
      without: [{ kind: 'slot', reason: 'unknown-slot' }],
      laws: [],
    });
    expect(violations.map(({ law }) => law)).toEqual(['every run can still come to its end']);
    expect(violations[0]?.path.map(({ type }) => type)).toEqual(['launch', 'claim']);
  });

  it('is not claimed where a bound hides the end', () => {
    const { cut, violations } = explore({ ...scopeOf('unlimited'), attempts: 1 });
    expect([cut > 0, violations]).toEqual([true, []]);
  });
});
