import {
  type Bracket,
  bracketsOf,
  isAbout,
  isAccepted,
  isAnswered,
  isRefused,
  isTerminalLease,
  isTerminalWorker,
} from '../../reading.ts';
import type { AttemptView } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A successful claim creates exactly one attempt, worker and lease, and nothing else creates any. */
export const createsOneAttemptWorkerLease = requirement({
  id: 'claim.creates-one-attempt-worker-lease',
  since: '2026-12',
  title: 'A claim creates one attempt, worker and lease',
  statement:
    'An accepted claim creates one attempt with one worker and one live lease; nothing else creates an attempt.',
  duty: 'runtime',
  level: 4,
  profile: 'fence',
  reach: 'outside',
  needs: ['claim', 'client', 'reports'],
  clauses: [
    {
      id: 'one-when-accepted',
      statement: 'An accepted claim adds exactly one attempt, with a worker and a live lease.',
    },
    { id: 'none-when-refused', statement: 'A refused claim adds none.' },
    { id: 'none-by-others', statement: 'No other command adds one.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => bracketsOf(reading).filter(isAnswered).flatMap(occasionsOf),
});

/** Attempts are counted over all that happened between two readings, so that a race or a repeated command is judged as well. */
const occasionsOf = (bracket: Bracket): readonly Occasion[] => {
  const own = bracket.exchanges.filter((one) => !('run' in one.command) || one.command.run === bracket.run);
  const claims = own.filter((one) => isAbout(one, 'claim'));
  const accepted = claims.filter(isAccepted).length;
  const added = newAttempts(bracket);
  const clauses = [
    ...(accepted > 0 ? ['one-when-accepted'] : []),
    ...(accepted === 0 && claims.some(isRefused) ? ['none-when-refused'] : []),
    ...(accepted === 0 && claims.length === 0 && own.some(isAccepted) ? ['none-by-others'] : []),
  ];
  const wrong = added.length === accepted ? unfit(bracket, added) : `${added.length} attempts were created`;
  const evidence = proof({ before: bracket.before.seq, command: own[0]?.sent, illegal: bracket.after.seq });
  const commands = own.map((one) => `${one.command.type} (${one.outcome.status})`).join(', ');
  return clauses.map((clause) =>
    wrong === undefined ? kept(clause) : broken(clause, `${commands}: ${wrong}`, evidence),
  );
};

const newAttempts = (bracket: Bracket): readonly AttemptView[] => {
  const known = new Set(bracket.before.view.attempts?.map((attempt) => attempt.id));
  return (bracket.after.view.attempts ?? []).filter((attempt) => !known.has(attempt.id));
};

/** A new attempt works under a live lease, unless a command after the claim has ended it already. */
const unfit = (bracket: Bracket, added: readonly AttemptView[]): string | undefined => {
  if (bracket.exchanges.some((one) => isAccepted(one) && !isAbout(one, 'claim'))) return undefined;
  const ended = added.find((one) => isTerminalWorker(one.worker.status) || isTerminalLease(one.lease.status));
  return ended && `${ended.id} was created with a ${ended.worker.status} worker and a ${ended.lease.status} lease`;
};
