/** The specification explored: everything that small worlds allow, and what becomes of it when a refusal is not made. */
export { type Explored, explore, type Violation } from './explore.ts';
export { type Lifts, liftAll, nameOf } from './lifts.ts';
export { type Standing, standingOf } from './obligations.ts';
export { redundant, unmet } from './reviewed.ts';
export { scopes } from './scopes.ts';
export { storyOf } from './story.ts';
