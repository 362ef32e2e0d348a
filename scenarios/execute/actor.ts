import type { ProcessRole } from '../../model/vocabulary.ts';
import type { Driven } from '../processes/driven.ts';
import type { Latch } from '../processes/waiting.ts';
import type { Approach } from '../store/approach.ts';

/** A process that plays in one case, under the name that its plan gives it. */
export type Actor = {
  readonly name: string;
  readonly role: ProcessRole;
  readonly driven: Driven;
  readonly base: string;
  /** Its way to the store, where the plan is to see its commits. */
  readonly approach: Approach | undefined;
  state: 'opened' | 'working' | 'stopped' | 'dead';
  doomedBy: 'plan' | 'clean-up' | undefined;
};

/** A worker that the plan stopped, and the gate behind which its call, or its commit, waits until it is continued. */
export type Stopped = { readonly actor: Actor; readonly gate: Latch; readonly isInCall: boolean };
