import type { ProcessRole } from '../../model/vocabulary.ts';
import type { Driven } from '../processes/driven.ts';
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
