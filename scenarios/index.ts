/** Running things: what to run, how it is interrupted, and what is kept of it. */
export { Archive, readHistory } from './archive.ts';
export { type Conformance, conformance, dryRun } from './conformance.ts';
export { type ReadCounterexample, readCounterexample, specificationStamp } from './counterexample.ts';
export { messageOf, ProtocolBroken, TargetUnavailable, UsageError } from './failures.ts';
export { type Scenario, scenarios } from './programs.ts';
export { type Replay, replay } from './replay.ts';
export { type SmokeCheck, smoke } from './smoke.ts';
export { type Unsound, unsoundness } from './soundness.ts';
export type { Assignment, Progress, Saved } from './suite.ts';
