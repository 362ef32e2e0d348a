import { describe, expect, it } from 'vitest';
import type { History } from '../../model/vocabulary.ts';
import { placedIn, plotOf } from '../../reports/page/trace/layout.ts';
import type { Mark } from '../../reports/page/trace/mark.ts';
import { marksOf } from '../../reports/page/trace/marks.ts';
import { scaleOf } from '../../reports/page/trace/scale.ts';
import { statesOf, tableOf } from '../../reports/page/trace/state.ts';
import { groups } from '../../reports/page/trace/state-cells.ts';
import { unseenIn } from '../../reports/page/trace/unseen.ts';
import { zombieHistory } from '../reports/sample-history.ts';
import { longHistory } from './long-history.ts';

const briefly = ({ lane, shape, tone, from, to }: Mark): string => `${lane}: ${tone} ${shape} ${from}-${to ?? '?'}`;

describe('the marks of a history', () => {
  const marks = marksOf(zombieHistory());
  const all = marks.map(briefly);

  it('say who works, who is stopped, and who comes back after another one began', () => {
    expect(all).toContain('worker-1: works bar 0-4');
    expect(all).toContain('worker-1: stopped bar 4-17');
    expect(all).toContain('worker-1: late bar 17-22');
    expect(all).toContain('worker-1: tidied cross 22-?');
    expect(all).toContain('worker-2: works bar 6-22');
  });

  it('draw a call until its answer leaves, with what its server did in the lane of the server', () => {
    expect(all).toContain('worker-1: call bar 1-19');
    expect(all).toContain('model, tools, prompts: withheld bar 2-19');
    expect(all).toContain('effect owner: applied diamond 11-?');
  });

  it('keep what the store shows in a lane of its own: a status until the reading that shows another', () => {
    expect(all).toContain('store: running bar 9-15');
    expect(all).toContain('store: succeeded bar 15-20');
    expect(marks.find(({ shape, from }) => shape === 'diamond' && from === 20)?.label).toMatch(/^extract again/);
  });

  it('leave open what nobody saw end, and cut an answer that reached nobody', () => {
    const history = zombieHistory();
    const observations = history.observations.map((seen) => {
      if (seen.event.type === 'command.answered')
        return {
          ...seen,
          event: { ...seen.event, outcome: { status: 'unknown' as const, cause: 'its process died' } },
        };
      if (seen.event.type !== 'call.answered' || seen.event.call !== 3) return seen;
      return {
        ...seen,
        event: { type: 'call.lost' as const, call: 3, run: 'run-1', step: 'publish', because: 'it died' },
      };
    });
    const cut = marksOf({ ...history, observations });
    expect(cut.find(({ lane }) => lane === 'operator')).toMatchObject({
      isOpen: true,
      title: expect.stringContaining('unknown'),
    });
    expect(cut.find(({ shape }) => shape === 'cut')).toMatchObject({
      lane: 'effect owner',
      toLane: 'worker-2',
      from: 14,
    });
  });
});

describe('the scale', () => {
  const { observations } = zombieHistory();

  it.each(['logical', 'wall'] as const)('of the %s clock finds each event again where it put it', (clock) => {
    const scale = scaleOf(observations, clock, 900);
    for (const { seq } of observations) expect(scale.nearest(scale.at(seq))).toBe(seq);
    expect(scale.at(observations.length - 1)).toBeLessThanOrEqual(scale.width);
  });

  it('of the wall clock shortens a long pause and says by how much', () => {
    const late = observations.map((seen) => (seen.seq < 10 ? seen : { ...seen, atMs: seen.atMs + 60_000 }));
    const scale = scaleOf(late, 'wall', 900);
    expect(scale.pauses.map(({ ms }) => ms)).toEqual([60_000 + 137 - 450]);
    expect(scale.at(10) - scale.at(9)).toBeLessThan(scale.width / 5);
  });
});

describe('the layout', () => {
  it('has lanes from who asks to what the store shows, and none for a server that nobody called', () => {
    const history = zombieHistory();
    const { lanes } = plotOf(history, marksOf(history));
    expect(lanes.map(({ id }) => id)).toEqual([
      'operator',
      'worker-1',
      'worker-2',
      'model, tools, prompts',
      'effect owner',
      'store',
    ]);
  });

  it('draws of ten thousand events only what its window shows', () => {
    const history = longHistory(10_000);
    const marks = marksOf(history);
    const scale = scaleOf(history.observations, 'logical', 900);
    const window = placedIn({ marks, plot: plotOf(history, marks), scale }, 50_000, 50_900);
    expect(window.length).toBeGreaterThan(50);
    expect(window.length).toBeLessThan(400);
  });

  it('lets no label run into the one before it', () => {
    const history = longHistory(400);
    const marks = marksOf(history);
    const placed = placedIn(
      { marks, plot: plotOf(history, marks), scale: scaleOf(history.observations, 'wall', 600) },
      0,
      600,
    );
    const diamonds = placed.filter(
      ({ mark, label }) => mark.lane === 'store' && mark.shape === 'diamond' && label !== '',
    );
    for (const [at, { x, label }] of diamonds.entries())
      expect(diamonds[at + 1]?.x ?? Number.POSITIVE_INFINITY).toBeGreaterThan(x + 6 * label.length);
  });
});

describe('the state at an event', () => {
  const status = (history: History, seq: number) =>
    tableOf(statesOf(history).at(seq), groups.runs).cell('run-1', 'status');

  it('is what was known then, and names what the event changed', () => {
    expect(status(zombieHistory(), 8)).toBeUndefined();
    expect(status(zombieHistory(), 19)).toMatchObject({ value: 'succeeded', seq: 15 });
    expect(status(zombieHistory(), 20)).toMatchObject({ value: 'running', was: 'succeeded', seq: 20 });
  });

  it('shows each commit with its writer, so that a late one of an equal value is seen', () => {
    const steps = tableOf(statesOf(zombieHistory('extract~2')).at(20), groups.steps);
    expect(steps.cell('extract', 'committed, oldest first')?.value.split('\n')).toHaveLength(2);
  });

  it('is the same whether it is reached from a snapshot or from the beginning', () => {
    const history = longHistory(300);
    const states = statesOf(history);
    for (const seq of [0, 62, 63, 64, 127, 128, 299]) {
      const short = statesOf({ ...history, observations: history.observations.slice(0, seq + 1) });
      expect([...states.at(seq)]).toEqual([...short.at(seq)]);
    }
  });
});

describe('what was not observed', () => {
  it('is said, and never left blank', () => {
    expect(unseenIn(zombieHistory()).join(' ')).toContain('leases and worker records: this runtime shows none');
    expect(unseenIn({ ...zombieHistory(), observations: [] }).join(' ')).toContain('The store was never read');
  });
});
