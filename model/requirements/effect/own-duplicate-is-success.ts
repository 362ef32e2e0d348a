import { type Call, callsFor, endingOf, isSure, isWorked, type Reading } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** "It exists already" means success where it is the action's own doing, and a conflict where it is somebody else's. */
export const ownDuplicateIsSuccess = requirement({
  id: 'effect.own-duplicate-is-success',
  since: '2026-12',
  title: "One's own duplicate is a success",
  statement:
    'When an owner says that what is asked for exists already, the effect is done if its own earlier request had done it, and has failed if another had.',
  duty: 'application',
  level: 3,
  profile: 'effects',
  reach: 'world',
  needs: ['effect', 'conflict'],
  clauses: [
    {
      id: 'own',
      statement: 'After an answer that was lost, a conflict with its own earlier request is taken for success.',
    },
    {
      id: 'foreign',
      statement: "A conflict with somebody else's request is not.",
    },
  ],
  source:
    'Durable execution for AI agents, section Reconcile external effects independently; report dagster-conflict-after-ambiguous-5xx',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps
            .filter((step) => step.op === 'effect')
            .flatMap((step) => occasionsOf(reading, callsFor(reading.calls, run, step.id))),
        )
      : [],
});

/** Whose it was is what the world saw applied. A conflict while the first request is still being served says "later", and is neither. */
const occasionsOf = (reading: Reading, calls: readonly Call[]): readonly Occasion[] => {
  const conflict = calls.find((call) => call.answered?.event.status === 409);
  const answered = conflict?.answered?.seq ?? Infinity;
  const applied = calls.find((call) => call.applied !== undefined && call.applied.seq < answered);
  const ending = conflict && endingOf(reading, conflict.run);
  const isServed = calls.some((call) => call !== conflict && call.seq < answered && isOpen(call, answered));
  if (conflict === undefined || ending === undefined || isServed) return [];
  const evidence = { first: applied?.applied?.seq, answer: answered };
  if (applied !== undefined) {
    const message = `${conflict.step} had been applied, its owner said that it exists, and ${conflict.run} ${ending.words}`;
    if (ending.as === 'succeeded') return [kept('own')];
    const isLost = ending.as === 'failed' || ending.as === 'stuck';
    return isLost ? [broken('own', message, proof({ ...evidence, rest: ending.seq }))] : [];
  }
  const last = reading.sights.findLast((sight) => sight.run === conflict.run && isSure(sight) && sight.seq > answered);
  if (last === undefined || calls.some((call) => call.applied !== undefined)) return [];
  const isDone = last.view.status === 'succeeded' || last.view.steps[conflict.step]?.effect === 'applied';
  const message = `${conflict.step} met what somebody else had made, and ${conflict.run} shows it as its own`;
  return [isDone ? broken('foreign', message, proof({ ...evidence, illegal: last.seq })) : kept('foreign')];
};

const isOpen = (call: Call, seq: number): boolean =>
  call.lost === undefined && (call.answered?.seq ?? Infinity) > seq && call.applied === undefined;
