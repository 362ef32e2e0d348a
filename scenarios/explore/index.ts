/** The specification explored: everything that small worlds allow, and what becomes of it when a refusal is not made. */
export { type Explored, explore, type Violation } from './explore.ts';
export { type Lifted, type Lifts, liftAll, nameOf, type Redundant } from './lifts.ts';
export { type Obligation, type Standing, standingOf } from './obligations.ts';
export { redundant, unmet } from './reviewed.ts';
export { scopes } from './scopes.ts';
export { storyOf } from './story.ts';
