import { type CallStep, callSteps, type RunStatus } from '../vocabulary.ts';
import { isAbout, isAccepted } from './exchanges.ts';
import { excuseOf } from './fate.ts';
import { finishedBeforeZombie, type Reading } from './reading.ts';

/**
 * How a run came to rest. `waiting` is a wait for a decision that nobody has given, which is legal; a wait for one that was
 * accepted, or for nothing, is `stuck`. `review` stopped in the open because an effect's outcome is unknown, something committed is lost, or nobody can serve it; `stopped` ended without success as it
 * had to: cancelled on request, rejected or refused, out of attempts or of time.
 */
export type Ending = {
  readonly as: 'succeeded' | 'failed' | 'stopped' | 'review' | 'waiting' | 'stuck';
  readonly seq: number;
  readonly words: string;
};

/** The end of a run, or nothing where it was never seen at rest. A run that had finished before its zombie was let go counts as finished. */
export const endingOf = (reading: Reading, run: string): Ending | undefined => {
  const early = finishedBeforeZombie(reading, run);
  if (early !== undefined) return ended(reading, run, { status: early.view.status, seq: early.seq });
  const rest = reading.rests.findLast((one) => one.event.run === run);
  if (rest === undefined) return cutByStandstill(reading);
  switch (rest.event.as) {
    case 'stuck':
      return { as: 'stuck', seq: rest.seq, words: 'stood still, unfinished' };
    case 'livelock':
      return { as: 'stuck', seq: rest.seq, words: 'kept moving and committed nothing more' };
    case 'waiting':
      return waited(reading, run, rest.seq);
    case 'finished': {
      const sight = reading.sights.findLast((one) => one.run === run && one.why === 'rest');
      return ended(reading, run, { status: sight?.view.status ?? 'succeeded', seq: rest.seq });
    }
    default:
      return rest.event.as satisfies never;
  }
};

/** A program that holds nothing to wait for but time has no reason to wait for ever: by the time of a rest every timer has run out. */
const waited = (reading: Reading, run: string, seq: number): Ending => {
  if (isHeld(reading, run)) return { as: 'waiting', seq, words: 'is held by an operator' };
  if (!callSteps(reading.program).some(isWait)) return { as: 'stuck', seq, words: 'waits for nothing' };
  return isDecided(reading, run)
    ? { as: 'stuck', seq, words: 'waits for a decision that it had accepted' }
    : { as: 'waiting', seq, words: 'waits for a decision' };
};

/** Somebody held a slot of the run, and nobody has let it go. */
const isHeld = (reading: Reading, run: string): boolean =>
  reading.exchanges
    .filter((one) => (isAbout(one, 'hold') || isAbout(one, 'release')) && one.command.run === run)
    .findLast(isAccepted)?.command.type === 'hold';

/** A person has to decide, or an owner to call back. */
const isWait = (step: CallStep): boolean =>
  step.op === 'approval' || (step.op === 'effect' && step.contract === 'async');

type End = { readonly status: RunStatus; readonly seq: number };

const ended = (reading: Reading, run: string, { status, seq }: End): Ending => {
  if (status === 'failed' || status === 'cancelled' || status === 'expired') {
    const excuse = excuseOf(reading, run);
    const words = `ended as ${status}`;
    return excuse === undefined ? { as: 'failed', seq, words } : { as: 'stopped', seq, words: `${words} ${excuse}` };
  }
  if (status === 'review') return reviewed(reading, run, seq);
  if (status === 'blocked' || status === 'stranded') return { as: 'review', seq, words: `stopped as ${status}` };
  return { as: 'succeeded', seq, words: 'succeeded' };
};

/** Where every owner deduplicates nothing can stay unknown: the effect is sent again. A review is then a way of giving up. */
const reviewed = (reading: Reading, run: string, seq: number): Ending => {
  const isKnowable = callSteps(reading.program).every((step) => step.op !== 'effect' || step.contract === 'idempotent');
  return isKnowable && excuseOf(reading, run) === undefined
    ? { as: 'failed', seq, words: 'stopped for review, where every owner deduplicates' }
    : { as: 'review', seq, words: 'stopped for review' };
};

const cutByStandstill = (reading: Reading): Ending | undefined =>
  reading.history.ended === 'stuck'
    ? { as: 'stuck', seq: reading.history.observations.at(-1)?.seq ?? 0, words: 'stood still, unfinished' }
    : undefined;

/** Only an answered command binds the runtime; every approval of the program must have been answered for its wait to be over. */
const isDecided = (reading: Reading, run: string): boolean => {
  const waits = reading.program.steps.filter((step) => step.op === 'approval').length;
  const given = reading.exchanges
    .filter((one) => isAbout(one, 'decide'))
    .filter((one) => isAccepted(one) && one.command.run === run)
    .map((one) => one.command.approval);
  return waits > 0 && new Set(given).size >= waits;
};
