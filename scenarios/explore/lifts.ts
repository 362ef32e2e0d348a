import { messageOf } from '../failures.ts';
import { type Explored, explore, type Violation } from './explore.ts';
import { type Refusal, refusalsOf } from './obligations.ts';
import type { Scope } from './scope.ts';

/** What comes of refusals that are not made. */
export type Lifted = Refusal &
  (
    | { readonly status: 'found'; readonly scope: string; readonly violation: Violation }
    /** The machines themselves could not go on without it. */
    | { readonly status: 'broke'; readonly scope: string; readonly message: string }
    | { readonly status: 'survived'; readonly states: number }
    /** No scope reaches it. */
    | { readonly status: 'unreached' }
  );

/** A refusal that can be lifted alone without breaking a law, the refusals that it stands behind, and why that is no gap. */
export type Redundant = Refusal & { readonly behind: readonly Refusal[]; readonly because: string };

/** Every refusal lifted, and what is wrong with the list of those that are redundant: sentences, none if all is well. */
export type Lifts = { readonly lifted: readonly Lifted[]; readonly problems: readonly string[] };

/**
 * Lifts every refusal of every machine, each in the scopes that reach it, the smallest first, until a law breaks. Without a list there is
 * nothing to judge: in a part of the scopes a refusal may well be idle.
 */
export const liftAll = (all: readonly Explored[], redundant?: readonly Redundant[]): Lifts => {
  const quick = all.filter(({ scope }) => scope.isLarge !== true).toSorted((one, other) => one.states - other.states);
  const lifted = refusalsOf().map((refusal) => lift(refusal, quick));
  if (redundant === undefined) return { lifted, problems: [] };
  const old = redundant.filter((one) => !lifted.some((other) => isSame(one, other)));
  return {
    lifted,
    problems: [
      ...old.map((one) => `${nameOf(one)} is reviewed as redundant, and no machine has it: take it off the list`),
      ...lifted.flatMap((one) =>
        problemsOf(
          one,
          redundant.find((other) => isSame(one, other)),
        ),
      ),
      ...redundant.filter(({ behind }) => behind.length > 0).flatMap((one) => secondLine(one, quick)),
    ],
  };
};

/** Lifts one refusal. */
const lift = (refusal: Refusal, quick: readonly Explored[]): Lifted => {
  const reaching = quick.filter(({ met }) => met.refusals.has(nameOf(refusal)));
  if (reaching.length === 0) return { ...refusal, status: 'unreached' };
  let states = 0;
  for (const { scope } of reaching) {
    const found = tried(scope, [refusal]);
    if (found.status !== 'survived') return { ...refusal, ...found };
    states += found.states;
  }
  return { ...refusal, status: 'survived', states };
};

/** A refusal in the words of what was met. */
export const nameOf = ({ kind, reason }: Refusal): string => `${kind} ${reason}`;

const isSame = (one: Refusal, other: Refusal): boolean => nameOf(one) === nameOf(other);

const problemsOf = (one: Lifted, reviewed: Redundant | undefined): readonly string[] => {
  const shows = one.status === 'found' || one.status === 'broke';
  if (shows && reviewed)
    return [`${nameOf(one)} is reviewed as redundant, but shows when it is lifted: take it off the list`];
  if (one.status === 'survived' && !reviewed)
    return [`${nameOf(one)} can be lifted without breaking a law: state the law, or review it as redundant`];
  return [];
};

/** Whether a refusal is what holds when those before it do not. */
const secondLine = (one: Redundant, quick: readonly Explored[]): readonly string[] => {
  const isReached = quick.some(({ scope }) =>
    explore(scope, { without: one.behind, limit: LIMIT, laws: [] }).met.refusals.has(nameOf(one)),
  );
  if (!isReached)
    return [`${nameOf(one)} is not reached with ${one.behind.map(nameOf).join(' and ')} lifted: review it again`];
  const shows = quick.some(({ scope }) => tried(scope, [one, ...one.behind]).status !== 'survived');
  return shows
    ? []
    : [`${nameOf(one)} and what it stands behind can be lifted together without breaking a law: state the law`];
};

/** Without a refusal a machine may count without end, so that a scope has none: this far is far enough, since defects show early. */
const LIMIT = 20_000;

type Tried =
  | { readonly status: 'found'; readonly scope: string; readonly violation: Violation }
  | { readonly status: 'broke'; readonly scope: string; readonly message: string }
  | { readonly status: 'survived'; readonly states: number };

const tried = (scope: Scope, refusals: readonly Refusal[]): Tried => {
  const without = refusals.map(({ kind, reason }) => ({ kind, reason }));
  try {
    const { violations, states } = explore(scope, { without, stopsAtFirst: true, limit: LIMIT });
    const [violation] = violations;
    return violation ? { status: 'found', scope: scope.id, violation } : { status: 'survived', states };
  } catch (error) {
    // Without a refusal a guard can be asked what it was never meant to be, and throw: that shows as well.
    return { status: 'broke', scope: scope.id, message: messageOf(error) };
  }
};
