import { endingOf, isOutOfAttempts, isWorked, type Reading } from '../../reading.ts';
import { type Boundary, isOf, type ObservationOf } from '../../vocabulary.ts';
import { broken, kept, type Occasion, proof, requirement } from '../occasions.ts';

/** A run survives a crash during its recovery, and several crashes at one point. */
export const survivesRepeatedCrashes = requirement({
  id: 'recovery.survives-repeated-crashes',
  since: '2026-12',
  title: 'A run survives repeated crashes',
  statement:
    'A crash of the worker that recovers a run, also at the point where the first one died, does not end the run.',
  duty: 'runtime',
  level: 1,
  profile: 'recover',
  reach: 'outside',
  needs: [],
  clauses: [
    { id: 'during-recovery', statement: 'The run finishes although a successor died while it recovered the run.' },
    { id: 'at-the-same-point', statement: 'The run finishes although two workers died at the same point.' },
  ],
  source:
    'Durable execution for AI agents, section Qualify the recovery behavior; report faktory-crash-attempts-not-counted',
  occasions: (reading) => (isWorked(reading) ? reading.runs.flatMap((run) => occasionsOf(reading, run)) : []),
});

const occasionsOf = (reading: Reading, run: string): readonly Occasion[] => {
  const kills = landedKills(reading);
  const second = kills[1];
  const ending = endingOf(reading, run);
  if (second === undefined || ending === undefined || isOutOfAttempts(reading)) return [];
  const isSamePoint = kills.some((kill, at) => kills.slice(at + 1).some((later) => samePoint(kill, later)));
  const clauses = ['during-recovery', ...(isSamePoint ? ['at-the-same-point'] : [])];
  return clauses.flatMap((clause): Occasion[] => {
    if (ending.as === 'succeeded') return [kept(clause)];
    if (ending.as !== 'stuck' && ending.as !== 'failed') return [];
    const message = `${run} ${ending.words} after ${kills.length} of its workers had been killed`;
    return [broken(clause, message, proof({ first: kills[0]?.seq, kill: second.seq, rest: ending.seq }))];
  });
};

type Landed = ObservationOf<'intervention.landed'>;

const landedKills = (reading: Reading): readonly Landed[] =>
  reading.history.observations
    .filter((seen) => isOf(seen, 'intervention.landed'))
    .filter((seen) => seen.event.do === 'kill');

const samePoint = (one: Landed, other: Landed): boolean => {
  const place = (boundary: Boundary): string => JSON.stringify([boundary.at, boundary.step ?? null]);
  return place(one.event.boundary) === place(other.event.boundary);
};
