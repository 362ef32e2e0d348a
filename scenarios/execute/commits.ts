import type { Boundary, Event } from '../../model/vocabulary.ts';
import type { Fate, Gate } from '../store/passing.ts';
import { type Candidate, isLikely } from '../store/statements.ts';
import type { Actor } from './actor.ts';

/** A moment of one commit of a worker: what may become it is on its way, or it is done and has no answer yet. */
export type Commit = {
  readonly stage: 'before' | 'after';
  /** The n-th commit of all workers of the case, from 1, each since it was told to work. */
  readonly nth: number;
  readonly label: string;
  /** Whether it is certain that this is the n-th: what may commit may also come to nothing. */
  readonly isSure: boolean;
  readonly actor: Actor;
  /** How many commits there are by now. */
  readonly made: () => number;
};

/** Whose commits they are, and what hears of each. */
export type Heard = {
  readonly actor: Actor;
  readonly note: (event: Event) => void;
  readonly decide: (commit: Commit) => Promise<Fate>;
};

/** How many commits the workers of a case have by now. */
export type Tally = { made: number };

/**
 * Counts the commits of one worker with those of the others, and asks of each what is to become of it. What a process does before it is told to work, and what a
 * client does, is nobody's n-th commit.
 */
export const countCommits = (tally: Tally, heard: () => Heard): Gate => {
  const isCounted = ({ actor }: Heard): boolean => actor.role === 'worker' && actor.state !== 'opened';
  const momentOf = (candidate: Candidate, about: Pick<Commit, 'stage' | 'nth' | 'actor'>): Commit => ({
    ...candidate,
    ...about,
    made: () => tally.made,
  });
  return {
    before: async (candidate) => {
      const { actor, decide } = heard();
      return isCounted(heard()) ? decide(momentOf(candidate, { stage: 'before', nth: tally.made + 1, actor })) : 'pass';
    },
    after: async (label) => {
      const { actor, note, decide } = heard();
      if (!isCounted(heard())) return 'pass';
      tally.made++;
      note({ type: 'store.committed', nth: tally.made, label });
      return decide(momentOf({ label, isSure: true }, { stage: 'after', nth: tally.made, actor }));
    },
  };
};

/** Whether a boundary is this moment of this commit, another one, or one that the run has passed by on another path. */
export const placeOf = (
  { at, nth, label }: Boundary,
  commit: Omit<Commit, 'actor' | 'made'>,
): 'here' | 'elsewhere' | 'astray' => {
  if (!at.startsWith('commit.') || commit.nth < nth) return 'elsewhere';
  const isBefore = at === 'commit.before';
  if (commit.stage === 'before') {
    if (!isBefore || commit.nth > nth) return 'elsewhere';
    return label === undefined || isLikely(commit, label) ? 'here' : 'elsewhere';
  }
  return !isBefore && commit.nth === nth && (label === undefined || commit.label === label) ? 'here' : 'astray';
};

/** Why a boundary that is a commit was passed by. */
export const astrayWords = ({ nth, label }: Boundary, commit: Commit): string =>
  `the run took another path: commit ${commit.nth} of ${commit.actor.name} was '${commit.label}' where commit ${nth} of the undisturbed run was '${label ?? 'anything'}'`;
