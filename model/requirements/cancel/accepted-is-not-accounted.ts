import {
  type Call,
  type Cancellation,
  cancellationsOf,
  isSteady,
  isSure,
  isWorked,
  type Reading,
  resultsOf,
  type Sight,
} from '../../reading.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** That a cancellation was accepted is shown apart from that all effects are accounted for. */
export const acceptedIsNotAccounted = requirement({
  id: 'cancel.accepted-is-not-accounted',
  since: '2026-12',
  title: 'Accepted is not accounted for',
  statement:
    'While an effect of a cancelled run is on its way, the run does not show itself as cancelled with nothing open; once the effect is settled it does.',
  duty: 'shared',
  level: 4,
  profile: 'cancel',
  reach: 'world',
  needs: ['cancel', 'effect'],
  clauses: [
    {
      id: 'open-while-in-flight',
      statement: 'Read while the effect is on its way, the run shows that something is open.',
    },
    { id: 'closed-when-settled', statement: 'At rest the run shows what became of it, or that it is for review.' },
  ],
  source: 'Durable execution for AI agents, section Preserve approval and cancellation state',
  occasions: (reading) =>
    isWorked(reading)
      ? reading.runs.flatMap((run) =>
          cancellationsOf(reading, run)
            .slice(0, 1)
            .flatMap((cancel) => flightsAt(reading, cancel).flatMap((call) => occasionsOf(reading, call, cancel))),
        )
      : [],
});

/**
 * The owner had the request, and no answer to any request for the effect had left. Whether its worker lives makes no difference, unless
 * the request was lost before its owner did anything.
 */
const flightsAt = (reading: Reading, { command, answered }: Cancellation): readonly Call[] =>
  reading.calls.filter(
    (call) =>
      call.run === command.run &&
      call.op === 'effect' &&
      call.seq < answered &&
      (call.lost === undefined || call.applied !== undefined) &&
      settledAt(reading, call) > answered,
  );

const settledAt = (reading: Reading, { run, step }: Call): number => resultsOf(reading, run, step)[0]?.seq ?? Infinity;

const open: ReadonlySet<string> = new Set(['intended', 'dispatched', 'ambiguous', 'review']);

const occasionsOf = (reading: Reading, flight: Call, cancel: Cancellation): readonly Occasion[] => {
  const until = settledAt(reading, flight);
  const own = reading.sights.filter((sight) => sight.run === flight.run && sight.seq > cancel.answered);
  const meanwhile = own.filter((sight) => sight.seq < until && isSteady(sight));
  const early = meanwhile.find((sight) => isClosed(sight) && !open.has(effectIn(sight, flight) ?? ''));
  const evidence = { first: flight.seq, command: cancel.sent, answer: cancel.answered };
  const message = `${flight.step} was on its way, and ${flight.run} showed itself as cancelled with nothing open`;
  return [
    ...(early !== undefined
      ? [broken('open-while-in-flight', message, proof({ ...evidence, illegal: early.seq }))]
      : meanwhile.length > 0
        ? [kept('open-while-in-flight')]
        : []),
    ...whenSettled(own, { flight, settled: until }, evidence),
  ];
};

const isClosed = (sight: Sight): boolean => sight.view.status === 'cancelled';
const effectIn = (sight: Sight, { step }: Call): string | undefined => sight.view.steps[step]?.effect;

type Given = { readonly first: number; readonly command: number; readonly answer: number };

/** An effect that nobody can settle stays open: then the run is for review, and says so. */
const whenSettled = (
  own: readonly Sight[],
  { flight, settled }: { readonly flight: Call; readonly settled: number },
  evidence: Given,
): readonly Occasion[] => {
  const last = own.findLast((sight) => sight.why === 'rest' && isSure(sight));
  if (last === undefined || last.seq < settled) return [];
  const isOpen = last.view.status === 'running' || last.view.status === 'waiting';
  if (!isOpen) return [kept('closed-when-settled')];
  const message = `${flight.step} was settled after ${flight.run} was cancelled, and the run shows itself as ${last.view.status}`;
  return [broken('closed-when-settled', message, proof({ ...evidence, illegal: last.seq }))];
};
