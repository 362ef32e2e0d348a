import { isOpen } from '../../model/reading.ts';
import { type EventOf, isTerminal, type RunView, type Subject } from '../../model/vocabulary.ts';
import type { Commander, Views } from './commander.ts';
import type { Owners } from './owners.ts';

/** Who may have said something to a waiting run, since when it owes progress. */
type Askers = {
  readonly commander: Pick<Commander, 'hasDecided' | 'isHeld'>;
  readonly owners: Pick<Owners, 'hasTold'>;
};

/** How a run came to rest. */
export type Rest = { readonly run: string; readonly as: EventOf<'run.rested'>['as'] };

/** Whether a run does nothing more by itself. */
export const isOver = (view: RunView | undefined): boolean => view !== undefined && isTerminal(view.status);

/**
 * Where each run of a case is once nothing happens any more, or nothing comes of what happens. One that waits for a decision which nobody
 * gave, or that is held, rests rightly. `how` is what an unfinished one is called; where all are over and yet something is left open, that
 * is said of all.
 */
export const restsOf = (
  views: Views,
  how: 'finished' | 'stuck' | 'livelock',
  { commander, owners }: Askers,
): readonly Rest[] => {
  const isAllOver = [...views.values()].every(isOver);
  return [...views].map(([run, view]): Rest => {
    if (isOver(view) && !isAllOver) return { run, as: 'finished' };
    const isAnswered = commander.hasDecided(run) || owners.hasTold;
    const isIdle = (view?.status === 'waiting' && !isAnswered) || commander.isHeld(run);
    return { run, as: how === 'stuck' && isIdle ? 'waiting' : how };
  });
};

/** How long nothing may happen before the runs count as at rest. An attempt that is not shown as ended is given the time to end it. */
export const restMs = (views: Views, { takeoverMs, leaseMs, idleMs }: Subject['bounds']): number => {
  const isAtWork = [...views.values()].some((view) => view?.attempts?.some(isOpen) === true);
  return isAtWork ? takeoverMs + leaseMs + idleMs : idleMs;
};

/** A run may move for so long without a newly committed step: three declared takeover and retry periods, and what it pauses itself. */
export const progressMs = ({ takeoverMs, retryMs }: Subject['bounds'], pauseMs: number): number =>
  Math.max(20_000, 3 * (takeoverMs + retryMs)) + 3 * pauseMs;
