import { describe, expect, it } from 'vitest';
import { MeasuredPace, patient } from '../../scenarios/pace.ts';

const paced = (...looks: readonly number[]): MeasuredPace => {
  const pace = new MeasuredPace();
  for (const ms of looks) pace.looked(ms);
  return pace;
};
const times = (count: number, ms: number): readonly number[] => Array.from({ length: count }, () => ms);

describe('the pace of a run', () => {
  it('is as declared before anything was measured, and on a quiet machine', () => {
    for (const pace of [paced(), paced(...times(100, 17)), paced(...times(50, 16), ...times(50, 22))])
      expect([pace.mustHappen(1_000), pace.mustNotHappen(400)]).toEqual([1_000, 400]);
  });
  it('is longer on a slow machine, for both kinds of waiting', () => {
    const pace = paced(...times(5, 16), ...times(200, 48));
    expect(pace.mustHappen(1_000)).toBeCloseTo(3_000, -1);
    expect(pace.mustNotHappen(400)).toBeCloseTo(1_200, -1);
  });
  it('does not stay slow for one look that took long', () => {
    const slow = paced(...times(100, 16), 400);
    const over = paced(...times(100, 16), 400, ...times(60, 16));
    expect([slow.slowness > 1, over.slowness]).toEqual([true, 1]);
  });
  it('grows no further where waiting is no use', () => {
    expect(paced(16, ...times(500, 1_600)).mustHappen(1_000)).toBe(6_000);
  });
  it('gives a person all the time, and asks a run for no longer rest', () => {
    expect([patient.mustHappen(1), patient.mustNotHappen(400)]).toEqual([Number.POSITIVE_INFINITY, 400]);
  });
});
