import { type Bracket, bracketsOf, isAbout, isAccepted, isAnswered, isDue } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An admissible claim is accepted. */
export const acceptsTheDue = requirement({
  id: 'claim.accepts-the-due',
  since: '2026-12',
  title: 'A claim that is due is accepted',
  statement: 'A worker of the fitting class gets a slot that is ready, or that waits for its next attempt and is due.',
  duty: 'runtime',
  level: 4,
  profile: 'fence',
  reach: 'outside',
  needs: ['claim', 'client', 'reports'],
  clauses: [
    { id: 'ready', statement: 'A ready slot is claimed.' },
    { id: 'retry-wait', statement: 'A slot in retry-wait is claimed once nothing stands in its way.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => bracketsOf(reading).filter(isAnswered).flatMap(occasionsOf),
});

/** A claim among rivals may lose to them, and a repeated one waits for a time on the runtime's own clock: only a single claim is judged. */
const occasionsOf = (bracket: Bracket): readonly Occasion[] => {
  const [claim] = bracket.exchanges;
  if (claim === undefined || bracket.exchanges.length > 1 || !isAbout(claim, 'claim')) return [];
  const { command, outcome, sent, answered } = claim;
  const slot = bracket.before.view.slots?.find((one) => one.id === command.slot);
  if (slot === undefined || bracket.run !== command.run || slot.tenant !== command.tenant) return [];
  if (slot.workerClass !== command.workerClass || !isDue(bracket, slot)) return [];
  const clause = slot.state === 'ready' ? 'ready' : 'retry-wait';
  if (isAccepted(claim)) return [kept(clause)];
  const reason = outcome.status === 'refused' ? outcome.reason : 'no reason';
  const message = `${slot.id} was ${slot.state} and due, and a claim for ${command.workerClass} was refused: ${reason}`;
  return [broken(clause, message, proof({ before: bracket.before.seq, command: sent, illegal: answered }))];
};
