import {
  type Call,
  type Cancellation,
  callsFor,
  cancellationsOf,
  gaveResult,
  isAlive,
  isOpenAt,
  isWorked,
  overAt,
  type Reading,
  type Sight,
  startedAfter,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** An effect that was in flight when a cancellation came is recorded, and not done again. */
export const inFlightEffectIsReconciled = requirement({
  id: 'cancel.in-flight-effect-is-reconciled',
  since: '2026-12',
  title: 'An effect in flight is reconciled',
  statement:
    'An effect that was on its way when the cancellation was accepted is recorded as what it became, and never sent again.',
  duty: 'shared',
  level: 3,
  profile: 'cancel',
  reach: 'world',
  needs: ['cancel', 'effect'],
  clauses: [
    { id: 'not-again', statement: 'The effect is not sent another time.' },
    { id: 'recorded', statement: 'Once its owner answered, the run shows what became of it.' },
  ],
  source: 'Durable execution for AI agents, section Reconcile external effects independently',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          cancellationsOf(reading, run)
            .slice(0, 1)
            .flatMap((cancel) => flightsAt(reading, cancel).flatMap((call) => occasionsOf(reading, call, cancel))),
        )
      : [],
});

/** Effects whose owner had the request, and whose answer was still to come. */
const flightsAt = (reading: Reading, { command, answered }: Cancellation): readonly Call[] =>
  reading.calls.filter((call) => call.run === command.run && call.op === 'effect' && isOpenAt(reading, call, answered));

const occasionsOf = (reading: Reading, flight: Call, cancel: Cancellation): readonly Occasion[] => {
  const again = callsFor(reading.calls, flight.run, flight.step).find(
    (call) => call.seq > overAt(reading, flight) && startedAfter(reading, call, cancel) !== undefined,
  );
  const isOver = reading.rests.some((rest) => rest.event.run === flight.run && rest.seq > cancel.answered);
  if (again !== undefined) {
    const message = `${flight.step} was on its way when ${flight.run} was cancelled, and ${again.worker} sent it again`;
    return [broken('not-again', message, proof({ first: flight.seq, command: cancel.sent, illegal: again.seq }))];
  }
  return isOver ? [kept('not-again'), ...recorded(reading, flight, cancel)] : [];
};

/** Its answer reached a living worker: then the runtime knows, and the reading at the end has to show it. */
const recorded = (reading: Reading, flight: Call, cancel: Cancellation): readonly Occasion[] => {
  const answered = flight.answered?.seq ?? Infinity;
  const last = reading.sights.findLast(
    (sight) => sight.run === flight.run && sight.why === 'rest' && sight.seq > answered,
  );
  if (last === undefined || !gaveResult(flight) || !isAlive(reading, flight.worker, last.seq)) return [];
  if (isRecorded(reading, flight, last)) return [kept('recorded')];
  const message = `${flight.step} was applied while ${flight.run} was cancelled, and the run shows no outcome of it`;
  return [
    broken(
      'recorded',
      message,
      proof({ first: flight.seq, command: cancel.sent, answer: answered, illegal: last.seq }),
    ),
  ];
};

/** That it was sent, or dropped, says nothing of what its owner answered. Only an owner that calls back may have answered with no outcome. */
const isRecorded = (reading: Reading, { step }: Call, { view }: Sight): boolean => {
  const shown = view.steps[step];
  if ((shown?.commits.length ?? 0) > 0) return true;
  const isOpen = ['intended', 'dispatched', 'dropped'].includes(shown?.effect ?? 'intended');
  const isLater = reading.steps.some((one) => one.id === step && one.op === 'effect' && one.contract === 'async');
  return !isOpen || (isLater && shown?.effect === 'dispatched');
};
