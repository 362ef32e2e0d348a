import {
  type Call,
  callsFor,
  endingOf,
  isDefiniteRefusal,
  isPassingRefusal,
  isSure,
  isWorked,
  type Reading,
  someoneLeft,
} from '../../reading.ts';
import type { WorkStep } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A definite refusal of its owner ends the step, in the open; an answer that may pass is tried again within bounds. */
export const refusalIsFinal = requirement({
  id: 'effect.refusal-is-final',
  since: '2026-12',
  title: 'A refusal is final',
  statement:
    'When the owner of an effect refuses it for good the step is over and shown as failed; what the owner only puts off is tried again, as its policy says.',
  duty: 'shared',
  level: 2,
  profile: 'effects',
  reach: 'world',
  needs: ['effect'],
  clauses: [
    { id: 'not-sent-again', statement: 'A refused effect is not sent again.' },
    {
      id: 'shown',
      statement: 'The run does not end as a success, and the effect is not shown as done.',
    },
    {
      id: 'put-off',
      statement: 'An effect that is put off is sent again while its policy has tries left.',
      features: ['retry'],
    },
  ],
  source: 'Durable execution for AI agents, section Reconcile external effects independently',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps
            .filter((step) => step.op === 'effect')
            .flatMap((step) => {
              const calls = callsFor(reading.calls, run, step.id).filter((call) => !call.isResend);
              return [...refusals(reading, calls), ...putOff(reading, run, { step, calls })];
            }),
        )
      : [],
});

/** A worker that is lost between the answer and its record may leave it to a successor to ask once more. */
const refusals = (reading: Reading, calls: readonly Call[]): readonly Occasion[] => {
  const refused = calls.find((call) => isDefiniteRefusal(reading, call));
  const answered = refused?.answered;
  if (refused === undefined || answered === undefined) return [];
  const again = calls.find((call) => call.seq > answered.seq && !someoneLeft(reading, refused.seq, call.seq));
  const last = reading.sights.findLast((one) => one.run === refused.run && isSure(one) && one.seq > answered.seq);
  const said = `${refused.step} was refused with ${answered.event.status}, and`;
  const evidence = { first: refused.seq, answer: answered.seq };
  const wasApplied = calls.some((call) => call.applied !== undefined);
  const isDone = last?.view.status === 'succeeded' || last?.view.steps[refused.step]?.effect === 'applied';
  const isOver = reading.rests.some((rest) => rest.event.run === refused.run && rest.seq > answered.seq);
  return [
    ...(again !== undefined
      ? [broken('not-sent-again', `${said} ${again.worker} sent it again`, proof({ ...evidence, illegal: again.seq }))]
      : isOver
        ? [kept('not-sent-again')]
        : []),
    ...(last === undefined || wasApplied
      ? []
      : [
          isDone
            ? broken('shown', `${said} ${refused.run} shows it as done`, proof({ ...evidence, illegal: last.seq }))
            : kept('shown'),
        ]),
  ];
};

type Tries = { readonly step: WorkStep; readonly calls: readonly Call[] };

/** Nobody was lost meanwhile: an attempt that a crash used up is another requirement's affair. */
const putOff = (reading: Reading, run: string, { step, calls }: Tries): readonly Occasion[] => {
  const most = step.retry?.attempts ?? 1;
  const first = calls.find(isPassingRefusal);
  const answered = first?.answered?.seq ?? Infinity;
  const again = calls.find((call) => call.seq > answered);
  const ending = endingOf(reading, run);
  if (first === undefined || most < 2 || someoneLeft(reading, first.seq, ending?.seq ?? Infinity)) return [];
  if (calls.some((call) => isDefiniteRefusal(reading, call))) return [];
  if (again !== undefined) return [kept('put-off')];
  if (ending === undefined || ending.as === 'succeeded' || calls.length >= most) return [];
  const message = `${step.id} was put off once, may be tried ${most} times, and ${run} ${ending.words}`;
  return [broken('put-off', message, proof({ first: first.seq, answer: answered, rest: ending.seq }))];
};
