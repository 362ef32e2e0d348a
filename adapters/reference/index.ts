/** The reference runtime as a target of killpoint. */
export { createReference, type Kind } from './adapter.ts';
