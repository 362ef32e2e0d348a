/** Running things: what to run, how it is interrupted, and what is kept of it. */
export { Archive, readHistory } from './archive.ts';
export type { Assignment, Progress } from './assignment.ts';
export { attachedCase } from './attached-case.ts';
export { conformance, dryRun } from './conformance.ts';
export { type ReadCounterexample, readCounterexample } from './counterexample.ts';
export * from './explore/index.ts';
export { messageOf, ProtocolBroken, TargetUnavailable, UsageError } from './failures.ts';
export { lastFailed } from './last-failed.ts';
export { controlOf } from './plans.ts';
export { bridge } from './processes/bridge.ts';
export type { Invitation } from './processes/door.ts';
export { quick, scenarios } from './programs.ts';
export { type Change, type Rechecked, recheck } from './recheck.ts';
export { replay } from './replay.ts';
export { type Shrunk, smallest } from './smallest.ts';
export { smoke, tryStore } from './smoke.ts';
export { type Unsound, unsoundness } from './soundness.ts';
export { type TimeLimits, withinLimits } from './time-limits.ts';
