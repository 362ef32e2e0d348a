import { decisionsOn, gatedBy, isAccepted, isSure, isWorked, type Reading, waitOf } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** What was approved meets the access rule that its owner has when it is carried out, and the owner's refusal is shown. */
export const rechecksAccess = requirement({
  id: 'approval.rechecks-access',
  since: '2026-12',
  title: 'Access is checked again',
  statement:
    'An approval is no pass: the approved action meets the rule that its owner has when it is carried out, and a refusal then is shown.',
  duty: 'application',
  level: 4,
  profile: 'approve',
  reach: 'world',
  needs: ['approval', 'effect', 'authority'],
  clauses: [
    {
      id: 'asks-the-owner',
      statement: 'The owner is asked after the decision, and not before.',
    },
    {
      id: 'refusal-shown',
      statement: 'Where access was taken away meanwhile, the run does not show the action as done.',
    },
  ],
  source: 'Durable execution for AI agents, section Preserve approval and cancellation state',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.program.steps
            .filter((step) => step.op === 'approval')
            .flatMap((wait) => occasionsOf(reading, run, wait.id)),
        )
      : [],
});

const occasionsOf = (reading: Reading, run: string, wait: string): readonly Occasion[] => {
  const given = decisionsOn(reading, run).find((one) => waitOf(reading, one) === wait && isAccepted(one));
  const guarded = gatedBy(reading, wait).filter((step) => step.op === 'effect' && step.contract === 'guarded');
  if (given === undefined || given.command.decision !== 'approve') return [];
  return guarded.flatMap(({ id }): readonly Occasion[] => {
    const calls = reading.calls.filter((call) => call.run === run && call.step === id);
    const early = calls.find((call) => call.seq < given.sent);
    const refusal = calls.find(({ answered }) => answered?.event.status === 401 || answered?.event.status === 403);
    const answered = refusal?.answered?.seq ?? Infinity;
    const last = reading.sights.findLast((sight) => sight.run === run && isSure(sight) && sight.seq > answered);
    const isDone = last?.view.status === 'succeeded' || last?.view.steps[id]?.effect === 'applied';
    const asked = `${id} waits for ${wait}, and its owner was asked before that was decided`;
    const done = `the owner refused ${id} after it was approved, and ${run} shows it as done`;
    const wasApplied = calls.some((call) => call.applied !== undefined);
    const evidence = { command: given.sent, answer: refusal?.answered?.seq };
    return [
      ...(early !== undefined
        ? [broken('asks-the-owner', asked, proof({ command: given.sent, illegal: early.seq }))]
        : calls.length > 0
          ? [kept('asks-the-owner')]
          : []),
      ...(last === undefined || wasApplied
        ? []
        : [isDone ? broken('refusal-shown', done, proof({ ...evidence, illegal: last.seq })) : kept('refusal-shown')]),
    ];
  });
};
