import { type Ending, type Exchange, endingOf, isAbout, isAccepted, isWorked, type Reading } from '../../reading.ts';
import { type CommandOf, dependenciesOf, isOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A decision that arrives while no worker lives is kept, and the run goes on from it. */
export const decisionSurvivesNoWorker = requirement({
  id: 'approval.decision-survives-no-worker',
  since: '2026-12',
  title: 'A decision survives that no worker lives',
  statement: 'A decision that was accepted while no worker was alive is kept, and the next worker goes on from it.',
  duty: 'runtime',
  level: 3,
  profile: 'approve',
  reach: 'outside',
  needs: ['approval', 'client'],
  clauses: [{ id: 'kept-and-used', statement: 'The run goes on without being asked to decide again.' }],
  source: 'Durable execution for AI agents, section Preserve approval and cancellation state',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.exchanges.filter((one) => isAbout(one, 'decide')).flatMap((one) => occasionOf(reading, one))
      : [],
});

/** Only an answered decision binds the runtime, and only a worker that came later can have lost it. A rejection opens no step to see. */
const occasionOf = (reading: Reading, given: Exchange<CommandOf<'decide'>>): readonly Occasion[] => {
  const ending = endingOf(reading, given.command.run);
  const next = reading.working.find((seen) => seen.seq > given.answered);
  if (!isAccepted(given) || given.command.decision !== 'approve' || next === undefined || isAnyoneAlive(reading, given))
    return [];
  if (wentOn(reading, given)) return [kept('kept-and-used')];
  if (ending === undefined || ending.seq < next.seq || !isBlocked(ending)) return [];
  const message = `a decision on ${given.command.run} was accepted while no worker lived, and the run ${ending.words}`;
  return [broken('kept-and-used', message, proof({ command: given.sent, answer: given.answered, rest: ending.seq }))];
};

const isBlocked = (ending: Ending): boolean => ['stuck', 'waiting', 'failed'].includes(ending.as);

/** A worker lives from the moment it is told to work until it dies; a stopped one may still hold the decision in its memory. */
const isAnyoneAlive = (reading: Reading, given: Exchange): boolean =>
  reading.working.some((seen) => {
    const death = reading.history.observations.find((one) => isOf(one, 'process.died') && one.worker === seen.worker);
    return seen.seq < given.answered && (death === undefined || death.seq > given.sent);
  });

/** A step behind the wait was called for before anybody decided again: a second decision would hide the loss of the first. */
const wentOn = (reading: Reading, given: Exchange<CommandOf<'decide'>>): boolean => {
  const again = reading.exchanges.find((one) => isAbout(one, 'decide') && one.sent > given.answered);
  const waits = reading.program.steps.filter((step) => step.op === 'approval').map((step) => step.id);
  return reading.calls.some(
    (call) =>
      call.run === given.command.run &&
      call.seq > given.answered &&
      call.seq < (again?.sent ?? Infinity) &&
      waits.some((wait) => dependenciesOf(reading.program, call.step).has(wait)),
  );
};
