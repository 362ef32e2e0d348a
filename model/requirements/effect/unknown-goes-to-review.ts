import {
  type Call,
  callsFor,
  isAbout,
  isRefused,
  isSure,
  isWorked,
  type Loss,
  type Reading,
  type Sight,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An effect that can be neither recognised nor looked up stays visibly unknown until somebody brings evidence. */
export const unknownGoesToReview = requirement({
  id: 'effect.unknown-goes-to-review',
  since: '2026-12',
  title: 'What cannot be known goes to review',
  statement:
    'An effect whose owner can neither recognise a repeat nor be asked is, once its outcome is in doubt, neither sent again nor called done, but kept in view until evidence settles it.',
  duty: 'application',
  level: 3,
  profile: 'effects',
  reach: 'world',
  needs: ['effect'],
  clauses: [
    { id: 'not-sent-again', statement: 'Nobody sends it again.' },
    { id: 'not-called-done', statement: 'Neither the effect nor its run is shown as done.' },
    { id: 'kept-in-view', statement: 'The run shows the effect as in doubt, or itself as for review.' },
  ],
  source:
    'Durable execution for AI agents, section Reconcile external effects independently; report openworker-approved-effect-rerun',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          reading.steps
            .filter((step) => step.op === 'effect' && step.contract === 'opaque')
            .flatMap((step) => {
              const calls = callsFor(reading.calls, run, step.id);
              return reading.losses.flatMap((loss) => occasionsOf(reading, loss, calls));
            }),
        )
      : [],
});

/** Sent, and its worker lost before the answer. A person who says what became of it ends the doubt. */
const occasionsOf = (reading: Reading, loss: Loss, calls: readonly Call[]): readonly Occasion[] => {
  const sent = calls.find((call) => call.worker === loss.worker && call.seq < loss.seq);
  if (sent === undefined || (sent.answered?.seq ?? Infinity) < loss.seq) return [];
  const resolved = reading.exchanges
    .filter((one) => isAbout(one, 'resolve'))
    .find((one) => one.command.run === sent.run && one.command.step === sent.step && !isRefused(one));
  const until = resolved?.sent ?? Infinity;
  const again = calls.find(
    (call) => call.seq > loss.seq && call.seq < until && call.worker !== loss.worker && !call.isResend,
  );
  const evidence = { first: sent.seq, kill: loss.seq };
  if (again !== undefined) {
    const message = `nobody can know what became of ${sent.step}, and ${again.worker} sent it again`;
    return [broken('not-sent-again', message, proof({ ...evidence, illegal: again.seq }))];
  }
  const shown = reading.sights.filter(
    (one) => one.run === sent.run && isSure(one) && one.seq > loss.seq && one.seq < until,
  );
  const done = shown.find((sight) => isCalledDone(sight, sent));
  const last = shown.findLast((sight) => sight.why === 'rest');
  if (last === undefined && done === undefined) return [];
  const words = `nobody can know what became of ${sent.step}, and ${sent.run} shows it as done`;
  const hidden = `nobody can know what became of ${sent.step}, and ${sent.run} shows itself as ${last?.view.status}`;
  return [
    kept('not-sent-again'),
    done === undefined
      ? kept('not-called-done')
      : broken('not-called-done', words, proof({ ...evidence, illegal: done.seq })),
    ...(last === undefined || done !== undefined
      ? []
      : [
          isInView(last, sent)
            ? kept('kept-in-view')
            : broken('kept-in-view', hidden, proof({ ...evidence, illegal: last.seq })),
        ]),
  ];
};

const isCalledDone = ({ view }: Sight, { step }: Call): boolean => {
  const shown = view.steps[step];
  return view.status === 'succeeded' || (shown?.commits.length ?? 0) > 0 || shown?.effect === 'applied';
};

const isInView = ({ view }: Sight, { step }: Call): boolean => {
  const belief = view.steps[step]?.effect;
  return view.status === 'review' || belief === 'ambiguous' || belief === 'review';
};
