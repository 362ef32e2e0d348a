import { describe, expect, it } from 'vitest';
import type { History } from '../../../model/vocabulary.ts';
import { placeOf } from '../../../scenarios/execute/commits.ts';
import { dryRunOf, dryRunsOf, interruptCommits } from '../../../scenarios/plans/commits.ts';
import { scenarios } from '../../../scenarios/programs.ts';
import { reached, reachOf } from '../../../scenarios/reach.ts';
import { subjectOf } from '../../model/history-builder.ts';

const program = scenarios.find(({ program: { id } }) => id === 'one-effect')?.program;
if (program === undefined) throw new Error("expected a program 'one-effect'");

const dryRun = (labels: readonly string[]): History => ({
  schema: 'killpoint.history/1',
  plan: dryRunOf(program),
  subject: subjectOf(),
  observations: labels.map((label, at) => ({
    ...{ seq: at, atMs: at, witness: 'harness', worker: 'worker-1' },
    event: { type: 'store.committed', nth: at + 1, label },
  })),
  ended: 'settled',
});

describe('plans at commits', () => {
  it('die before and after each, and lose each answer', () => {
    const plans = interruptCommits(program, dryRun(['insert', 'begin; update']));
    expect(plans.map(({ id }) => id)).toEqual([
      'one-effect/kill@commit.before',
      'one-effect/kill@commit.after',
      'one-effect/drop@commit.unacknowledged',
      'one-effect/kill@commit.before#2',
      'one-effect/kill@commit.after#2',
      'one-effect/drop@commit.unacknowledged#2',
      'one-effect/stop@commit.before',
      'one-effect/stop@commit.after',
      'one-effect/stop@commit.after#2',
    ]);
    expect(plans.every((plan) => reachOf(plan) === 'store' && plan.needs.includes('store'))).toBe(true);
  });

  it('stop nobody who has a transaction open, and few of all', () => {
    const plans = interruptCommits(
      program,
      dryRun(Array.from({ length: 9 }, (_, at) => `${at % 2 ? 'begin; ' : ''}${at}`)),
    );
    const stops = plans.filter(({ interventions: [first] }) => first?.do === 'stop');
    expect(stops).toHaveLength(6);
    const before = stops.flatMap(({ interventions: [first] }) =>
      first?.at.at === 'commit.before' ? [first.at.label] : [],
    );
    expect(before).toEqual(['0', '4', '8']);
  });

  it('are made of nothing where nobody saw a commit', () => {
    expect(interruptCommits(program, undefined)).toEqual([]);
  });

  it('are for the programs that are interrupted at every call', () => {
    const dry = dryRunsOf(scenarios).map(({ id }) => id);
    expect(dry).toContain('one-effect/undisturbed-store');
    expect(dry.length).toBeLessThan(scenarios.length);
  });

  it('need a target before whose store the harness stands, and is told of its commits then', () => {
    const subject = subjectOf({ can: ['effect', 'store'] });
    expect(reached(subject, ['world']).can).not.toContain('commits');
    expect(reached(subject, ['world', 'store']).can).toContain('commits');
    expect(reached(subjectOf({ can: ['effect'] }), ['store']).can).not.toContain('commits');
  });
});

describe('a boundary that is a commit', () => {
  const commit = (stage: 'before' | 'after', nth: number, label: string) => ({ stage, nth, label, isSure: false });
  const boundary = (at: 'commit.before' | 'commit.after', label?: string) => ({ at, nth: 2, ...(label && { label }) });

  it('is told from a statement that may come to nothing by what it is to write', () => {
    expect(placeOf(boundary('commit.before', 'a'), commit('before', 2, 'a'))).toBe('here');
    expect(placeOf(boundary('commit.before', 'a'), commit('before', 2, 'poll'))).toBe('elsewhere');
    expect(placeOf(boundary('commit.before'), commit('before', 2, 'poll'))).toBe('here');
    expect(placeOf(boundary('commit.before', 'a'), commit('before', 1, 'a'))).toBe('elsewhere');
  });

  it('was passed by where another commit is the n-th', () => {
    expect(placeOf(boundary('commit.before', 'a'), commit('after', 2, 'b'))).toBe('astray');
    expect(placeOf(boundary('commit.after', 'a'), commit('after', 2, 'a'))).toBe('here');
    expect(placeOf(boundary('commit.after', 'a'), commit('after', 2, 'b'))).toBe('astray');
    expect(placeOf(boundary('commit.after', 'a'), commit('after', 1, 'a'))).toBe('elsewhere');
  });
});
