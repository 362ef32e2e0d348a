/** The reference runtime as a target of killpoint. */
export { createReference } from './adapter.ts';
