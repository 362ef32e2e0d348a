import { boundaries } from '../boundaries.ts';
import { type History, isOf, type Reach, reaches, type Strength } from '../vocabulary.ts';
import type { Judged } from './case.ts';

/**
 * How much the cases of a requirement weigh together. Reach and fault model come from those that exercised it; where all of them were
 * driven by commands alone, no interruption counts for it.
 */
export const strengthOf = (judged: readonly Judged[]): Strength => {
  const exercised = judged.filter((one) => one.verdict.exercised.length > 0);
  const isCommandsOnly = exercised.length > 0 && exercised.every((one) => one.history.plan.interventions.length === 0);
  const interrupted = isCommandsOnly ? [] : judged;
  const found = new Set(exercised.flatMap((one) => reachOf(one.history)));
  return {
    reach: reaches.filter((reach) => found.has(reach)),
    planned: sum(interrupted, (history) => history.plan.interventions.length),
    landed: sum(interrupted, (history) => landedIn(history).length),
    exercised: exercised.length,
    cases: judged.length,
    faultModel: faultModelOf(exercised.map((one) => one.history)),
  };
};

const sum = (judged: readonly Judged[], count: (history: History) => number): number =>
  judged.reduce((total, one) => total + count(one.history), 0);

const landedIn = (history: History) => history.observations.filter((seen) => isOf(seen, 'intervention.landed'));

/** A decision in a race is sent by the harness, whatever the boundary is called; a script needs no more than commands. */
const reachOf = (history: History): readonly Reach[] => {
  if (history.plan.script !== undefined) return ['outside'];
  const interventions = landedIn(history);
  if (interventions.length === 0) return ['world'];
  return interventions.map(({ event }) =>
    event.do === 'decide' ? 'world' : (boundaries.find((one) => one.id === event.boundary.at)?.reach ?? 'outside'),
  );
};

/** The hardest that it held against: a loss of power takes what a mere death leaves. */
const faultModelOf = (histories: readonly History[]): Strength['faultModel'] => {
  const deeds = histories.flatMap((history) => landedIn(history).map(({ event }) => event.do));
  if (deeds.includes('lose-power')) return 'power loss';
  return deeds.some((deed) => faults.has(deed)) ? 'process crash' : 'none';
};

const faults: ReadonlySet<string> = new Set(['kill', 'poison', 'lose-node', 'stop', 'kill-engine', 'torn']);
