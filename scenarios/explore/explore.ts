import { laws } from '../../model/invariants/index.ts';
import type { Asked, Defects } from '../../model/step.ts';
import type { Deed } from './deed.ts';
import { doomedIn } from './ending.ts';
import type { Scope } from './scope.ts';
import { type Aim, Search } from './search.ts';

/** A law that does not hold, and the least that has to happen to see it. */
export type Violation = { readonly law: string; readonly requirement: string; readonly path: readonly Deed[] };

/** What was met in a scope, by name: what has to be met somewhere, or the scopes say less than they seem to. */
export type Met = {
  /** `KIND REASON`: what a machine refused, whether or not the command had another way. */
  readonly refusals: ReadonlySet<string>;
  /** Why commands were refused. */
  readonly reasons: ReadonlySet<string>;
  /** `KIND.LEAF`. */
  readonly leaves: ReadonlySet<string>;
  /** The types of what was done. */
  readonly deeds: ReadonlySet<string>;
};

/** All of one scope. */
export type Explored = {
  readonly scope: Scope;
  readonly states: number;
  readonly edges: number;
  readonly refused: number;
  /** Edges that lead out of the scope, which were not followed. */
  readonly cut: number;
  readonly depth: number;
  readonly decisions: number;
  /** Decisions that the specification itself was asked for; the others were remembered. */
  readonly learned: number;
  /** Whether every state was left with everything that may happen in it. */
  readonly isComplete: boolean;
  readonly violations: readonly Violation[];
  readonly met: Met;
};

/** What an exploration may do differently; by default it goes through everything and holds every law against it. */
export type How = Partial<Omit<Aim, 'defects'>> & {
  readonly without?: NonNullable<Defects['without']>;
  readonly watch?: (asked: Asked) => void;
};

/** Goes through everything that a scope allows. */
export const explore = (scope: Scope, how: How = {}): Explored => {
  const refusals = new Set<string>();
  const leaves = new Set<string>();
  const watch = (asked: Asked): void => {
    leaves.add(`${asked.entity.kind}.${asked.entity.leaf}`);
    if (asked.answer.status === 'refused') refusals.add(`${asked.entity.kind} ${asked.answer.reason}`);
    how.watch?.(asked);
  };
  const { without = [], stopsAtFirst = false, limit = LIMIT, isForgetful = false } = how;
  const defects = { without, watch };
  const search = new Search(scope, { laws: how.laws ?? laws, defects, stopsAtFirst, limit, isForgetful }).run();
  const broken = [...search.broken.values()].map(({ law: { law, requirement }, path }) => ({ law, requirement, path }));
  const isComplete = search.finished === search.rows.size;
  return {
    ...{ scope, isComplete, states: search.rows.size, edges: search.paths.into.length, refused: search.refused },
    ...{ cut: search.paths.cuts.length, depth: search.paths.depth, decisions: search.decisions },
    learned: search.learned,
    violations: [...broken, ...(isComplete && mustEnd(scope) ? endless(search) : [])],
    met: { refusals, reasons: search.reasons, leaves: new Set([...leaves, ...search.leaves]), deeds: search.done },
  };
};

/** A scope that grows beyond this has lost its bounds. */
const LIMIT = 3_000_000;

/** With a cancellation every run could end at any time, and the question would say nothing. */
const mustEnd = ({ may }: Scope): boolean => !may.includes('cancel');

const endless = (search: Search): readonly Violation[] => {
  const doomed = doomedIn(search);
  if (doomed === undefined) return [];
  return [
    {
      law: 'every run can still come to its end',
      requirement: 'recovery.run-finishes-after-any-interruption',
      path: search.paths.to(doomed),
    },
  ];
};
