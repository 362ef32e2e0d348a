import { describe, expect, it } from 'vitest';
import { charts } from '../../model/account.ts';
import { drawingOf } from '../../reports/page/trace/drawing.ts';
import { places } from '../../reports/page/trace/places.ts';

describe('the drawing of a lifecycle', () => {
  it.each(charts)('of a $machine has a place for each state, and no place for another', ({ machine, states }) => {
    const table = places[machine] ?? {};
    expect(Object.keys(table).sort()).toEqual(states.map(({ id }) => id).sort());
    expect(new Set(Object.values(table).map(String)).size).toBe(states.length);
  });

  it.each(charts)('of a $machine draws each way of its machine or says it in words', (chart) => {
    const { edges, crowded } = drawingOf(chart);
    for (const { from, to, event } of chart.transitions) {
      if (from === to) continue;
      const edge = edges.find((one) => one.from === from && one.to === to);
      const words = crowded.find((one) => one.to === to)?.words;
      expect(`${edge?.label} ${words}`).toContain(event);
    }
  });

  it('draws nothing that its machine does not have', () => {
    for (const chart of charts)
      for (const { from, to } of drawingOf(chart).edges)
        expect(chart.transitions.some((one) => one.from === from && one.to === to)).toBe(true);
  });
});
