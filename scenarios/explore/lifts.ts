import { messageOf } from '../failures.ts';
import { type Explored, explore, type Violation } from './explore.ts';
import type { Refusal } from './obligations.ts';
import type { Scope } from './scope.ts';

/** What comes of a refusal that is not made. */
export type Lifted = Refusal &
  (
    | { readonly status: 'found'; readonly scope: string; readonly violation: Violation }
    /** The machines themselves could not go on without it. */
    | { readonly status: 'broke'; readonly scope: string; readonly message: string }
    | { readonly status: 'survived'; readonly scopes: readonly string[]; readonly states: number }
  );

/** A refusal whose lifting breaks no law, and the reason why that is no gap. */
export type Redundant = Refusal & { readonly because: string };

/** Lifts a refusal in the scopes that reach it, the smallest first, until a law is broken. */
export const lift = (refusal: Refusal, reaching: readonly Scope[]): Lifted => {
  let states = 0;
  for (const scope of reaching) {
    const found = tried(refusal, scope);
    if (found.status !== 'survived') return found;
    states += found.states;
  }
  return { ...refusal, status: 'survived', scopes: reaching.map(({ id }) => id), states };
};

/** The scopes that reach a refusal, the smallest first, without those that take too long to be explored again for each. */
export const reachingOf = ({ kind, reason }: Refusal, all: readonly Explored[]): readonly Scope[] =>
  all
    .filter(({ scope, met }) => scope.isLarge !== true && met.refusals.has(`${kind} ${reason}`))
    .toSorted((one, other) => one.states - other.states)
    .map(({ scope }) => scope);

/** Without its refusal a machine may count without end, so that a scope has none: this far is far enough, since defects show early. */
const LIMIT = 20_000;

const tried = ({ kind, reason }: Refusal, scope: Scope): Lifted => {
  try {
    const { violations, states } = explore(scope, { without: [{ kind, reason }], stopsAtFirst: true, limit: LIMIT });
    const [violation] = violations;
    return violation
      ? { kind, reason, status: 'found', scope: scope.id, violation }
      : { kind, reason, status: 'survived', scopes: [scope.id], states };
  } catch (error) {
    // A lifted refusal can leave a machine where its guards were never meant to be asked, and they throw: that shows as well.
    return { kind, reason, status: 'broke', scope: scope.id, message: messageOf(error) };
  }
};
