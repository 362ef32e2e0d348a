import fc from 'fast-check';
import { commandDeeds } from '../../model/vocabulary.ts';

/** What a draw may leave out, so that some go deep into a few kinds of deeds instead of touching all of them. */
export const signals = ['kill', 'stop', 'delay'] as const;
/** A draw has commands of one kind at most: what is asked about one says nothing fair about another. */
export const commands = ['none', 'start-worker', ...commandDeeds] as const;

/** How many draws there are, and from which seed. */
export type Depth = { readonly count: number; readonly seed: number };

/** One draw: a program, the deeds that may be used, and numbers that choose among what is possible when their turn comes. */
export type Draw = {
  readonly signals: readonly (typeof signals)[number][];
  readonly command: (typeof commands)[number];
  readonly program: number;
  readonly choices: readonly number[];
};

/** So many interventions one plan has at most. */
const DEPTH = 6;

/** Draws, always the same ones for one seed. */
export const drawsOf = ({ count, seed }: Depth): readonly Draw[] =>
  fc.sample(
    fc.record({
      signals: fc.subarray([...signals], { minLength: 1 }),
      command: fc.constantFrom(...commands),
      program: fc.nat(),
      choices: fc.array(fc.nat(), { minLength: 1, maxLength: DEPTH, size: 'max' }),
    }),
    { numRuns: count, seed },
  );
