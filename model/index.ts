/** What killpoint offers to those who import it: the words and ports, the requirements and their judge, the reference semantics. */
export { type BoundaryEntry, boundaries } from './boundaries.ts';
export { type Case, Judging, judge } from './judge.ts';
export { specifiedLevels, summarise, tally } from './levels.ts';
export { requirements } from './requirements/index.ts';
export { type Answer, type Decision, decide } from './runtime.ts';
export { specification } from './specification.ts';
export * from './vocabulary.ts';
