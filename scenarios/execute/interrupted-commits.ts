import type { Intervention } from '../../model/vocabulary.ts';
import { type Latch, until } from '../processes/waiting.ts';
import type { Fate } from '../store/passing.ts';
import type { Actor } from './actor.ts';
import { astrayWords, type Commit, placeOf } from './commits.ts';
import { RUN } from './messages.ts';
import type { Stage } from './stage.ts';

/** How long a commit is held for the worker to show that it does not wait for it, and then for its call to be answered. */
const AHEAD_MS = 250;
const ANSWER_MS = 1_500;
/** Commits of the same worker that were on their way already are let through first, unless they wait for the one that is held. */
const OTHERS_MS = 500;

/** Whoever carries out a plan, as far as a commit needs it. */
export interface Acting {
  readonly next: Intervention | undefined;
  readonly isActing: boolean;
  act<T>(deed: () => Promise<T>): Promise<T>;
  command(): Promise<void>;
  land(how: true | string): void;
  stopNow(actor: Actor, isInCall: boolean): Promise<Latch>;
}

/**
 * What becomes of a worker's commit: what the plan wants there is done while it is held, and no other commit of its worker begins meanwhile.
 * One that comes while the plan acts already is let be.
 */
export const decideCommit = async (acting: Acting, stage: Stage, commit: Commit): Promise<Fate> => {
  const { next } = acting;
  if (next === undefined || acting.isActing || commit.actor.state !== 'working') return 'pass';
  const place = placeOf(next.at, commit);
  if (place === 'astray') acting.land(astrayWords(next.at, commit));
  return place === 'here' ? interrupt(acting, stage, commit) : 'pass';
};

const interrupt = async (acting: Acting, stage: Stage, commit: Commit): Promise<Fate> => {
  const { approach } = commit.actor;
  approach?.freeze();
  try {
    const { fate, gate } = await acting.act(() => carryOut(acting, stage, commit));
    await gate?.opened;
    return fate;
  } finally {
    approach?.thaw();
  }
};

/** A worker that was stopped goes on at the gate. */
type Carried = { readonly fate: Fate; readonly gate?: Latch };

const carryOut = async (acting: Acting, stage: Stage, commit: Commit): Promise<Carried> => {
  const { next } = acting;
  if (next === undefined || !(await isStillIt(commit))) return { fate: 'pass' };
  await hold(stage, commit, next);
  switch (next.do) {
    case 'kill':
    case 'lose-node':
      return end(acting, stage, commit);
    case 'stop':
      return { fate: 'pass', gate: await acting.stopNow(commit.actor, false) };
    case 'drop':
      acting.land(commit.stage === 'after' || 'nothing was done whose answer could be lost');
      return { fate: 'cut' };
    default:
      await acting.command();
      return { fate: 'pass' };
  }
};

/** Lets what was on its way from the same worker come first: another of its connections may have made the n-th commit by then. */
const isStillIt = async ({ actor, stage, nth, made }: Commit): Promise<boolean> => {
  if (stage === 'after') return true;
  await until(() => (actor.approach?.committing ?? 0) <= 1, OTHERS_MS);
  return made() === nth - 1;
};

/** What is shown of the run is read first, so that whatever is read from then on came after. */
const hold = async (stage: Stage, commit: Commit, { at }: Intervention): Promise<void> => {
  await stage.look(RUN, 'held');
  if (commit.stage === 'before') await letGoAhead(stage, commit.actor);
  stage.note({ type: 'boundary.held', boundary: at }, commit.actor);
};

/** A worker that waits for its store does nothing more; one that goes ahead of it is let do so, to the end of its call. */
const letGoAhead = async ({ recorder }: Stage, actor: Actor): Promise<void> => {
  const since = recorder.observations.length;
  const calls = (): readonly number[] =>
    recorder.observations
      .slice(since)
      .flatMap(({ worker, event }) => (worker === actor.name && event.type === 'call.received' ? [event.call] : []));
  const isOver = (call: number): boolean =>
    recorder.observations.some(
      ({ event }) => (event.type === 'call.answered' || event.type === 'call.lost') && event.call === call,
    );
  if (await until(() => calls().length > 0, AHEAD_MS)) await until(() => calls().every(isOver), ANSWER_MS);
};

const end = async (acting: Acting, stage: Stage, { actor, made, stage: side, nth }: Commit): Promise<Carried> => {
  const isDead = await (acting.next?.do === 'lose-node' ? stage.loseNode(actor) : stage.kill(actor, 'plan'));
  const hasMore = made() !== (side === 'before' ? nth - 1 : nth);
  if (hasMore) acting.land('the store did another commit of the worker before that was dead');
  else acting.land(isDead || 'the worker did not die by our signal, or not all of it');
  return { fate: 'cut' };
};
