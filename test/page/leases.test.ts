import { describe, expect, it } from 'vitest';
import type { AttemptView, History, LeaseStatus, Observation } from '../../model/vocabulary.ts';
import { plotOf } from '../../reports/page/trace/layout.ts';
import { leaseMarks } from '../../reports/page/trace/leases.ts';
import type { Mark } from '../../reports/page/trace/mark.ts';
import { marksOf } from '../../reports/page/trace/marks.ts';
import { zombieHistory } from '../reports/sample-history.ts';

const attempt = (id: string, owner: string | null, status: LeaseStatus): AttemptView => ({
  ...{ id, slot: 'slot-1', outcome: 'running' },
  ...{ worker: { status: 'running', owner }, lease: { status } },
});

/** A history of readings alone, each with the attempts that it shows, and between two of them an event that is none. */
const readings = (...shown: readonly (readonly AttemptView[])[]): History => {
  const observations = shown.flatMap((attempts, at): readonly Observation[] => [
    {
      ...{ seq: 2 * at, atMs: 20 * at, witness: 'runtime' },
      event: { type: 'view.read', run: 'run-1', why: 'change', view: { status: 'running', steps: {}, attempts } },
    },
    { ...{ seq: 2 * at + 1, atMs: 20 * at + 10, witness: 'harness' }, event: { type: 'process.opened' } },
  ]);
  return { ...zombieHistory(), observations };
};

const briefly = ({ lane, shape, tone, from, to, isOpen, label }: Mark): string =>
  `${lane}: ${tone} ${shape} ${from}-${to ?? ''}${isOpen ? ' open' : ''}${label === '' ? '' : ` (${label})`}`;

const first = (status: LeaseStatus, owner: string | null = 'worker-1') => attempt('slot-1/1', owner, status);
const second = (status: LeaseStatus) => attempt('slot-1/2', 'worker-2', status);

describe('the leases in the lanes', () => {
  it('are solid between the readings that show them live, and dashed to the readings around them', () => {
    const marks = leaseMarks(readings([], [first('live')], [first('live')], [first('expired')]));
    expect(marks.map(briefly)).toEqual([
      'worker-1: unsure bar 0-2',
      'worker-1: lease bar 2-4 (holds slot-1)',
      'worker-1: unsure bar 4-6',
      'worker-1: lease tick 6- (expired)',
    ]);
    expect(marks[0]?.title).toBe(
      'worker-1: the lease of slot-1 (slot-1/1), shown live from #2 to #4, shown expired at #6',
    );
  });

  it('that no reading shows live are dashed all along', () => {
    const marks = leaseMarks(readings([], [first('released')]));
    expect(marks.map(briefly)).toEqual([
      'worker-1: unsure bar 0-2 (held slot-1)',
      'worker-1: lease tick 2- (released)',
    ]);
  });

  it('that nobody saw end stay open', () => {
    const marks = leaseMarks(readings([first('live')], [first('live')]));
    expect(marks.map(briefly)).toEqual(['worker-1: lease bar 0-2 open (holds slot-1)']);
  });

  it('are marked in both lanes where two of one slot are live at once', () => {
    const marks = leaseMarks(
      readings(
        [first('live')],
        [first('live'), second('live')],
        [first('live'), second('live')],
        [first('expired'), second('live')],
      ),
    );
    const both = marks.filter(({ tone }) => tone === 'overlap');
    expect(both.map(({ lane, from, to }) => [lane, from, to])).toEqual([
      ['worker-1', 2, 4],
      ['worker-2', 2, 4],
    ]);
  });

  it('of one holder stand below each other while they last at once, and in one row after each other', () => {
    const again = attempt('slot-1/2', 'worker-1', 'live');
    const rows = (history: History): readonly number[] =>
      leaseMarks(history).flatMap(({ tone, shape, row }) => (tone === 'lease' && shape === 'bar' ? [row] : []));
    expect(rows(readings([first('live')], [first('live'), again]))).toEqual([0, 1]);
    expect(rows(readings([first('live')], [first('expired'), again]))).toEqual([0, 0]);
  });

  it('are not marked where one ended before the next was shown', () => {
    const marks = leaseMarks(readings([first('live')], [first('expired'), second('live')]));
    expect(marks.map(({ tone }) => tone)).not.toContain('overlap');
  });

  it('that come back after their end are drawn again', () => {
    const marks = leaseMarks(readings([first('live')], [first('expired')], [first('live')]));
    expect(marks.filter(({ tone, shape }) => tone === 'lease' && shape === 'bar')).toHaveLength(2);
  });

  it('of nobody, and of a holder who is called like one of our lanes, have lanes of their own', () => {
    const history = readings([first('live', null), attempt('slot-1/9', 'store', 'released')]);
    const { lanes } = plotOf(history, marksOf(history));
    expect(lanes.map(({ id }) => id)).toEqual(['a holder unnamed', 'store, a holder', 'store']);
    expect(lanes[0]?.note).toBe('a holder, no process');
  });

  it('are not there for a runtime that shows none', () => {
    expect(leaseMarks(zombieHistory())).toEqual([]);
  });
});
