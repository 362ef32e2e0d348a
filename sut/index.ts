/** The reference runtime, and its mutants. */
export { mutantNamed, mutants } from './mutants/index.ts';
export { DefiniteRefusal, type Perform } from './perform.ts';
export { Runtime } from './runtime.ts';
export { Store } from './store.ts';
