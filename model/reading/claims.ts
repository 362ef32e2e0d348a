import type { SlotView } from '../vocabulary.ts';
import type { Bracket } from './brackets.ts';
import { isTerminalLease } from './reassignments.ts';

/** Whether nothing but its worker class could keep a slot from being claimed: ready or reopened, in a run that goes on, its prior lease over. */
export const isDue = (bracket: Bracket, slot: SlotView): boolean =>
  slot.retryAtMs === null && isFree(bracket, slot) && (slot.state === 'ready' || slot.state === 'retry-wait');

/** Whether only the retry time of a slot is still ahead. */
export const isWaitingForItsTime = (bracket: Bracket, slot: SlotView): boolean =>
  slot.retryAtMs !== null && slot.state === 'retry-wait' && isFree(bracket, slot);

const isFree = (bracket: Bracket, slot: SlotView): boolean => {
  const prior = bracket.before.view.attempts?.find((attempt) => attempt.id === slot.prior);
  const isGoing = bracket.before.view.status === 'running' || bracket.before.view.status === 'waiting';
  return isGoing && (prior === undefined ? slot.prior === null : isTerminalLease(prior.lease.status));
};
