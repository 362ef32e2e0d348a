/** The places of a longest part of a list that only increases. */
export const longestIncreasing = (values: readonly number[]): ReadonlySet<number> => {
  /** By length: the place of the smallest value in which a part of that length ends. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, value] of values.entries()) {
    const length = firstAtLeast(ends, values, value);
    before.push(ends[length - 1] ?? NONE);
    ends[length] = at;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? NONE; at !== NONE; at = before[at] ?? NONE) kept.add(at);
  return kept;
};

const NONE = -1;

const firstAtLeast = (ends: readonly number[], values: readonly number[], value: number): number => {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};
