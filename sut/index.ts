/** The reference runtime, and its mutants. */
export { ownProcess } from './host.ts';
export { Keeper } from './keeper.ts';
export { mutantNamed, mutants } from './mutants/index.ts';
export { ArtifactLost, type Ask, DefiniteRefusal, type Perform, type Read } from './perform.ts';
export { Runtime } from './runtime.ts';
export { Store } from './store.ts';
