/** Running things: what to run, how it is interrupted, and what is kept of it. */
export { Archive, readHistory } from './archive.ts';
export type { Assignment, Progress } from './assignment.ts';
export { conformance, dryRun } from './conformance.ts';
export { readCounterexample } from './counterexample.ts';
export * from './explore/index.ts';
export { messageOf, ProtocolBroken, TargetUnavailable, UsageError } from './failures.ts';
export { quick, scenarios } from './programs.ts';
export { usualReach } from './reach.ts';
export { replay } from './replay.ts';
export { smoke, tryStore } from './smoke.ts';
export { type Unsound, unsoundness } from './soundness.ts';

export { type TimeLimits, withinLimits } from './time-limits.ts';
