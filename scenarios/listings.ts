import type { History, Plan } from '../model/vocabulary.ts';
import { listingOf, type WritePlans, writePlans } from './plans/writes.ts';
import type { Scenario } from './programs/scenario.ts';
import type { StoreFiles } from './store/store-files.ts';

/** The plans that list what programs do to the files of their store: of those that are interrupted everywhere, where files can be watched. */
export const listingsOf = (undisturbed: readonly Scenario[], files: StoreFiles | undefined): readonly Plan[] =>
  files === undefined
    ? []
    : undisturbed
        .filter(({ coverage }) => coverage.includes('every'))
        .flatMap(({ program }) => [1, 2, 3].map((nth) => listingOf(program, nth)));

/** The plans of what the listings showed, given the undisturbed cases so far. */
export const plansOfListings = (cases: readonly History[], files: StoreFiles | undefined): WritePlans =>
  writePlans(
    cases
      .filter(({ ended, plan }) => ended === 'settled' && plan.watches === 'files')
      .map(({ plan }) => plan.program)
      .filter((program, at, all) => all.findIndex(({ id }) => id === program.id) === at)
      .flatMap((program) => {
        const recording = files?.recordings.get(program.id);
        return recording === undefined ? [] : [{ program, recording }];
      }),
  );
