import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createReference } from '../../adapters/reference/index.ts';
import { allSteps, type Feature, type Plan, planSchema } from '../../model/vocabulary.ts';
import { Archive } from '../../scenarios/archive.ts';
import { readCounterexample } from '../../scenarios/counterexample.ts';
import { at, planOf } from '../../scenarios/plans/make.ts';
import { scenarios } from '../../scenarios/programs.ts';
import { mustOffer } from '../../scenarios/selection.ts';
import { withoutOne } from '../../scenarios/shrinking.ts';
import { smallerPlans } from '../../scenarios/smaller-plans.ts';
import { smallest } from '../../scenarios/smallest.ts';

const programs = scenarios.map(({ program }) => program);
const review = programs.find(({ id }) => id === 'document-review');
if (review === undefined) throw new Error('expected the program document-review in the catalogue');

describe('what a plan is with one thing less', () => {
  it('leaves a continuation out with its stop, and a restoration with what it ends', () => {
    const [stop, go] = [at({ at: 'call.done', step: 'a' }, 'stop'), at({ at: 'takeover.rested' }, 'continue')];
    const kill = at({ at: 'retry-wait' }, 'kill');
    expect(withoutOne([kill, stop, go])).toEqual([[stop, go], [kill]]);
    const [full, back] = [at({ at: 'call.done', step: 'a' }, 'full'), at({ at: 'run.rested' }, 'restore')];
    expect(withoutOne([full, kill, back])).toEqual([[kill], [full, back]]);
  });

  it('counts the calls anew of a step that was called again only because of the kill that is gone', () => {
    const [first, second] = [
      at({ at: 'call.done', step: 'a' }, 'kill'),
      at({ at: 'call.done', step: 'a', nth: 2 }, 'kill'),
    ];
    expect(withoutOne([first, second])).toEqual([[second], [first], [first]]);
  });

  it.each(programs.map((program) => ({ program, id: program.id })))(
    '$id: every smaller program is one, gives a step nothing that is gone, and keeps what its interventions are about',
    ({ program }) => {
      const held = allSteps(program).find(({ op }) => op !== 'timer');
      const plan = planOf(program, [at({ at: 'call.received', step: held?.id }, 'kill')]);
      for (const smaller of smallerPlans(plan).filter(({ interventions }) => interventions.length === 1)) {
        const { program: left } = planSchema.parse(smaller);
        const ids = allSteps(left).map(({ id }) => id);
        expect(ids).toContain(held?.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const step of allSteps(left)) for (const used of step.uses) expect(ids).toContain(used);
        const size = allSteps(program).length + (program.limits === undefined ? 0 : 1);
        expect(ids.length + (left.limits === undefined ? 0 : 1)).toBeLessThan(size);
        expect(left.id).not.toBe(program.id);
      }
    },
  );
});

describe('a plan that comes from a file', () => {
  it('is not run on a target that does not offer what it needs, and says what that is', () => {
    const plan = planOf(review, []);
    const offers = (...can: readonly Feature[]) => mustOffer({ name: 'small', can }, plan);
    expect(() => offers('model')).toThrow(/small does not offer .*approval/);
    expect(() => offers(...plan.needs)).not.toThrow();
  });
});

describe('the smallest plan of a counterexample', () => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-shrink-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Two interventions and nine steps, where one of each does it. */
  const wide: Plan = planOf(review, [
    at({ at: 'call.done', step: 'extract' }, 'kill'),
    at({ at: 'effect.applied', step: 'publish' }, 'kill'),
  ]);
  const shrunk = async (mutant: string | undefined) => {
    const adapter = createReference({ mutant, isInProcess: true });
    const file = await readCounterexample(join(import.meta.dirname, '../replay/key-per-attempt.json'));
    return smallest({
      file: { ...file, plan: wide },
      address: 'mutant:key-per-attempt:in-process',
      adapter,
      killpoint: '0',
      archive: new Archive(join(folder, mutant ?? 'reference'), adapter),
      signal: new AbortController().signal,
      onFailing: () => undefined,
    });
  };

  it('has the one intervention that counts, the one step that it hits, and fails twice in a row', async () => {
    const { plan, smallest: file, runs } = await shrunk('key-per-attempt');
    expect(plan.interventions).toEqual([at({ at: 'effect.applied', step: 'publish' }, 'kill')]);
    expect(allSteps(plan.program).map(({ id }) => id)).toEqual(['publish']);
    expect(file).toMatchObject({ requirement: 'effect.applied-once', reproduced: '2/2', plan });
    expect(runs).toBeGreaterThan(4);
  });

  it('does not exist where the plan fails nothing', async () => {
    expect(await shrunk(undefined)).toMatchObject({ smallest: undefined, runs: 3 });
  });
});
