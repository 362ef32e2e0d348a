import {
  type Bracket,
  bracketsOf,
  type Exchange,
  isAbout,
  isAccepted,
  isAnswered,
  isDue,
  isRefused,
  isTerminalLease,
  isTerminalWorker,
  type Reading,
  sameShown,
} from '../../reading.ts';
import type { AttemptView, CommandOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A claim that breaks half way leaves the slot claimable, no half attempt, and no progress. */
export const failureLeavesSlotClaimable = requirement({
  id: 'claim.failure-leaves-slot-claimable',
  since: '2026-12',
  title: 'A broken claim leaves the slot claimable',
  statement:
    'A claim that broke off happened wholly or not at all. Where it did not happen the slot can be claimed, and nothing counts as progress.',
  duty: 'runtime',
  level: 4,
  profile: 'fence',
  reach: 'outside',
  needs: ['claim', 'client', 'reports'],
  clauses: [
    {
      id: 'nothing-half',
      statement: 'An attempt is there with worker, live lease and slot, or not there.',
    },
    { id: 'claimable', statement: 'Where it is not there, the next claim gets the slot.' },
    { id: 'no-progress', statement: 'The run shows no result that it had not shown before.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => bracketsOf(reading).flatMap((bracket) => occasionsOf(reading, bracket)),
});

type Claim = Exchange<CommandOf<'claim'>>;

/** The process of the claim died, or its answer was lost: nobody knows whether it happened, until the reading after it. */
const occasionsOf = (reading: Reading, bracket: Bracket): readonly Occasion[] => {
  const [claim] = bracket.exchanges;
  if (claim === undefined || bracket.exchanges.length > 1 || !isAbout(claim, 'claim')) return [];
  if (claim.outcome.status !== 'unknown' || claim.command.run !== bracket.run) return [];
  const half = halfIn(bracket, claim);
  const evidence = proof({ before: bracket.before.seq, command: claim.sent, illegal: bracket.after.seq });
  const isSameWork = sameShown(bracket.before.view.steps, bracket.after.view.steps);
  return [
    half === undefined ? kept('nothing-half') : broken('nothing-half', `a claim broke off, and ${half}`, evidence),
    isSameWork && bracket.after.view.status !== 'succeeded'
      ? kept('no-progress')
      : broken('no-progress', `a claim of ${claim.command.slot} broke off, and the run shows progress`, evidence),
    ...claimable(reading, bracket, claim),
  ];
};

const halfIn = ({ before, after }: Bracket, { command }: Claim): string | undefined => {
  const known = new Set(before.view.attempts?.map((attempt) => attempt.id));
  const added = (after.view.attempts ?? []).filter((attempt) => !known.has(attempt.id));
  const slot = after.view.slots?.find((one) => one.id === command.slot);
  const was = before.view.slots?.find((one) => one.id === command.slot);
  const [attempt] = added;
  if (added.length > 1) return `${added.length} attempts were there`;
  if (attempt !== undefined && slot?.pending !== attempt.id) return `${attempt.id} was there without its slot`;
  if (attempt !== undefined && isOver(attempt)) return `${attempt.id} was there without a live worker and lease`;
  return attempt === undefined && !sameShown(was, slot)
    ? `${command.slot} is ${slot?.state} without an attempt`
    : undefined;
};

const isOver = ({ worker, lease }: AttemptView): boolean =>
  isTerminalWorker(worker.status) || isTerminalLease(lease.status);

/** The next command on the run, if it is a claim that nothing stands in the way of. */
const claimable = (reading: Reading, broke: Bracket, { command }: Claim): readonly Occasion[] => {
  const next = bracketsOf(reading).find((one) => one.run === broke.run && one.before.seq >= broke.after.seq);
  const slot = next?.before.view.slots?.find((one) => one.id === command.slot);
  const again = next?.exchanges.filter((one) => isAbout(one, 'claim')) ?? [];
  const [first] = again;
  if (next === undefined || slot === undefined || first === undefined || !isDue(next, slot)) return [];
  if (!isAnswered(next) || again.length !== next.exchanges.length) return [];
  if (first.command.slot !== slot.id || first.command.workerClass !== slot.workerClass) return [];
  if (again.some(isAccepted)) return [kept('claimable')];
  const message = `a claim of ${slot.id} broke off, and the next one was refused`;
  return isRefused(first)
    ? [broken('claimable', message, proof({ before: broke.after.seq, command: first.sent, illegal: first.answered }))]
    : [];
};
