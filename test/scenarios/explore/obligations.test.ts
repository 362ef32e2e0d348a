import { describe, expect, it } from 'vitest';
import { explore } from '../../../scenarios/explore/explore.ts';
import { liftAll, redundant, scopes, standingOf, unmet } from '../../../scenarios/explore/index.ts';

const some = scopes
  .filter(({ id }) => ['two-effects', 'launch', 'operator'].includes(id))
  .map((scope) => explore(scope));
const mets = some.map(({ met }) => met);

describe('what the scopes have to meet', () => {
  it('is missed where a scope is gone, by name', () => {
    const { missing, met, all } = standingOf(mets, { unmet, redundant });
    expect(met).toBeLessThan(all);
    expect(missing).toContainEqual({ of: 'refusals', name: 'approval other-revision' });
    expect(missing).toContainEqual({ of: 'leaves', name: 'slot.waiting' });
    expect(missing).toContainEqual({ of: 'deeds', name: 'request-approval' });
    expect(missing).not.toContainEqual({ of: 'refusals', name: 'slot slot-not-waiting' });
  });

  it('is met whole by all quick scopes together, and the review is not old', () => {
    const all = scopes.filter(({ isLarge }) => isLarge !== true).map((scope) => explore(scope, { laws: [] }).met);
    expect(standingOf(all, { unmet, redundant })).toMatchObject({ missing: [], stale: [] });
  });

  it('makes a review old that excuses what is met, or what is not there', () => {
    const old = [
      { of: 'leaves', name: 'run.succeeded', because: 'never' },
      { of: 'leaves', name: 'run.dancing', because: 'never' },
    ] as const;
    expect(standingOf(mets, { unmet: old, redundant }).stale).toEqual(old.map(({ of, name }) => ({ of, name })));
  });
});

describe('lifting every refusal', () => {
  const two = some.filter(({ scope }) => scope.id === 'two-effects');

  it('says which show, in a part of the scopes without judging the rest', () => {
    const { lifted, problems } = liftAll(two);
    expect(problems).toEqual([]);
    expect(lifted.find(({ reason }) => reason === 'no-answer-yet')).toMatchObject({
      status: 'found',
      violation: { law: 'an effect is applied only if its owner applied it' },
    });
  });

  it('fails on a survivor that nobody reviewed, and on a review that is old', () => {
    const { problems } = liftAll(two, [
      { kind: 'owner', reason: 'no-answer-yet', behind: [], because: 'a mistake' },
      { kind: 'owner', reason: 'needs-review', behind: [], because: 'no machine says so' },
      {
        kind: 'slot',
        reason: 'attempt-is-not-current',
        behind: [{ kind: 'effect', reason: 'needs-review' }],
        because: 'a mistake',
      },
    ]);
    expect(problems).toContain(
      'owner needs-review is reviewed as redundant, and no machine has it: take it off the list',
    );
    expect(problems).toContain(
      'owner no-answer-yet is reviewed as redundant, but shows when it is lifted: take it off the list',
    );
    expect(problems).toContain(
      'attempt attempt-not-running can be lifted without breaking a law: state the law, or review it as redundant',
    );
    expect(problems).toContain(
      'slot attempt-is-not-current is not reached with effect needs-review lifted: review it again',
    );
  });
});
