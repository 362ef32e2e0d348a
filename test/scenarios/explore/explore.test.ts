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
  launch: [1_868, 17_440, 13, 0],
  operator: [584, 2_394, 11, 0],
  reassign: [50_528, 330_664, 16, 0],
  lease: [2_084, 9_695, 15, 0],
  steps: [3_758, 13_486, 15, 0],
  unlimited: [20_714, 82_641, 21, 10_393],
  approval: [911, 4_557, 13, 0],
  'approved-effect': [6_226, 36_209, 20, 0],
  'effect-idempotent': [2_691, 10_590, 18, 0],
  'cancel-idempotent': [23_254, 117_678, 16, 148],
  'effect-opaque': [1_823, 6_829, 17, 0],
  'cancel-opaque': [15_302, 77_165, 15, 120],
  group: [2_135, 6_179, 17, 0],
  choice: [810, 2_137, 14, 0],
  timer: [708, 3_273, 19, 0],
  child: [10_109, 59_405, 24, 0],
  'step-retry': [15_951, 31_285, 20, 0],
  'run-limits': [7_664, 32_368, 21, 0],
  lookup: [2_105, 9_057, 19, 0],
  'cancel-lookup': [2_467, 12_260, 20, 0],
  async: [6_398, 28_512, 22, 0],
  'cancel-async': [4_661, 21_677, 19, 52],
  guarded: [970, 3_676, 16, 0],
  resolve: [1_871, 6_554, 18, 0],
  mistaken: [886, 2_704, 17, 0],
  artifact: [11_926, 63_830, 25, 4_431],
  reviewer: [545, 1_668, 16, 0],
  repeat: [11_802, 57_127, 25, 5_737],
  'repeat-waits': [1_565, 3_543, 26, 240],
  branch: [4_079, 16_372, 25, 0],
  'two-effects': [69, 125, 12, 0],
  review: [8_614, 49_799, 23, 0],
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

  it.each(['lease', 'approval', 'effect-opaque', 'group', 'choice', 'guarded', 'reviewer'])(
    'agrees on every 31st question of %s',
    (id) => {
      expect(compare(scopeOf(id), (nth) => nth % 31 === 0)).toBeGreaterThan(800);
    },
  );
});

describe('what is remembered by what was read', () => {
  it.each(['two-effects', 'operator', 'lease', 'guarded', 'reviewer', 'repeat-waits'])(
    'equals what is decided anew each time: %s',
    (id) => {
      const [remembered, anew] = [explore(scopeOf(id)), explore(scopeOf(id), { isForgetful: true })];
      expect({ ...remembered, learned: 0 }).toEqual(anew);
      expect(remembered.learned).toBeLessThan(remembered.decisions / 3);
    },
  );
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
    const types = violations[0]?.path.map(({ type }) => type) ?? [];
    expect(types.filter((type) => type !== 'register' && type !== 'accept')).toEqual(['launch', 'claim']);
  });

  it('is not claimed where a bound hides the end', () => {
    const { cut, violations } = explore({ ...scopeOf('unlimited'), attempts: 1 });
    expect([cut > 0, violations]).toEqual([true, []]);
  });
});
