import { describe, expect, it } from 'vitest';
import { mutants } from '../../sut/mutants/index.ts';
import { recorded } from '../../tools/mutants/record.ts';
import { tried } from '../../tools/mutants/tried.ts';

/** The mutants of one half of the list, so that two test processes share the work. */
export const describeHalf = (half: 0 | 1): void => {
  const own = mutants.filter((_, nth) => nth % 2 === half);
  describe('every mutant fails the requirement that it was made for', () => {
    it.each(own)('$id', async (mutant) => {
      const found = await tried(mutant);
      expect(found.fails).toContain(mutant.fails[0]);
      // `npm run mutants -- --record` writes down what comes of it now; then `npm run docs`.
      expect(found).toEqual(recorded().find(({ mutant: id }) => id === mutant.id));
    });
  });
};
