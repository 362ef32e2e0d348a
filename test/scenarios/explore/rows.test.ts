import { describe, expect, it } from 'vitest';
import { Footprint } from '../../../scenarios/explore/footprint.ts';
import { Rows } from '../../../scenarios/explore/rows.ts';

const row = (...cells: readonly number[]): Uint16Array => {
  const made = new Uint16Array(512);
  made.set(cells);
  return made;
};

describe('a set of rows', () => {
  it('keeps each row once, in the order in which they came, through growing and widening', () => {
    const rows = new Rows(2);
    const added = Array.from({ length: 5_000 }, (_, n) =>
      rows.add(row(n % 70, Math.floor(n / 70)), n < 2_500 ? 2 : 20),
    );
    expect(added).toEqual([...added.keys()]);
    expect(rows.add(row(69, 3), 20)).toBe(3 * 70 + 69);
    expect(rows.add(row(69, 3, 0, 0, 0, 0, 0, 1), 20)).toBe(5_000);
    const out = row(9, 9, 9);
    rows.copy(3 * 70 + 69, out);
    expect([...out.subarray(0, 3)]).toEqual([69, 3, 0]);
  });
});

describe('a function remembered by what it reads', () => {
  it('is asked once for rows that differ only elsewhere', () => {
    const memo = new Footprint((read) => (read(3) === 1 ? read(5) : -1));
    expect(
      [row(0, 0, 0, 1, 0, 7), row(9, 0, 0, 1, 0, 7), row(0, 0, 0, 2, 0, 8), row(0, 0, 0, 2)].map((one) => memo.at(one)),
    ).toEqual([7, 7, -1, -1]);
    expect([memo.learned, memo.isConstant]).toEqual([2, false]);
  });

  it('is constant once it was asked and read nothing', () => {
    const memo = new Footprint(() => 1);
    expect(memo.isConstant).toBe(false);
    memo.at(row());
    expect(memo.isConstant).toBe(true);
  });

  it('refuses a function that does not follow from what it reads', () => {
    let first = 0;
    const memo = new Footprint((read) => {
      first += 1;
      return read(first);
    });
    memo.at(row(0, 1, 2));
    expect(() => memo.at(row(0, 5, 2))).toThrow('must read the same cells in the same order');
  });
});
