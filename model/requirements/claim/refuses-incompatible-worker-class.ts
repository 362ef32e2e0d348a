import { type Bracket, bracketsOf, isAbout, isAccepted, isAnswered, isDue, isRefused } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A worker of a class that does not fit the slot's launch specification gets no claim. */
export const refusesIncompatibleWorkerClass = requirement({
  id: 'claim.refuses-incompatible-worker-class',
  since: '2026-12',
  title: 'A claim of another class is refused',
  statement: 'A slot is not claimed by a worker of another class than its launch specification asks for.',
  duty: 'runtime',
  level: 4,
  profile: 'fence',
  reach: 'outside',
  needs: ['claim', 'client', 'reports'],
  clauses: [
    { id: 'refused', statement: 'A claim that only the class speaks against is refused.' },
    { id: 'changes-nothing', statement: 'Slot and attempts stay as they were.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Execution identity and guarded reassignment',
  occasions: (reading) => bracketsOf(reading).filter(isAnswered).flatMap(occasionsOf),
});

/** A reassignment beside the claim may have changed the class. A refusal counts where nothing else stood in its way. */
const occasionsOf = (bracket: Bracket): readonly Occasion[] => {
  if (bracket.exchanges.some((one) => !isAbout(one, 'claim'))) return [];
  return bracket.exchanges
    .filter((one) => isAbout(one, 'claim'))
    .flatMap((claim): readonly Occasion[] => {
      const { command, sent, answered } = claim;
      const slot = bracket.before.view.slots?.find((one) => one.id === command.slot);
      if (slot === undefined || bracket.run !== command.run || slot.workerClass === command.workerClass) return [];
      const evidence = { before: bracket.before.seq, command: sent };
      const said = `${slot.id} is for ${slot.workerClass}, and a claim for ${command.workerClass}`;
      if (isAccepted(claim))
        return [broken('refused', `${said} was accepted`, proof({ ...evidence, illegal: answered }))];
      if (!isRefused(claim) || !isDue(bracket, slot) || slot.tenant !== command.tenant) return [];
      const count = bracket.after.view.attempts?.length;
      const isClean = bracket.exchanges.some(isAccepted) || count === bracket.before.view.attempts?.length;
      return [
        kept('refused'),
        isClean
          ? kept('changes-nothing')
          : broken('changes-nothing', `${said} left an attempt`, proof({ ...evidence, illegal: bracket.after.seq })),
      ];
    });
};
