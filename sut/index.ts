/** The reference runtime, and its mutants. */
export { type Mutant, mutants } from './mutants/index.ts';
