import { describe, expect, it } from 'vitest';
import { marksOf } from '../../reports/page/trace/marks.ts';
import { overviewOf } from '../../reports/page/trace/overview.ts';
import { scaleOf } from '../../reports/page/trace/scale.ts';
import { zombieHistory } from '../reports/sample-history.ts';
import { longHistory } from './long-history.ts';

describe('the overview of a long trace', () => {
  it('has the lives of the workers and what the store shows, in their order', () => {
    const { observations } = zombieHistory();
    const spans = overviewOf(marksOf(zombieHistory()), scaleOf(observations, 'logical', 900));
    const of = (lane: string): readonly string[] => spans.filter((span) => span.lane === lane).map(({ tone }) => tone);
    expect(of('worker-1')).toEqual(['works', 'stopped', 'late']);
    expect(of('store')).toEqual(['running', 'succeeded', 'running']);
    for (const { from, to } of spans) expect(0 <= from && from < to && to <= 1).toBe(true);
  });

  it.each([400, 10_000])('of %i events has no more stretches than can be seen', (events) => {
    const history = longHistory(events);
    const spans = overviewOf(marksOf(history), scaleOf(history.observations, 'logical', 900));
    expect(spans.length).toBeGreaterThanOrEqual(3);
    expect(spans.length).toBeLessThanOrEqual(900);
  });

  it('shows what is late, however short, over all that is as it should be', () => {
    const marks = [
      { lane: 'w', row: 1, shape: 'bar', tone: 'works', from: 0, to: 9_999, label: '', title: '' },
      { lane: 'w', row: 1, shape: 'bar', tone: 'late', from: 5_000, to: 5_001, label: '', title: '' },
    ] as const;
    const scale = scaleOf(longHistory(10_000).observations, 'logical', 900);
    expect(overviewOf(marks, scale).map(({ tone }) => tone)).toEqual(['works', 'late', 'works']);
  });
});
