import { authorityOf, type Call, callsFor, isSure, isWorked, type Reading, sameShown } from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** Each dispatch carries for whom it acts and under which fencing token, and the owner's refusal counts and is shown. */
export const carriesItsAuthority = requirement({
  id: 'effect.carries-its-authority',
  since: '2026-12',
  title: 'An effect carries its authority',
  statement:
    'A request to an owner that guards its effects says for whom it is made and under which fencing token; where the owner refuses it, that is the end of it, and it is shown.',
  duty: 'application',
  level: 4,
  profile: 'effects',
  reach: 'world',
  needs: ['effect', 'authority'],
  clauses: [
    {
      id: 'carried',
      statement: 'Each request names a principal and a fencing token.',
    },
    {
      id: 'token-per-attempt',
      statement: 'A successor acts under another token than the worker it replaced.',
    },
    {
      id: 'refusal-honoured',
      statement: 'What the owner refused is not sent again under the same authority.',
    },
    { id: 'refusal-shown', statement: 'What the owner refused is not shown as done.' },
  ],
  source: 'Durable Execution Across Agent Lifecycles, section Persistence, stochastic replay, and effect idempotency',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps
            .filter((step) => step.op === 'effect' && step.contract === 'guarded')
            .flatMap((step) => {
              const calls = callsFor(reading.calls, run, step.id).filter((call) => !call.isResend);
              return [
                ...calls.map(carried),
                ...calls.flatMap((call) => tokens(reading, call, calls)),
                ...refused(reading, calls),
              ];
            }),
        )
      : [],
});

const carried = (call: Call): Occasion =>
  authorityOf(call) !== undefined
    ? kept('carried')
    : broken(
        'carried',
        `${call.worker} sent ${call.step} without a principal and a fencing token`,
        proof({ illegal: call.seq }),
      );

/** Only after a loss is there another attempt for sure: one worker may act twice under one lease. */
const tokens = (reading: Reading, call: Call, calls: readonly Call[]): readonly Occasion[] =>
  calls
    .filter((other) => other.seq > call.seq && other.worker !== call.worker)
    .filter((other) => reading.losses.some((loss) => loss.worker === call.worker && loss.seq < other.seq))
    .flatMap((other): readonly Occasion[] => {
      const [old, own] = [authorityOf(call)?.token, authorityOf(other)?.token];
      if (old === undefined || own === undefined) return [];
      if (old !== own) return [kept('token-per-attempt')];
      const message = `${other.worker} sent ${other.step} under the token ${own} of ${call.worker}, which it replaced`;
      return [broken('token-per-attempt', message, proof({ first: call.seq, illegal: other.seq }))];
    });

/** Refused for who asks: not for how, and not for now. */
const refused = (reading: Reading, calls: readonly Call[]): readonly Occasion[] => {
  const refusal = calls.find(({ answered }) => answered?.event.status === 401 || answered?.event.status === 403);
  const answered = refusal?.answered?.seq;
  if (refusal === undefined || answered === undefined) return [];
  const again = calls.find((call) => call.seq > answered && sameShown(authorityOf(call), authorityOf(refusal)));
  const last = reading.sights.findLast((sight) => sight.run === refusal.run && isSure(sight) && sight.seq > answered);
  const wasApplied = calls.some((call) => call.applied !== undefined);
  const isDone = last?.view.status === 'succeeded' || last?.view.steps[refusal.step]?.effect === 'applied';
  const evidence = { first: refusal.seq, answer: answered };
  const said = `the owner refused ${refusal.step}, and`;
  return [
    ...(again !== undefined
      ? [
          broken(
            'refusal-honoured',
            `${said} ${again.worker} sent it again as before`,
            proof({ ...evidence, illegal: again.seq }),
          ),
        ]
      : reading.rests.some((rest) => rest.event.run === refusal.run && rest.seq > answered)
        ? [kept('refusal-honoured')]
        : []),
    ...(last === undefined || wasApplied
      ? []
      : [
          isDone
            ? broken(
                'refusal-shown',
                `${said} ${refusal.run} shows it as done`,
                proof({ ...evidence, illegal: last.seq }),
              )
            : kept('refusal-shown'),
        ]),
  ];
};
